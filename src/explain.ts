import type { Severity } from './diagnostic.js'
import { fleet } from './fleet.js'
import { complete, filesOf, registryOf, unmarked } from './lint/example.js'
import type { FleetExample, FleetRule, Registry } from './lint/fleet/rule.js'
import type { Example, Rule } from './lint/rule.js'
import { firstVersion } from './lint/rule.js'
import { severityIn } from './lint/severity.js'
import { lint } from './load.js'

/** What linting an example finds of its rule; `line` counts from one, `fix` says what an automatic fix would do. */
export type ShownFinding = { line: number; severity: Severity; message: string; fix?: string }

/** A file of an example: the sections that matter, for which release and variables, and what is found there. Files of a fleet have names. */
export type ShownFile = {
  name?: string
  text: string
  target?: string
  env?: Record<string, string>
  findings: ShownFinding[]
}

/** An example as people read it: one file, or those of a fleet. */
export type ShownExample = {
  files: ShownFile[]
  /** What the management API says of the routers, where that matters. */
  registry?: Registry
}

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
export function describeRule(rule: Rule | FleetRule, release: string): RuleDescription {
  const {
    id,
    summary,
    why,
    severity,
    except = [],
    byOutcome = false,
    since = firstVersion,
    examples,
  } = rule
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

function shown(
  { id, severity, optional }: Rule | FleetRule,
  example: Example | FleetExample,
): ShownExample {
  const parts = filesOf(example).map((part) => ({ ...part, text: unmarked(part.text) }))
  const whole = parts.map(({ name = '', ...part }) => ({
    path: name,
    ...complete(part),
    ...(optional && { rules: { [id]: severity } }),
  }))
  const registry = registryOf(example)
  const found =
    whole.length > 1 || registry
      ? fleet(whole, registry)
      : whole.map((file) => lint(file.text, file))
  const files = parts.map(({ name, text, target, env }, index): ShownFile => ({
    ...(name !== undefined && { name }),
    text,
    ...(target !== undefined && { target }),
    ...(env && { env }),
    findings: (found[index] ?? [])
      .filter(({ rule }) => rule === id)
      .map((item) => ({
        line: item.range.start.line + 1,
        severity: item.severity,
        message: item.message,
        ...(item.fix && { fix: item.fix.title }),
      })),
  }))
  return { files, ...(registry && { registry }) }
}
