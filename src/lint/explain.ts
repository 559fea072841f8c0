import type { Diagnostic, Severity } from '../document/diagnostic.js'
import { getReleaseRanges } from '../schema/release.js'
import { fleet } from './fleet/fleet.js'
import { completeExample, listExampleFiles, getRegistry, removeMarks } from './example.js'
import type { FleetExample, FleetRule, Registry } from './fleet/rule.js'
import type { Example, Rule } from './rule.js'
import { firstVersion, getRuleSeverity } from './rule.js'
import { lint } from './lint.js'

/** A finding of a rule in one of its examples. `line` is one-based, and `fix` is the title of the automatic fix. */
export type ExplainedFinding = { line: number; severity: Severity; message: string; fix?: string }

/** A file of an example: `text` has its relevant sections. Files of a fleet have names. */
export type ExplainedFile = {
  name?: string
  text: string
  target?: string
  env?: Record<string, string>
  findings: ExplainedFinding[]
}

/** An example for display: one file, or the files of a fleet. */
export type ExplainedExample = {
  files: ExplainedFile[]
  /** The router records with which the files are compared; absent if the example has none. */
  registry?: Registry
}

/** A rule as `routerfile explain` shows it. */
export type RuleDescription = {
  id: string
  summary: string
  why: string
  severity: Severity
  /** Other severities in some releases, given as ranges like '<1.4.0'. */
  except: readonly { in: readonly string[]; severity: Severity | 'off' }[]
  /** The requested release; `severityInRelease` is the severity in it. */
  release: string
  severityInRelease: Severity | 'off'
  /** Whether the severity of a finding depends on what the router does about the key; `severity` is the usual one. */
  byOutcome: boolean
  /** Which kinds of fixes the findings may have; absent if they never have one. */
  fixes?: 'safe' | 'unsafe' | 'mixed'
  /** First version of this package with the rule. */
  since: string
  bad: ExplainedExample[]
  good: ExplainedExample[]
}

/** Describes a rule for a release. Its examples are actually linted, so the shown findings are always true. */
export function describeRule(rule: Rule | FleetRule, release: string): RuleDescription {
  const {
    id,
    summary,
    why,
    severity,
    except = [],
    byOutcome: hasSeverityByOutcome = false,
    fixes,
    since = firstVersion,
    examples,
  } = rule
  return {
    id,
    summary,
    why,
    severity,
    except: except.map((item) => ({ in: getReleaseRanges(item.in), severity: item.severity })),
    release,
    severityInRelease: getRuleSeverity(rule, release),
    byOutcome: hasSeverityByOutcome,
    ...(fixes && { fixes }),
    since,
    bad: examples.bad.map((example) => explainExample(rule, example)),
    good: examples.good.map((example) => explainExample(rule, example)),
  }
}

export function lintExample(
  { id, severity, optional }: Rule | FleetRule,
  example: Example | FleetExample,
  target?: string,
): { exampleFiles: ReturnType<typeof listExampleFiles>; findingsByFile: Diagnostic[][] } {
  const exampleFiles = listExampleFiles(example).map((file) => ({
    ...file,
    text: removeMarks(file.text),
    ...(target !== undefined && { target }),
  }))
  const completedFiles = exampleFiles.map((file) => ({
    path: file.name ?? '',
    ...completeExample(file),
    ...(optional && { rules: { [id]: severity } }),
  }))
  const registry = getRegistry(example)
  const findingsByFile =
    completedFiles.length > 1 || registry
      ? fleet(completedFiles, registry)
      : completedFiles.map((file) => lint(file.text, file))
  return {
    exampleFiles,
    findingsByFile: exampleFiles.map((_, index) =>
      (findingsByFile[index] ?? []).filter(({ rule }) => rule === id),
    ),
  }
}

/** `target` is the release to lint the example for, instead of its own. */
function explainExample(
  rule: Rule | FleetRule,
  example: Example | FleetExample,
  target?: string,
): ExplainedExample {
  const { exampleFiles, findingsByFile } = lintExample(rule, example, target)
  const registry = getRegistry(example)
  const files = exampleFiles.map(({ name, text, target, env }, index): ExplainedFile => ({
    ...(name !== undefined && { name }),
    text,
    ...(target !== undefined && { target }),
    ...(env && { env }),
    findings: (findingsByFile[index] ?? []).map((item) => ({
      line: item.range.start.line + 1,
      severity: item.severity,
      message: item.message,
      ...(item.fix && { fix: item.fix.title }),
    })),
  }))
  return { files, ...(registry && { registry }) }
}

/** Formats the severities of a rule, such as `error; warning in releases <1.8.0-pre4`. */
export function formatSeverities({
  severity,
  except,
  byOutcome: hasSeverityByOutcome,
  release,
  severityInRelease,
}: RuleDescription): string {
  const others = except.map((item) => `${item.severity} in releases ${item.in.join(' or ')}`)
  const inRelease = severityInRelease === severity ? [] : [`so ${severityInRelease} in ${release}`]
  const outcome = hasSeverityByOutcome ? ['depends on what the router does about the key'] : []
  return [severity, ...others, ...inRelease, ...outcome].join('; ')
}

/** Whether the findings of a rule can be fixed, by the value of `fixes`; `none` if the rule has no fixes. */
export const fixTexts = {
  none: 'no',
  safe: 'yes, safely',
  unsafe: 'only with --unsafe',
  mixed: 'yes; some fixes need --unsafe',
} as const

export const listExampleFixes = ({ bad }: RuleDescription): string[] => [
  ...new Set(
    bad.flatMap(({ files }) =>
      files.flatMap(({ findings }) => findings.flatMap(({ fix }) => fix ?? [])),
    ),
  ),
]
