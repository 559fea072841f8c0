import type { Analysis, Means } from './analyze.js'
import { analyze } from './analyze.js'
import type { Diagnostic, Severity } from './diagnostic.js'
import { atStart, locate } from './diagnostic.js'
import type { Environment } from './expand.js'
import type { RouterConfig } from './generated/config.js'
import { rules as known } from './lint/rules/index.js'
import { complete } from './schema/read.js'
import { modelOf, targets } from './schema/router.js'
import type { Ground } from './suppressions/suppress.js'
import { suppress } from './suppressions/suppress.js'

/** How a text is to be looked at. */
export type Options = {
  /** Release of the router: '2.0', '2.0.3', '1.6', '0.31.4', '2.1.0-pre2' …; without it the newest line with long-term support. */
  target?: string
  /** The complete environment of the router; without it every variable is unknown, and unknown values satisfy every check. */
  env?: Environment
  /** Shown in messages; never read. */
  path?: string
  /** Severities by rule id; 'off' drops the findings of a rule. Looked at by `lint` only. */
  rules?: Readonly<Record<string, Severity | 'off'>>
  /** Whether comments in the text may hide findings; without it they may. Looked at by `lint` only. */
  suppressions?: boolean
}

export type LoadResult =
  | { ok: true; config: RouterConfig; diagnostics: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] }

/** Longest text that is read, in UTF-16 units; router files have a few thousand. */
export const longest = 16 * 1024 * 1024

/** Reads a router file as the router of the target does. `ok` is false exactly where that router would not run. */
export function load(text: string, options: Options = {}): LoadResult {
  return resultOf(look(text, options))
}

/** Everything that is wrong or doubtful in a router file, in the order of the text. */
export function lint(text: string, options: Options = {}): Diagnostic[] {
  return judged(look(text, options), options)
}

/** What is known of a text: diagnostics, the configuration and all that led to them for who wants it, and where comments may hide something. */
export type Look = {
  diagnostics: Diagnostic[]
  config?: () => RouterConfig
  analysis?: Analysis
  ground?: Ground
}

/** Looks at a text and, where there is one, at a machine. */
export function look(text: string, options: Options, means: Omit<Means, 'environment'> = {}): Look {
  const model = modelOf(options.target)
  if (!model) {
    const lines = targets()
      .map(({ line }) => line)
      .join(', ')
    return refuse(
      'unknown-target',
      `no release \`${options.target}\` is known; the lines are ${lines}, a release is named like 1.6.14`,
    )
  }
  if (text.length > longest) {
    return refuse(
      'too-large',
      `the text has ${Math.round(text.length / 1024 / 1024)} million characters and is not looked at; router files have a few thousand`,
    )
  }
  const analysis = analyze(text, model, { ...means, environment: options.env })
  const { document, findings, reading } = analysis
  const isWhole = document.problems.length === 0 && reading.unknown.length === 0
  return {
    diagnostics: locate(text, findings, document.starts),
    config: () => complete(model.schema, reading),
    analysis,
    ground: { document, release: model.release, isWhole },
  }
}

export function resultOf({ diagnostics, config }: Look): LoadResult {
  const runs = diagnostics.every(({ severity }) => severity !== 'error')
  return runs && config ? { ok: true, config: config(), diagnostics } : { ok: false, diagnostics }
}

const optional = new Set(known.filter((rule) => rule.optional).map(({ id }) => id))

/** What the caller wants to hear, in the severities that the caller wants, and no comment hides. */
export function judged({ diagnostics, ground }: Look, options: Options): Diagnostic[] {
  return graded(
    ground && (options.suppressions ?? true) ? suppress(diagnostics, ground) : diagnostics,
    options,
  )
}

/** Diagnostics in the severities that the caller wants. */
export function graded(diagnostics: readonly Diagnostic[], { rules = {} }: Options): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const severity =
      rules[diagnostic.rule] ?? (optional.has(diagnostic.rule) ? 'off' : diagnostic.severity)
    return severity === 'off' ? [] : [{ ...diagnostic, severity }]
  })
}

/** A text that is not looked at, and why. */
export const refuse = (rule: string, message: string): Look => ({
  diagnostics: [atStart(rule, message)],
})
