import type { Severity } from './diagnostic.js'
import { complete, unmarked } from './lint/example.js'
import type { Example, Rule } from './lint/rule.js'
import { firstVersion } from './lint/rule.js'
import { severityIn } from './lint/severity.js'
import { lint } from './load.js'

/** What linting an example finds of its rule; `line` counts from one, `fix` says what an automatic fix would do. */
export type ShownFinding = { line: number; severity: Severity; message: string; fix?: string }

/** An example as people read it: the sections that matter, for which release and variables, and what is found there. */
export type ShownExample = { text: string; target?: string; env?: Record<string, string>; findings: ShownFinding[] }

/** A rule in words: what `routerfile explain` shows. */
export type RuleDescription = {
  id: string
  summary: string
  why: string
  severity: Severity
  /** Other severities in some releases, given as ranges like '<1.4.0'. */
  except: readonly { in: readonly string[]; severity: Severity | 'off' }[]
  /** The release asked for, and the severity in it. */
  release: string
  severityInRelease: Severity | 'off'
  /** Whether the severity of a finding is that of what the router does about the key; `severity` is the usual one. */
  byOutcome: boolean
  /** Version of this package that has the rule first. */
  since: string
  bad: ShownExample[]
  good: ShownExample[]
}

/** Describes a rule for a release. Its examples are linted, so what they are said to give is what they give. */
export function describeRule(rule: Rule, release: string): RuleDescription {
  const { id, summary, why, severity, except = [], since = firstVersion, examples, byOutcome = false } = rule
  return {
    id,
    summary,
    why,
    severity,
    except,
    release,
    severityInRelease: severityIn(rule, release),
    byOutcome,
    since,
    bad: examples.bad.map((example) => shown(rule, example)),
    good: examples.good.map((example) => shown(rule, example)),
  }
}

function shown({ id, severity, optional }: Rule, example: Example): ShownExample {
  const { text, ...rest } = typeof example === 'string' ? { text: example } : example
  const part = unmarked(text)
  const { text: whole, ...options } = complete({ ...rest, text: part })
  const findings = lint(whole, { ...options, ...(optional && { rules: { [id]: severity } }) }).flatMap(({ rule, severity: found, message, range, fix }): ShownFinding[] =>
    rule === id ? [{ line: range.start.line + 1, severity: found, message, ...(fix && { fix: fix.title }) }] : [])
  return { text: part, ...options, findings }
}
