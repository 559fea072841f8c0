import { nearest } from '../schema/suggest.js'
import type { Command, Entry, Streams } from './command.js'
import { commands } from './commands/index.js'
import { exitCodes } from './exit-codes.js'
import type { Given } from './flags.js'
import { flagRows, readFlags, UsageError } from './flags.js'
import { version } from './version.js'
import { visibleLines } from './visible.js'
import { table, wrap } from './width.js'

const codes = `Exit codes: ${exitCodes.map((text, code) => `${code} ${text}`).join(', ')}.`

/** Exit codes of errors that are no fault of ours, by their names. */
const expected: Readonly<Record<string, number>> = {
  UsageError: 2,
  ManagementError: 1,
  Interruption: 130,
}

const paragraph = (text: string, { width }: Streams): string => `${wrap(text, width).join('\n')}\n`

function help(streams: Streams): string {
  const rows = commands.map(
    ({ name, usage, summary }) => [`${name} ${usage}`.trimEnd(), summary] as const,
  )
  return [
    paragraph(
      `routerfile ${version}: checks router configuration files as the router reads them`,
      streams,
    ),
    'Usage: routerfile [COMMAND] ...\n',
    `Commands:\n${table(rows, streams.width)}`,
    `${paragraph('routerfile COMMAND --help shows the flags of a command.', streams)}${paragraph(codes, streams)}`,
  ].join('\n')
}

function helpOf(
  { name, usage, summary }: Entry,
  { flags, tables = {} }: Command,
  streams: Streams,
): string {
  const shown = Object.entries({ Flags: flagRows(flags), ...tables }).map(
    ([title, rows]) => `${title}:\n${table(rows, streams.width)}`,
  )
  return [
    `${`routerfile ${name} ${usage}`.trimEnd()}\n`,
    paragraph(summary, streams),
    ...shown,
    paragraph(codes, streams),
  ].join('\n')
}

/** The command that the arguments name, and its own arguments. */
function commandOf(argv: readonly string[]): [Entry, readonly string[]] {
  const [first, ...rest] = argv
  const known = commands.find(({ name }) => name === first)
  if (known) return [known, rest]
  const near =
    first !== undefined && /^[a-z-]+$/.test(first) && !first.startsWith('-')
      ? nearest(
          first,
          commands.map(({ name }) => name),
        )
      : undefined
  if (near !== undefined) throw new UsageError(`${first} is no command; did you mean ${near}?`)
  return [commands[0], argv]
}

/** Refuses what stands behind a command that takes flags alone. */
function refuseArguments({ name }: Entry, { flags }: Command, { rest: [first] }: Given): void {
  if (first === undefined) return
  const isRelease = 'target' in flags && /^\d+\.\d/.test(first)
  throw new UsageError(
    `${name} takes flags alone, and was given ${first}${isRelease ? `; did you mean --target ${first}?` : ''}`,
  )
}

/** Runs the program and gives its exit code. Usage errors are one sentence; anything else that is thrown is a fault of ours. */
export async function run(argv: readonly string[], streams: Streams): Promise<number> {
  try {
    if (argv[0] === '--version' || argv[0] === '-V') streams.out(`${version}\n`)
    else if (argv[0] === '--help' || argv[0] === '-h' || (argv[0] === 'help' && argv.length === 1))
      streams.out(help(streams))
    else {
      const [entry, rest] = commandOf(argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv)
      const whole = await entry.load()
      const command = whole.narrowed?.(rest) ?? whole
      const given = readFlags(command.flags, rest)
      if (!given.has('help')) {
        if (command.isAlone) refuseArguments(entry, command, given)
        return await command.run(given, streams, commands)
      }
      streams.out(helpOf({ ...entry, ...command.title }, command, streams))
    }
    return 0
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Error ? expected[error.name] : undefined
    if (error instanceof Error && 'shown' in error) streams.err(String(error.shown))
    streams.err(visibleLines(`routerfile: ${code ? '' : 'internal failure: '}${message}\n`))
    return code ?? 3
  }
}
