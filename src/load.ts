import { analyze } from './analyze.js'
import type { Diagnostic, Severity } from './diagnostic.js'
import { locate } from './diagnostic.js'
import type { Environment } from './expand.js'
import type { RouterConfig } from './generated/config.js'
import { modelOf, targets } from './schema/router.js'

/** How a text is to be looked at. */
export type Options = {
  /** Release of the router: '2.0', '2.0.3', '1.6', '0.31.4', '2.1.0-pre2' …; without it the newest line with long-term support. */
  target?: string
  /** The complete environment of the router; without it every variable is unknown, and unknown values satisfy every check. */
  env?: Environment
  /** Shown in messages; never read. */
  path?: string
  /** Severities by rule id; 'off' drops the findings of a rule. */
  rules?: Readonly<Record<string, Severity | 'off'>>
}

export type LoadResult =
  | { ok: true; config: RouterConfig; diagnostics: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] }

/** Reads a router file as the router of the target does. `ok` is false exactly where that router would not run. */
export function load(text: string, options: Options = {}): LoadResult {
  const model = modelOf(options.target)
  if (!model) return { ok: false, diagnostics: [unknownTarget(options.target)] }
  const { findings, reading } = analyze(text, model, options.env)
  const diagnostics = locate(text, findings)
  if (diagnostics.some(({ severity }) => severity === 'error')) return { ok: false, diagnostics }
  return { ok: true, config: reading.config, diagnostics }
}

/** Everything that is wrong or doubtful in a router file, in the order of the text. */
export function lint(text: string, options: Options = {}): Diagnostic[] {
  const { rules = {} } = options
  return load(text, options).diagnostics.flatMap((diagnostic) => {
    const severity = rules[diagnostic.rule] ?? diagnostic.severity
    return severity === 'off' ? [] : [{ ...diagnostic, severity }]
  })
}

function unknownTarget(target: string | undefined): Diagnostic {
  const known = targets().map(({ line }) => line).join(', ')
  const start = { line: 0, character: 0, offset: 0 }
  return { rule: 'unknown-target', severity: 'error', message: `no release ${target} is known; the lines are ${known}, and a release of one is written like 1.6.14`, path: [], range: { start, end: start } }
}
