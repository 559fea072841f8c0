import { findNearest } from '../schema/suggest.js'
import { version } from '../project/version.js'
import { commands } from '../generated/commands.js'
import { UsageError } from './errors.js'
import type { Command, CommandEntry, Streams } from './command.js'
import type { FlagValues } from './flags.js'
import { createFlagRows, createFlagValues, parseFlags } from './flags.js'
import { printError } from './print-error.js'
import { formatTable, wrapText } from './ui/text.js'

/** What the exit code of the program means; its place is the code. */
export const exitCodes = [
  'nothing found at or over the threshold',
  'findings or a refusal of the controller',
  'wrong usage, unreadable input or configuration',
  'internal failure',
] as const

const exitCodeText = `Exit codes: ${exitCodes.map((text, code) => `${code} ${text}`).join(', ')}.`

const formatParagraph = (text: string, { width }: Streams): string =>
  `${wrapText(text, width).join('\n')}\n`

function formatHelp(streams: Streams): string {
  const rows = commands.map(
    ({ name, usage, summary }) => [`${name} ${usage}`.trimEnd(), summary] as const,
  )
  return [
    formatParagraph(
      `routerfile ${version}: checks router configuration files as the router reads them`,
      streams,
    ),
    'Usage: routerfile [COMMAND] ...\n',
    `Commands:\n${formatTable(rows, streams.width)}`,
    `${formatParagraph('routerfile COMMAND --help shows the flags of a command.', streams)}${formatParagraph(exitCodeText, streams)}`,
  ].join('\n')
}

function formatCommandHelp(
  { name, usage, summary, flags, tables = {} }: Command,
  streams: Streams,
): string {
  const formatted = Object.entries({ Flags: createFlagRows(flags), ...tables }).map(
    ([title, rows]) => `${title}:\n${formatTable(rows, streams.width)}`,
  )
  return [
    `${`routerfile ${name} ${usage}`.trimEnd()}\n`,
    formatParagraph(summary, streams),
    ...formatted,
    formatParagraph(exitCodeText, streams),
  ].join('\n')
}

/** The command that the arguments name, and its own arguments. */
function findCommand(argv: readonly string[]): [CommandEntry, readonly string[]] {
  const [first, ...rest] = argv
  const known = commands.find(({ name }) => name === first)
  if (known) return [known, rest]
  const near =
    first !== undefined && /^[a-z-]+$/.test(first) && !first.startsWith('-')
      ? findNearest(
          first,
          commands.map(({ name }) => name),
        )
      : undefined
  if (near !== undefined) throw new UsageError(`${first} is no command; did you mean ${near}?`)
  return [commands[0], argv]
}

/** Refuses what stands behind a command that takes flags alone. */
function refuseArguments({ name, flags }: Command, { rest: [first] }: FlagValues): void {
  if (first === undefined) return
  const isRelease = 'target' in flags && /^\d+\.\d/.test(first)
  throw new UsageError(
    `${name} takes flags alone, and was given ${first}${isRelease ? `; did you mean --target ${first}?` : ''}`,
  )
}

/** Runs the program and gives its exit code. */
export async function run(argv: readonly string[], streams: Streams): Promise<number> {
  let flags = createFlagValues(new Map(), [])
  try {
    const [first] = argv
    if (first === '--version' || first === '-V') {
      streams.out(`${version}\n`)
      return 0
    }
    if (first === '--help' || first === '-h' || (first === 'help' && argv.length === 1)) {
      streams.out(formatHelp(streams))
      return 0
    }
    const [entry, rest] = findCommand(first === 'help' ? [...argv.slice(1), '--help'] : argv)
    const whole = await entry.load()
    const command = whole.narrowed?.(rest) ?? whole
    flags = parseFlags(command.flags, rest)
    if (flags.has('help')) {
      streams.out(formatCommandHelp(command, streams))
      return 0
    }
    if (command.isAlone) refuseArguments(command, flags)
    return await command.run(flags, streams, commands)
  } catch (error) {
    return await printError(error, flags, streams)
      // Flags that say how to print may be wrong, too.
      .catch(async (other: unknown) => printError(other, flags, streams))
  }
}
