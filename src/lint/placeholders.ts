/** Placeholders for other text: template tags, `<…>`, `__NAME__`, `CHANGE_ME`. */
const placeholderPattern =
  /\{\{(?:(?!\{\{).)*\}\}|\{%(?:(?!\{%).)*%\}|<[A-Za-z][\w .-]*>|__[A-Z][A-Z0-9_]*__|\b(?:CHANGE_?ME|REPLACE_?ME|YOUR_[A-Z_]+|TODO)\b/

/** The first placeholder in a text that was not replaced. */
export const findPlaceholder = (text: string): string | undefined =>
  placeholderPattern.exec(text)?.[0]
