import { findNearest } from '../schema/suggest.js'
import { findStats } from '../project/disk.js'
import { version } from '../project/version.js'
import { commands } from '../generated/commands.js'
import { UsageError } from './errors.js'
import type { Command, CommandEntry, Streams } from './command.js'
import type { FlagValues } from './flags.js'
import { parseFlags, readOptions, addOutputFlags, applyOutputFlags } from './flags.js'
import { errorFlags, printError } from './print-error.js'

const isWord = (argument: string): boolean => /^[a-z][a-z-]*$/.test(argument)

/** Names that other programs have for our commands. */
const commandSynonyms: Readonly<Record<string, string>> = {
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

const suggestCommand = (word: string): string | undefined =>
  (Object.hasOwn(commandSynonyms, word) ? commandSynonyms[word] : undefined) ??
  findNearest(
    word,
    commands.map(({ name }) => name),
  )

function createUnknownCommandError(word: string): UsageError {
  const suggestion = suggestCommand(word)
  return new UsageError(
    `unknown command "${word}"${suggestion === undefined ? '; routerfile --help lists the commands' : `; did you mean "${suggestion}"?`}`,
  )
}

/**
 * The command that the first argument names, and the arguments after it. The default command gets all arguments if the
 * first is missing, is not a lower-case word, or names an existing file. Throws a `UsageError` for any other word.
 */
function findCommand(argv: readonly string[]): [CommandEntry, readonly string[]] {
  const [first, ...rest] = argv
  const entry = commands.find(({ name }) => name === first)
  if (entry) return [entry, rest]
  if (first === undefined || !isWord(first) || findStats(first)) return [commands[0], argv]
  throw createUnknownCommandError(first)
}

/**
 * Finds the command that the words after `help` name. Returns it with the words after its name and `--help`. Throws a
 * `UsageError` if there is no such command.
 */
function findHelpCommand([word = '', ...more]: readonly string[]): [
  CommandEntry,
  readonly string[],
] {
  const entry = commands.find(({ name }) => name === word)
  if (!entry) throw createUnknownCommandError(word)
  return [entry, [...more, '--help']]
}

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
      const { formatHelp } = await import('./help.js')
      streams.out(formatHelp(commands, streams))
      return 0
    }
    if (first === 'help') {
      const { formatTopic } = await import('./help.js')
      const topic = formatTopic(argv[1] ?? '', streams)
      if (topic !== undefined) {
        streams.out(topic)
        return 0
      }
    }
    const [entry, rest] = first === 'help' ? findHelpCommand(argv.slice(1)) : findCommand(argv)
    const mainCommand = await entry.load()
    const command = mainCommand.selectSubcommand?.(rest) ?? mainCommand
    const flags = addOutputFlags(command.flags)
    const flagValues = applyOutputFlags(flags, parseFlags(flags, rest))
    if (flagValues.values.has('help')) {
      const { formatCommandHelp } = await import('./help.js')
      streams.out(formatCommandHelp({ ...command, flags }, streams))
      return 0
    }
    if (command.takesOnlyFlags) refuseArguments(command, flagValues)
    errorOptions = readOptions(errorFlags, flagValues)
    return await command.run(flagValues, streams, commands)
  } catch (error) {
    return printError(error, errorOptions, streams)
  }
}
