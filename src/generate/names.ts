import { replaceControls } from '../document/controls.js'
import type { Diagnostic, Path, Severity } from '../document/diagnostic.js'

/** Names that Windows reserves for devices, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Why a router name cannot be used for files: it must mean the same on every system, in URLs and in commands. */
export function findFileNameFault(name: string): string | undefined {
  if (name === '') return 'it is empty'
  if (name.length > 100) return `it has ${name.length} characters; the limit is 100`
  if (reservedNames.test(name)) return 'Windows reserves it for a device'
  if (/^[./\\]|[/\\]|\.\.|\.$/.test(name)) return 'it is a path'
  const bad = /[^\w.-]/u.exec(name)?.[0]
  if (bad !== undefined)
    return `it contains ${bad === ' ' ? 'a space' : `\`${replaceControls(bad)}\``}`
  return name.startsWith('-') ? 'commands would read it as a flag' : undefined
}

/** The message about a name that cannot be used for files. */
export const formatFileNameFault = (name: string, fault: string): string =>
  `the router name \`${replaceControls(name).slice(0, 60)}\` is not a valid file name: ${fault}; set \`fileName\` to a name of letters, digits, \`.\`, \`_\` and \`-\``

/** Fills in a pattern such as `routers/{name}/router.yml`. */
export const fillPattern = (pattern: string, name: string): string =>
  pattern.replaceAll('{name}', name)

/** A problem of answers: the rule, the severity, the path in the answers, and a message. */
export type Problem = { rule: string; severity: Severity; path: Path; message: string }

/**
 * A problem as a diagnostic. Answers are not text, so its range is the start; callers with a text find the range by the
 * path.
 */
export function toDiagnostic({ path, ...problem }: Problem): Diagnostic {
  const start = { line: 0, character: 0, offset: 0 }
  return { ...problem, path: [...path], range: { start, end: start } }
}

/** Records problems as they are found. */
export type Reporter = (problem: Problem) => void
