import type { Description } from './describe.js'
import type { Failure, Json } from './key.js'
import { failures } from './key.js'

const labels: Readonly<Record<Failure, string>> = {
  missing: 'if missing',
  null: 'if empty',
  type: 'if of another type',
  format: 'if malformed',
  range: 'if out of bounds',
  above: 'if too large',
}

/** A default or an example as people write it. */
export const shown = (value: Json): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value)

/** What is known of a key, a fact with its name at a time; `code` marks those that are written like that in files. */
export type Fact = { name: string; text: string; code?: true }

/** The facts of a key in the order in which people ask for them. */
export function factsOf({
  type,
  unit,
  required,
  default: usual,
  bounds,
  values,
  examples,
  releases,
  replacedBy,
  outcomes,
  doubtful,
  source,
}: Description): Fact[] {
  const rows: (Omit<Fact, 'text'> & { text: string | false | undefined })[] = [
    {
      name: 'type',
      text: [type, unit && `in ${unit}`, required && 'required'].filter(Boolean).join(', '),
    },
    { name: 'default', text: usual === undefined ? undefined : shown(usual), code: true },
    { name: 'bounds', text: bounds },
    { name: 'values', text: values?.join(', ') },
    { name: 'example', text: examples?.map(shown).join(', ') },
    {
      name: 'read by',
      text:
        releases && (releases.length === 0 ? 'no release' : `releases ${releases.join(' or ')}`),
    },
    { name: 'instead', text: replacedBy, code: true },
    ...failures.map((failure) => ({ name: labels[failure], text: outcomes[failure] })),
    { name: 'if too small', text: doubtful },
    { name: 'source', text: source, code: true },
  ]
  return rows.flatMap(({ name, text, code }) =>
    text ? [{ name, text, ...(code && { code }) }] : [],
  )
}

/** What changed about a key, a sentence for each change. */
export const historyOf = (changes: Description['changes']): string[] =>
  changes.map(({ in: ranges, what, effect }) => `${ranges.join(' or ')}: ${what} ${effect}`)
