import type { ExampleFile } from './example.js'
import { filesOf, registryOf, registryText } from './example.js'
import type { FleetExample, FleetRule } from './fleet/rule.js'
import type { Example, Rule } from './rule.js'

/** A file of an example as the page of the rules shows it: what it needs first, what is found behind the line at fault. */
function sample({ name, text, target, env }: ExampleFile): string {
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

/** The files of an example, and what the management API says of them. */
function samples(example: Example | FleetExample): string[] {
  const registry = registryOf(example)
  return [
    ...filesOf(example).map(sample),
    ...(registry ? [`\`\`\`yaml\n${registryText(registry)}\n\`\`\`\n`] : []),
  ]
}

/** Why a rule matters and an example of it, where it has one, as Markdown. */
export function rulePage({ why, examples: { bad, good } }: Rule | FleetRule): string {
  const [worst]: readonly (Example | FleetExample)[] = bad
  const [best]: readonly (Example | FleetExample)[] = good
  return [
    why,
    '',
    ...(worst ? samples(worst) : []),
    ...(best ? ['Better:', '', ...samples(best)] : []),
  ].join('\n')
}
