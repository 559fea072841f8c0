/** Secrets with characters that URLs, HTML, JSON and forms encode differently. */
export const encodableSecrets: readonly string[] = [
  'orchard gate',
  'pl@nt+ed/"pass\\word"',
  'grün & <weiß>',
  '100%41 sure',
  'a\\nb\\u0041c',
]
