/** Characters that JSON leaves as they are and the router's reader refuses or takes for the end of a line. */
const unreadable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** JSON as the router's reader takes it, too. */
export const asYaml = (json: string): string =>
  json.replaceAll(
    unreadable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
