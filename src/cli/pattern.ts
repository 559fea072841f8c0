import picomatch from 'picomatch'

/** Where the files that a glob means can be, and which they are. */
export function parsePattern(pattern: string): { folder: string; isMeant: (path: string) => boolean } {
  return { folder: picomatch.scan(pattern).base || '.', isMeant: picomatch(pattern) }
}
