import type { FleetRule, FleetExample } from './fleet/rule.js'
import type { Rule, Example } from './rule.js'
import type { ExampleFile } from './example.js'
import { listExampleFiles, getRegistry, formatRegistry } from './example.js'

/** The page of all rules, with their examples. */
export function formatRulesPage(rules: readonly (Rule | FleetRule)[]): string {
  const parts = rules.map((rule) => {
    const severity = `${rule.severity}${rule.optional ? ', off unless asked for' : ''}`
    return [
      `## ${rule.id}`,
      '',
      `${rule.summary} Severity: ${severity}.`,
      '',
      formatRulePage(rule),
    ].join('\n')
  })
  return ['# Rules', '', ...parts].join('\n')
}

/** A file of an example on the page of the rules: what it requires first, each finding after the line at fault. */
function formatExampleFile({ name, text, target, env }: ExampleFile): string {
  const about = [
    name,
    target && `release ${target}`,
    env &&
      `with ${Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join(' ')}`,
  ].filter(Boolean)
  return [
    '```yaml',
    ...(about.length > 0 ? [`# ${about.join(', ')}`] : []),
    text.replaceAll(/ *#! ?/g, '  # ').trimEnd(),
    '```',
    '',
  ].join('\n')
}

/** The files of an example, and the routers according to the management API. */
function formatExample(example: Example | FleetExample): string[] {
  const registry = getRegistry(example)
  return [
    ...listExampleFiles(example).map(formatExampleFile),
    ...(registry ? [`\`\`\`yaml\n${formatRegistry(registry)}\n\`\`\`\n`] : []),
  ]
}

/** Why a rule matters, and its example, if it has one, as Markdown. */
export function formatRulePage({ why, examples: { bad, good } }: Rule | FleetRule): string {
  const [worst]: readonly (Example | FleetExample)[] = bad
  const [best]: readonly (Example | FleetExample)[] = good
  return [
    why,
    '',
    ...(worst ? formatExample(worst) : []),
    ...(best ? ['Better:', '', ...formatExample(best)] : []),
  ].join('\n')
}
