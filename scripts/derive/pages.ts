import type { FleetRule } from '../../src/lint/fleet/rule.js'
import type { Rule } from '../../src/lint/rule.js'
import { fixTexts } from '../../src/lint/explain.js'
import { formatRule } from '../../src/lint/rule-page.js'
import type { Description } from '../../src/schema/describe.js'
import { describePlace, formatHistory } from '../../src/schema/describe.js'
import type { ValueFailure, Texts } from '../../src/schema/key.js'
import { failures } from '../../src/schema/key.js'
import { listPlaces } from '../../src/schema/places.js'
import type { Model } from '../../src/schema/model.js'
import { selectTexts } from '../../src/schema/texts.js'

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const formatCode = (value: unknown): string =>
  `\`${typeof value === 'string' ? value || '""' : JSON.stringify(value)}\``

const labels: Readonly<Record<ValueFailure, string>> = {
  missing: 'missing',
  null: 'empty',
  type: 'other type',
  format: 'malformed',
  range: 'out of bounds',
  above: 'too large',
}

/** Describes how the router treats wrong values; failures with the same consequence are grouped. */
function formatOutcomes({ outcomes, doubtful }: Description): string {
  const names = new Map<string, string[]>()
  for (const failure of failures) {
    const then = outcomes[failure]
    if (then !== undefined) names.set(then, [...(names.get(then) ?? []), labels[failure]])
  }
  if (doubtful !== undefined) names.set(doubtful, ['too small'])
  return [...names].map(([then, classes]) => `${classes.join(', ')}: ${then}`).join('; ')
}

function formatReleases({ read, releases, deprecated, replacedBy }: Description): string {
  const range = releases === undefined ? '' : releases.length === 0 ? 'none' : releases.join(' or ')
  return [range, deprecated && read && 'obsolete', replacedBy && `use \`${replacedBy}\``]
    .filter(Boolean)
    .join('; ')
}

function formatRow(key: Description): string {
  const type = [key.type, key.unit && `in ${key.unit}`, key.required && '**required**']
    .filter(Boolean)
    .join(', ')
  const allowed = key.values?.map(formatCode).join(', ') ?? key.bounds ?? ''
  const standard = key.default === undefined ? '' : formatCode(key.default)
  return `| \`${key.path}\` | ${[key.text, type, standard, allowed, formatOutcomes(key), formatReleases(key)].map(escapeCell).join(' | ')} |`
}

const tableHead =
  '| Key | Meaning | Type | Default | Allowed | When wrong | Releases |\n|---|---|---|---|---|---|---|'

/** Creates the page of all keys: a table for each section, and the changes of each release. */
export function createKeysPage(
  { schema, release }: Model,
  texts: readonly Texts[],
  note: string,
): string {
  const places = listPlaces(schema)
  const keys = places.map((place) => describePlace(place, selectTexts(texts, release)))
  const getSection = ({ path }: Description): string => path.split(/[.[]/)[0] ?? path
  const sections = [...new Set(keys.map(getSection))].map((section) => {
    const own = keys.filter((key) => getSection(key) === section)
    const lines = places
      .map((place) => describePlace(place, texts))
      .filter((key) => getSection(key) === section)
      .flatMap(({ path, changes }) =>
        formatHistory(changes).map((change) => `- \`${path}\`, ${change}`),
      )
    return [
      `## ${section}`,
      '',
      tableHead,
      ...own.map(formatRow),
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

/** Formats a table of the rules, with a link from each to its page. */
export function formatRuleTable(
  rules: readonly (Rule | FleetRule)[],
  toAddress: (rule: string) => string,
  /** The sections of the router file that a rule checks; adds a column for them. */
  listSections?: (rule: string) => readonly string[],
): string {
  const rows = rules.map((rule) => {
    const { id, severity, optional, summary } = rule
    const isOff = optional ? ', off by default' : ''
    const sections = listSections ? `${listSections(id).join(', ') || 'any'} | ` : ''
    return `| [\`${id}\`](${toAddress(id)}) | ${severity}${isOff} | ${fixTexts[rule.fixes ?? 'none']} | ${sections}${escapeCell(summary)} |`
  })
  const [name, line] = listSections ? ['Section | ', '---|'] : ['', '']
  return [
    `| Rule | Severity | Fixable | ${name}What it finds |`,
    `|---|---|---|${line}---|`,
    ...rows,
  ].join('\n')
}

const rulesIntro =
  '`routerfile explain RULE` shows the same with more examples. [Fix files](fix.md) says what safe and unsafe fixes are, and [Configuration](configuration.md) how to change severities.'

const ruleOutro =
  'Examples show only the keys that matter. [Configuration](configuration.md) changes the severity of a rule, and [suppression comments](suppressions.md) hide single findings.'

/** Creates the page that lists the rules, and a page for each rule, as pairs of path and text. */
export function createRuleDocuments(
  rules: readonly (Rule | FleetRule)[],
  release: string,
  note: string,
): [path: string, text: string][] {
  const head = `<!-- ${note} -->\n\n`
  return [
    [
      'docs/rules.md',
      `${head}# Rules\n\n${rulesIntro}\n\n${formatRuleTable(rules, (id) => `rules/${id}.md`)}\n`,
    ],
    ...rules.map((rule): [string, string] => [
      `docs/rules/${rule.id}.md`,
      `${head}# ${rule.id}\n\n${formatRule(rule, release).trimEnd()}\n\n${ruleOutro}\n`.replaceAll(
        /\]\((?=[\w-]+\.md)/g,
        '](../',
      ),
    ]),
  ]
}
