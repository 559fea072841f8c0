import { withoutTail } from '../document/tails.js'
import { createPathTest } from './wildcards.js'

/** The directory to search for a glob pattern, and a test whether a path in it matches. */
export function parseGlob(pattern: string): {
  folder: string
  matches: (path: string) => boolean
} {
  const segments = pattern.split('/')
  const firstWildcard = segments.findIndex((segment) => /[*?[{\\]/.test(segment))
  const folder = segments.slice(0, firstWildcard < 0 ? -1 : firstWildcard).join('/')
  return {
    folder: folder || (pattern.startsWith('/') ? '/' : '.'),
    matches: createGlobTest(pattern, false),
  }
}

/** Creates a function that tells whether a path, or a directory above it, matches one of several glob patterns. */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.flatMap((glob) => [
    createGlobTest(glob, true),
    createGlobTest(`${withoutTail(glob, /\//)}/**`, true),
  ])
  return (path) => tests.some((test) => test(path))
}

const withoutDot = (path: string): string => path.replace(/^(?:\.\/+)+/, '')

function createGlobTest(glob: string, dot: boolean): (path: string) => boolean {
  const tests = expandBraces(withoutDot(glob)).map((pattern) =>
    createPathTest(pattern.split('/'), { dot, ignoreCase: false }),
  )
  return (path) => tests.some((test) => test(withoutDot(path)))
}

/** Maximum number of alternatives; in a glob with more, braces are literal. */
const maxAlternatives = 1000

/** Maximum number of characters that expanding the braces of a glob pattern may produce; it grows with the pattern. */
const getMaxWork = (glob: string): number => 500 + 10 * glob.length

/**
 * A brace that is not closed yet: the patterns before it, and the patterns of each alternative that is already
 * complete.
 */
type OpenBraces = { prefixes: readonly string[]; alternatives: (readonly string[])[] }

/** Expands alternatives such as `{north,south}`, which may be nested. An unmatched brace is literal. */
function expandBraces(glob: string): readonly string[] {
  let work = getMaxWork(glob)
  const append = (heads: readonly string[], tails: readonly string[]): readonly string[] => {
    if (heads.length * tails.length > maxAlternatives) work = -1
    if (work < 0) return []
    const patterns = heads.flatMap((head) => tails.map((tail) => head + tail))
    const [tail = ''] = tails
    for (const pattern of patterns) work -= 1 + (tails.length > 1 ? pattern : tail).length
    return patterns
  }
  const openBraces: OpenBraces[] = []
  let current: readonly string[] = ['']
  for (const token of glob.match(/[{},]|[^{},]+/g) ?? []) {
    const braces = openBraces.at(-1)
    if (token === '{') {
      openBraces.push({ prefixes: current, alternatives: [] })
      current = ['']
    } else if (braces && token === ',') {
      braces.alternatives.push(current)
      current = ['']
    } else if (braces && token === '}') {
      openBraces.pop()
      current = append(braces.prefixes, [...braces.alternatives.flat(), ...current])
    } else current = append(current, [token])
  }
  for (const { prefixes, alternatives } of openBraces.reverse()) {
    const pieces = [['{'], ...alternatives.flatMap((patterns) => [patterns, [',']]), current]
    current = pieces.reduce(append, prefixes)
  }
  return work < 0 ? [glob] : current
}
