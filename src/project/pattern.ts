import picomatch from 'picomatch'

/** Where the files that a glob means can be, and which they are. */
export function parseGlob(pattern: string): {
  folder: string
  isMeant: (path: string) => boolean
} {
  return { folder: picomatch.scan(pattern).base || '.', isMeant: picomatch(pattern) }
}

/** Whether a path, or a folder above it, is meant by one of several globs. */
export const createMatcher = (globs: readonly string[]): ((path: string) => boolean) =>
  picomatch(
    globs.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]),
    { dot: true },
  )
