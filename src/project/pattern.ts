import { withoutTail } from '../document/tails.js'
import { createPathTest } from './wildcards.js'

/** The directory to search for a glob pattern, and the test for its files. */
export function parseGlob(pattern: string): {
  folder: string
  isMeant: (path: string) => boolean
} {
  const segments = pattern.split('/')
  const first = segments.findIndex((segment) => /[*?[{\\]/.test(segment))
  const folder = segments.slice(0, first < 0 ? -1 : first).join('/')
  return {
    folder: folder || (pattern.startsWith('/') ? '/' : '.'),
    isMeant: createGlobTest(pattern, false),
  }
}

/** Whether a path, or a directory above it, matches one of several glob patterns. */
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

/** In a glob with more alternatives, braces are read literally. */
const maxAlternatives = 1000

/** The patterns of a glob with alternatives such as `{north,south}`, which may be nested. */
function expandBraces(glob: string): string[] {
  let patterns = [glob]
  for (let at = 0; at < patterns.length;) {
    const alternatives = expandInnermost(patterns[at] ?? '')
    if (alternatives.length === 0) at += 1
    else if (patterns.length + alternatives.length > maxAlternatives) return [glob]
    else patterns = [...patterns.slice(0, at), ...alternatives, ...patterns.slice(at + 1)]
  }
  return patterns
}

/** The alternatives of the first braces that have no others in them; empty without braces. */
function expandInnermost(pattern: string): string[] {
  const end = pattern.indexOf('}')
  const start = end < 0 ? -1 : pattern.lastIndexOf('{', end)
  if (start < 0) return []
  const inner = pattern.slice(start + 1, end)
  return inner.split(',').map((each) => pattern.slice(0, start) + each + pattern.slice(end + 1))
}
