/**
 * Characters that JSON does not escape, but that yaml.v2 rejects or reads as a line break, or that are invisible or
 * change the direction of text.
 */
const unreadable = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/** Escapes the characters of `unreadable` in JSON, so that yaml.v2 can read the JSON and people see every character. */
export const escapeUnreadable = (json: string): string =>
  json.replaceAll(
    unreadable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Writes a string in double quotes, which is valid JSON and YAML. */
export const writeQuoted = (text: string): string => escapeUnreadable(JSON.stringify(text))
