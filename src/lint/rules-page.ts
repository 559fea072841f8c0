import type { Example, Rule } from './rule.js'

const sample = (example: Example): string => {
  const { text, target, env } = typeof example === 'string' ? { text: example } : { target: undefined, env: undefined, ...example }
  const about = [target && `release ${target}`, env && `with ${Object.entries(env).map(([name, value]) => `${name}=${value}`).join(' ')}`].filter(Boolean)
  return ['```yaml', ...(about.length > 0 ? [`# ${about.join(', ')}`] : []), text.replaceAll(/ *#! ?/g, '  # ').trimEnd(), '```'].join('\n')
}

/** The page of every rule, with an example where it has one. */
export function rulesPage(rules: readonly Rule[]): string {
  const parts = rules.map(({ id, severity, summary, why, examples: { bad, good } }) => {
    const [worst] = bad
    const [best] = good
    return [`## ${id}`, '', `${summary} Severity: ${severity}.`, '', why, '', ...(worst ? [sample(worst), ''] : []), ...(best ? ['Better:', '', sample(best), ''] : [])].join('\n')
  })
  return ['# Rules', '', ...parts].join('\n')
}
