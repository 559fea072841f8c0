import { findModel } from '../schema/model.js'
import { formatRegistry, getRegistry, listExampleFiles, removeMarks } from './example.js'
import type { ExplainedExample, ExplainedFile, ExplainedFinding } from './explain.js'
import { describeRule, fixTexts, formatSeverities } from './explain.js'
import type { FleetExample, FleetRule } from './fleet/rule.js'
import type { Example, Rule } from './rule.js'

export function formatRules(rules: readonly (Rule | FleetRule)[]): string {
  const release = findModel(undefined)?.release ?? ''
  const parts = rules.map((rule) => `## ${rule.id}\n\n${formatRule(rule, release)}`)
  return ['# Rules', '', ...parts].join('\n')
}

/** Formats a rule and its first examples, with their findings, as Markdown without a title. */
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

/** The examples are not linted, so the page shows no findings. */
export function formatRulePage({ why, examples: { bad, good } }: Rule | FleetRule): string {
  const toExplainedExample = (example: Example | FleetExample): ExplainedExample => {
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
  return formatPage({
    why,
    bad: bad.slice(0, 1).map(toExplainedExample),
    good: good.slice(0, 1).map(toExplainedExample),
  })
}

type RulePageParts = {
  why: string
  bad: readonly ExplainedExample[]
  good: readonly ExplainedExample[]
}

function formatPage({ why, bad: [badExample], good: [goodExample] }: RulePageParts): string {
  return [
    why,
    '',
    ...(badExample ? formatExample(badExample) : []),
    ...(goodExample ? ['Better:', '', ...formatExample(goodExample)] : []),
  ].join('\n')
}

const formatExample = ({ files, registry }: ExplainedExample): string[] => [
  ...files.flatMap(formatExampleFile),
  ...(registry ? [`\`\`\`yaml\n${formatRegistry(registry)}\n\`\`\`\n`] : []),
]

/** A file of an example: its name, release and variables in a comment, its text, and the findings in it. */
function formatExampleFile({ name, text, target, env, findings }: ExplainedFile): string[] {
  const conditions = [
    name,
    target && `release ${target}`,
    env &&
      `with ${Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join(' ')}`,
  ].filter(Boolean)
  const comment = conditions.length > 0 ? `# ${conditions.join(', ')}\n` : ''
  return [
    `\`\`\`yaml\n${comment}${text.trimEnd()}\n\`\`\`\n`,
    ...(findings.length > 0 ? [`${findings.map(formatFinding).join('\n')}\n`] : []),
  ]
}

/** The line number is one-based and does not count the comment that is added above the example. */
const formatFinding = ({ line, severity, message }: ExplainedFinding): string =>
  `- line ${line}, ${severity}: ${message}`
