import { findModel } from '../schema/model.js'
import { formatRegistry, getRegistry, listExampleFiles, removeMarks } from './example.js'
import type { ExplainedExample, ExplainedFile, ExplainedFinding } from './explain.js'
import { describeRule, fixTexts, formatSeverities } from './explain.js'
import type { FleetExample, FleetRule } from './fleet/rule.js'
import type { Example, Rule } from './rule.js'

/** All rules with what is found in their examples, as one text in Markdown. */
export function formatRules(rules: readonly (Rule | FleetRule)[]): string {
  const release = findModel(undefined)?.release ?? ''
  const parts = rules.map((rule) => `## ${rule.id}\n\n${formatRule(rule, release)}`)
  return ['# Rules', '', ...parts].join('\n')
}

/** What a rule finds, with an example that was linted, as Markdown without a title. */
export function formatRule(rule: Rule | FleetRule, release: string): string {
  const { summary, optional, fixes = 'none', why } = rule
  const description = describeRule(rule, release)
  const { bad, good } = description
  return [
    `${summary} Severity: ${formatSeverities(description)}${optional ? ', off unless asked for' : ''}. Fixable: ${fixTexts[fixes]}.`,
    '',
    formatPage({ why, bad, good }),
  ].join('\n')
}

/** Why a rule matters, and its example, if it has one, as Markdown. The examples are not linted for that. */
export function formatRulePage({ why, examples: { bad, good } }: Rule | FleetRule): string {
  const show = (example: Example | FleetExample): ExplainedExample => {
    const registry = getRegistry(example)
    return {
      files: listExampleFiles(example).map(({ name, text, target, env }) => ({
        text: removeMarks(text),
        ...(name !== undefined && { name }),
        ...(target !== undefined && { target }),
        ...(env && { env }),
        findings: [],
      })),
      ...(registry && { registry }),
    }
  }
  return formatPage({ why, bad: bad.slice(0, 1).map(show), good: good.slice(0, 1).map(show) })
}

type RulePageParts = {
  why: string
  bad: readonly ExplainedExample[]
  good: readonly ExplainedExample[]
}

function formatPage({ why, bad: [worst], good: [best] }: RulePageParts): string {
  return [
    why,
    '',
    ...(worst ? formatExample(worst) : []),
    ...(best ? ['Better:', '', ...formatExample(best)] : []),
  ].join('\n')
}

/** The files of an example, and the routers according to the management API. */
const formatExample = ({ files, registry }: ExplainedExample): string[] => [
  ...files.flatMap(formatExampleFile),
  ...(registry ? [`\`\`\`yaml\n${formatRegistry(registry)}\n\`\`\`\n`] : []),
]

/** A file of an example: what it requires first, and what is found in it. */
function formatExampleFile({ name, text, target, env, findings }: ExplainedFile): string[] {
  const about = [
    name,
    target && `release ${target}`,
    env &&
      `with ${Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join(' ')}`,
  ].filter(Boolean)
  const comment = about.length > 0 ? `# ${about.join(', ')}\n` : ''
  return [
    `\`\`\`yaml\n${comment}${text.trimEnd()}\n\`\`\`\n`,
    ...(findings.length > 0 ? [`${findings.map(formatFinding).join('\n')}\n`] : []),
  ]
}

/** Lines count from one, below the comment of the example. */
const formatFinding = ({ line, severity, message }: ExplainedFinding): string =>
  `- line ${line}, ${severity}: ${message}`
