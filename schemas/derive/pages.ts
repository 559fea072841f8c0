import type { Description } from '../../src/schema/describe.js'
import { describePlace } from '../../src/schema/describe.js'
import { historyOf } from '../../src/schema/facts.js'
import type { Failure, Texts } from '../../src/schema/key.js'
import { failures } from '../../src/schema/key.js'
import { placesOf } from '../../src/schema/places.js'
import type { Model } from '../../src/schema/router.js'
import { textsFor } from '../../src/schema/texts.js'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const code = (value: unknown): string =>
  `\`${typeof value === 'string' ? value || '""' : JSON.stringify(value)}\``

const labels: Readonly<Record<Failure, string>> = {
  missing: 'missing',
  null: 'empty',
  type: 'other type',
  format: 'malformed',
  range: 'out of bounds',
  above: 'too large',
}

/** What the router does when a key is wrong, failures with one consequence together. */
function whenWrong({ outcomes, doubtful }: Description): string {
  const names = new Map<string, string[]>()
  for (const failure of failures) {
    const then = outcomes[failure]
    if (then !== undefined) names.set(then, [...(names.get(then) ?? []), labels[failure]])
  }
  if (doubtful !== undefined) names.set(doubtful, ['too small'])
  return [...names].map(([then, classes]) => `${classes.join(', ')}: ${then}`).join('; ')
}

function releasesOf({ read, releases, deprecated, replacedBy }: Description): string {
  const range = releases === undefined ? '' : releases.length === 0 ? 'none' : releases.join(' or ')
  return [range, deprecated && read && 'obsolete', replacedBy && `use \`${replacedBy}\``]
    .filter(Boolean)
    .join('; ')
}

function row(key: Description): string {
  const type = [key.type, key.unit && `in ${key.unit}`, key.required && '**required**']
    .filter(Boolean)
    .join(', ')
  const allowed = key.values?.map(code).join(', ') ?? key.bounds ?? ''
  const standard = key.default === undefined ? '' : code(key.default)
  return `| \`${key.path}\` | ${[key.text, type, standard, allowed, whenWrong(key), releasesOf(key)].map(cell).join(' | ')} |`
}

const head =
  '| Key | Meaning | Type | Default | Allowed | When wrong | Releases |\n|---|---|---|---|---|---|---|'

/** The page of every key, a table for each section, and what changed from release to release. */
export function keysPage(
  { schema, release }: Model,
  texts: readonly Texts[],
  note: string,
): string {
  const places = placesOf(schema)
  const keys = places.map((place) => describePlace(place, textsFor(texts, release)))
  const sectionOf = ({ path }: Description): string => path.split(/[.[]/)[0] ?? path
  const sections = [...new Set(keys.map(sectionOf))].map((section) => {
    const own = keys.filter((key) => sectionOf(key) === section)
    const lines = places
      .map((place) => describePlace(place, texts))
      .filter((key) => sectionOf(key) === section)
      .flatMap(({ path, changes }) =>
        historyOf(changes).map((change) => `- \`${path}\`, ${change}`),
      )
    return [
      `## ${section}`,
      '',
      head,
      ...own.map(row),
      ...(lines.length > 0 ? ['', 'Changes:', '', ...new Set(lines)] : []),
      '',
    ].join('\n')
  })
  return [
    `<!-- ${note} -->`,
    '',
    '# Keys of the router file',
    '',
    `As release ${release} reads them; ${keys.length} places. \`routerfile explain KEY --target RELEASE\` says the same for another release.`,
    '',
    ...sections,
  ].join('\n')
}
