import type { Finding } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import { rules } from '../generated/rules.js'
import { formatSentences, formatValueText } from '../schema/messages.js'
import type { Observation, ObservationKind } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import { formatOddity } from './odd-number.js'
import { suggestVariables } from './suggest-variables.js'
import type { Rule } from './rule.js'

/** A rule that turns observations into messages. */
type ObservationRule = { rule: Rule; report: NonNullable<Rule['observes']>['report'] }

const rulesByKind: ReadonlyMap<ObservationKind, ObservationRule> = new Map(
  rules.flatMap((rule) =>
    rule.observes ? [[rule.observes.kind, { rule, report: rule.observes.report }] as const] : [],
  ),
)

/** The findings for the observations of a file, or those of some rules. */
export const createFindings = (reading: ReadResult, only?: ReadonlySet<string>): Finding[] =>
  reading.observations.flatMap((observation) => {
    const responsible = rulesByKind.get(observation.kind)
    if (!responsible || only?.has(responsible.rule.id) === false) return []
    return createFinding(responsible, observation, reading) ?? []
  })

function createFinding(
  responsible: ObservationRule,
  observation: Observation,
  reading: ReadResult,
): Finding | undefined {
  const report = responsible.report(observation, reading)
  if (!report) return undefined
  const { id, severity } = responsible.rule
  return {
    rule: id,
    severity: report.severity ?? severity,
    message: appendAsides(report.message, observation, reading),
    path: report.path ?? toPath(observation.place),
    span: observation.span,
    ...(report.fix && { fix: report.fix }),
  }
}

/** A message plus what else is true of the scalar. */
const appendAsides = (
  message: string,
  { oddity, unset }: Observation,
  { environment }: ReadResult,
): string =>
  formatSentences(
    message,
    oddity && `\`${oddity.written}\` ${formatOddity(oddity)}`,
    unset && `${formatValueText(unset.join(' '))} is not set and expands to nothing`,
    unset && suggestVariables(unset, environment),
  )
