import type { ExampleFile } from './example.js'
import { filesOf } from './example.js'
import type { FleetExample, FleetRule } from './fleet/rule.js'
import type { Example, Rule } from './rule.js'

function sample({ name, text, target, env }: ExampleFile): string {
  const about = [name, target && `release ${target}`, env && `with ${Object.entries(env).map(([variable, value]) => `${variable}=${value}`).join(' ')}`].filter(Boolean)
  return ['```yaml', ...(about.length > 0 ? [`# ${about.join(', ')}`] : []), text.replaceAll(/ *#! ?/g, '  # ').trimEnd(), '```', ''].join('\n')
}

/** The page of every rule, with an example where it has one. */
export function rulesPage(rules: readonly (Rule | FleetRule)[]): string {
  const parts = rules.map(({ id, severity, summary, why, examples: { bad, good } }) => {
    const [worst]: readonly (Example | FleetExample)[] = bad
    const [best]: readonly (Example | FleetExample)[] = good
    return [`## ${id}`, '', `${summary} Severity: ${severity}.`, '', why, '', ...(worst ? filesOf(worst).map(sample) : []), ...(best ? ['Better:', '', ...filesOf(best).map(sample)] : [])].join('\n')
  })
  return ['# Rules', '', ...parts].join('\n')
}
