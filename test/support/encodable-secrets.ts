/** Secrets with signs that addresses, HTML, JSON and forms write in another way. */
export const encodableSecrets: readonly string[] = [
  'orchard gate',
  'pl@nt+ed/"pass\\word"',
  'grün & <weiß>',
  '100%41 sure',
  'a\\nb\\u0041c',
]
