import picomatch from 'picomatch'

/** The directory to search for a glob pattern, and the test for its files. */
export function parseGlob(pattern: string): {
  folder: string
  isMeant: (path: string) => boolean
} {
  return { folder: picomatch.scan(pattern).base || '.', isMeant: picomatch(pattern) }
}

/** Whether a path, or a directory above it, matches one of several glob patterns. */
export const createMatcher = (globs: readonly string[]): ((path: string) => boolean) =>
  picomatch(
    globs.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]),
    { dot: true },
  )
