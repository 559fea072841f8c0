/** Characters that JSON does not escape, and that yaml.v2 rejects or reads as a line end. */
const unreadable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** JSON that yaml.v2 can read too. */
export const asYaml = (json: string): string =>
  json.replaceAll(
    unreadable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
