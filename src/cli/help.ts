import { locatePackageFile } from '../project/pages.js'
import { version } from '../project/version.js'
import type { Command, CommandEntry, Streams } from './command.js'
import type { Flag, FlagGroup, Flags } from './flags.js'
import { flagGroups } from './flags.js'
import { topics } from './topics.js'
import { formatTable, wrapText } from './ui/text.js'

export const exitCodes = [
  'no finding at or above --fail-on',
  'findings, or the controller refused a request',
  'wrong usage, or unreadable input or configuration',
  'internal failure',
] as const

const exitCodeText = `Exit codes: ${exitCodes.map((text, code) => `${code} ${text}`).join(', ')}.`

/** The text of `routerfile --help`. */
export function formatHelp(commands: readonly CommandEntry[], streams: Streams): string {
  const rows = commands.map(
    ({ name, usage, summary }) => [`${name} ${usage}`.trimEnd(), summary] as const,
  )
  return [
    formatParagraph(
      `routerfile ${version}: checks OpenZiti router config files as \`ziti router\` reads them`,
      streams,
    ),
    'Usage: routerfile [COMMAND] ...\n',
    `Commands:\n${formatTable(rows, streams.width)}`,
    `Topics:\n${formatTable(
      topics.map(({ name, summary }) => [name, summary] as const),
      streams.width,
    )}`,
    [
      'routerfile COMMAND --help shows the flags of a command.',
      'routerfile help TOPIC explains a topic.',
      exitCodeText,
    ]
      .map((text) => formatParagraph(text, streams))
      .join(''),
  ].join('\n')
}

/** The text of `routerfile COMMAND --help`. */
export function formatCommandHelp(
  { name, usage, summary, flags, examples = [], page, tables = {} }: Command,
  streams: Streams,
): string {
  const tableTexts = Object.entries({ ...createFlagTables(flags), ...tables }).map(
    ([title, rows]) => `${title}:\n${formatTable(rows, streams.width)}`,
  )
  return [
    formatParagraph(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}`, streams),
    `Usage: ${`routerfile ${name} ${usage}`.trimEnd()}\n`,
    ...(examples.length > 0
      ? [`Examples:\n${examples.map((line) => `  ${line}\n`).join('')}`]
      : []),
    ...tableTexts,
    ...(page === undefined ? [] : [formatPageLink(page, streams)]),
  ].join('\n')
}

/** The text of `routerfile help TOPIC`; undefined if there is no such topic. */
export function formatTopic(name: string, streams: Streams): string | undefined {
  const topic = topics.find((candidate) => candidate.name === name)
  return topic && `${topic.text.trim()}\n\n${formatPageLink(topic.page, streams)}`
}

type FlagRow = readonly [flag: string, help: string]

/** The flags of a command: a table for each group, with `Flags` for flags without a group. */
function createFlagTables(flags: Flags): Record<string, readonly FlagRow[]> {
  const listRows = (group: FlagGroup | undefined): FlagRow[] =>
    Object.entries(flags)
      .filter(([, flag]) => flag.group === group)
      .map(createFlagRow)
  const tables = [
    ['Flags', listRows(undefined)] as const,
    ...flagGroups.map((group) => [group, listRows(group)] as const),
  ]
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0))
}

const createFlagRow = ([name, { value, optional, short, help }]: readonly [
  string,
  Flag,
]): FlagRow => [
  `${short ? `-${short}, ` : '    '}--${name}${value ? (optional ? `[=${value}]` : ` ${value}`) : ''}`,
  help,
]

const formatParagraph = (text: string, { width }: Streams): string =>
  `${wrapText(text, width).join('\n')}\n`

/** Refers to a page: by its path, on one line so that terminals can open it, or by its name if it is not installed. */
function formatPageLink(page: string, streams: Streams): string {
  const path = locatePackageFile(page)
  return path === undefined
    ? formatParagraph(`See ${page} in the npm package routerfile`, streams)
    : `See ${path}\n`
}
