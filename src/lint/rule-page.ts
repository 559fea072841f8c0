import type { Example, Rule } from './rule.js'

/** An example as the page of the rules shows it: what it needs first, what is found behind the line at fault. */
function sample(example: Example): string {
  const { text, target, env } = typeof example === 'string' ? { text: example } : { target: undefined, env: undefined, ...example }
  const about = [target && `release ${target}`, env && `with ${Object.entries(env).map(([name, value]) => `${name}=${value}`).join(' ')}`].filter(Boolean)
  return ['```yaml', ...(about.length > 0 ? [`# ${about.join(', ')}`] : []), text.replaceAll(/ *#! ?/g, '  # ').trimEnd(), '```'].join('\n')
}

/** Why a rule matters and an example of it, where it has one, as Markdown. */
export function rulePage({ why, examples: { bad, good } }: Rule): string {
  const [worst] = bad
  const [best] = good
  return [why, '', ...(worst ? [sample(worst), ''] : []), ...(best ? ['Better:', '', sample(best), ''] : [])].join('\n')
}
