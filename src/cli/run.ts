import { findNearest } from '../schema/suggest.js'
import { findStats } from '../project/disk.js'
import { locatePackageFile } from '../project/pages.js'
import { version } from '../project/version.js'
import { commands } from '../generated/commands.js'
import { UsageError } from './errors.js'
import type { Command, CommandEntry, Streams } from './command.js'
import type { FlagValues } from './flags.js'
import {
  createFlagTables,
  parseFlags,
  readOptions,
  addOutputFlags,
  applyOutputFlags,
} from './flags.js'
import { errorFlags, printError } from './print-error.js'
import { formatTable, wrapText } from './ui/text.js'

export const exitCodes = [
  'no finding at or above --fail-on',
  'findings, or the controller refused a request',
  'wrong usage, or unreadable input or configuration',
  'internal failure',
] as const

const exitCodeText = `Exit codes: ${exitCodes.map((text, code) => `${code} ${text}`).join(', ')}.`

const formatParagraph = (text: string, { width }: Streams): string =>
  `${wrapText(text, width).join('\n')}\n`

/** Where to read more; a path stays on one line, so that terminals can open it. */
function formatPointer(page: string, streams: Streams): string {
  const path = locatePackageFile(page)
  return path === undefined
    ? formatParagraph(`See ${page} in the npm package routerfile`, streams)
    : `See ${path}\n`
}

async function formatHelp(streams: Streams): Promise<string> {
  const { topics } = await import('./topics.js')
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

function formatCommandHelp(
  { name, usage, summary, flags, examples = [], page, tables = {} }: Command,
  streams: Streams,
): string {
  const formatted = Object.entries({ ...createFlagTables(flags), ...tables }).map(
    ([title, rows]) => `${title}:\n${formatTable(rows, streams.width)}`,
  )
  return [
    formatParagraph(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}`, streams),
    `Usage: ${`routerfile ${name} ${usage}`.trimEnd()}\n`,
    ...(examples.length > 0
      ? [`Examples:\n${examples.map((line) => `  ${line}\n`).join('')}`]
      : []),
    ...formatted,
    ...(page === undefined ? [] : [formatPointer(page, streams)]),
  ].join('\n')
}

/** The text of `routerfile help TOPIC`; undefined if there is no such topic. */
async function formatTopic(name: string, streams: Streams): Promise<string | undefined> {
  const { topics } = await import('./topics.js')
  const topic = topics.find((candidate) => candidate.name === name)
  return topic && `${topic.text.trim()}\n\n${formatPointer(topic.page, streams)}`
}

const isWord = (argument: string): boolean => /^[a-z][a-z-]*$/.test(argument)

/** Words that other programs have for our commands. */
const otherWords: Readonly<Record<string, string>> = {
  check: 'lint',
  test: 'lint',
  validate: 'lint',
  verify: 'lint',
  format: 'fmt',
  compare: 'diff',
  migrate: 'upgrade',
  show: 'effective',
  create: 'generate',
  init: 'generate',
  new: 'generate',
  config: 'help configuration',
  configure: 'help configuration',
  doc: 'explain',
  docs: 'explain',
  login: 'api login',
  lsp: 'language-server',
  releases: 'targets',
  start: 'serve',
  version: '--version',
}

const findNearCommand = (word: string): string | undefined =>
  (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined) ??
  findNearest(
    word,
    commands.map(({ name }) => name),
  )

function createUnknownCommandError(word: string): UsageError {
  const near = findNearCommand(word)
  return new UsageError(
    `unknown command "${word}"${near === undefined ? '; routerfile --help lists the commands' : `; did you mean "${near}"?`}`,
  )
}

/** The command that the arguments name, and its own arguments. */
function findCommand(argv: readonly string[]): [CommandEntry, readonly string[]] {
  const [first, ...rest] = argv
  const known = commands.find(({ name }) => name === first)
  if (known) return [known, rest]
  if (first === undefined || !isWord(first) || findStats(first)) return [commands[0], argv]
  throw createUnknownCommandError(first)
}

/** The command to show help for, with `--help` among its arguments. */
function findHelpCommand([word = '', ...more]: readonly string[]): [
  CommandEntry,
  readonly string[],
] {
  const known = commands.find(({ name }) => name === word)
  if (!known) throw createUnknownCommandError(word)
  return [known, [...more, '--help']]
}

/** Rejects arguments to a command that takes only flags. */
function refuseArguments({ name, flags }: Command, { rest: [first] }: FlagValues): void {
  if (first === undefined) return
  const isRelease = 'target' in flags && /^\d+\.\d/.test(first)
  throw new UsageError(
    `${name} takes only flags, but was given ${first}${isRelease ? `; did you mean --target ${first}?` : ''}`,
  )
}

/** Runs the program and returns its exit code. */
export async function run(argv: readonly string[], streams: Streams): Promise<number> {
  let errorOptions = readOptions(errorFlags, { values: new Map(), rest: [] })
  try {
    const [first] = argv
    if (first === '--version' || first === '-V') {
      streams.out(`${version}\n`)
      return 0
    }
    if (first === '--help' || first === '-h' || (first === 'help' && argv.length === 1)) {
      streams.out(await formatHelp(streams))
      return 0
    }
    const topic = first === 'help' ? await formatTopic(argv[1] ?? '', streams) : undefined
    if (topic !== undefined) {
      streams.out(topic)
      return 0
    }
    const [entry, rest] = first === 'help' ? findHelpCommand(argv.slice(1)) : findCommand(argv)
    const loaded = await entry.load()
    const command = loaded.selectSubcommand?.(rest) ?? loaded
    const flags = addOutputFlags(command.flags)
    const parsed = applyOutputFlags(flags, parseFlags(flags, rest))
    if (parsed.values.has('help')) {
      streams.out(formatCommandHelp({ ...command, flags }, streams))
      return 0
    }
    if (command.takesOnlyFlags) refuseArguments(command, parsed)
    errorOptions = readOptions(errorFlags, parsed)
    return await command.run(parsed, streams, commands)
  } catch (error) {
    return printError(error, errorOptions, streams)
  }
}
