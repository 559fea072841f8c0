/** Maximum length of a text in UTF-16 units; router files have a few thousand. */
export const maxTextLength = 16 * 1024 * 1024
