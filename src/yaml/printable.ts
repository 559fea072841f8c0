/**
 * Characters that JSON does not escape, and that yaml.v2 rejects or reads as a line end, or that turn the direction of
 * text, so that readers see something else than what is there.
 */
const unreadable = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/** JSON that yaml.v2 can read too, and that looks as it reads. */
export const escapeUnreadable = (json: string): string =>
  json.replaceAll(
    unreadable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A string in quotes, for JSON and for all readers of YAML. */
export const writeQuoted = (text: string): string => escapeUnreadable(JSON.stringify(text))
