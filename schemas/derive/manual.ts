import type { Command, Entry } from '../../src/cli/command.js'
import { exitCodes } from '../../src/cli/exit-codes.js'
import type { Flag, Flags } from '../../src/cli/flags.js'

/** A text as roff prints it letter by letter. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(['.])/, '\\&$1')

const bold = (text: string): string => `\\fB${plain(text)}\\fR`

/** What a user puts something in for: words in capitals are italic, the rest as typed. */
const usage = (text: string): string =>
  text
    .split(/([A-Z]{2,}|[A-Z]\b)/)
    .map((part, index) => (index % 2 === 1 ? `\\fI${part}\\fR` : plain(part)))
    .join('')

/** A sentence: what stands in backticks is bold. */
const sentence = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? bold(part) : plain(part)))
    .join('')

const entry = (term: string, text: string): string => `.TP\n${term}\n${sentence(text)}`

function flag([name, { value, short, help }]: readonly [string, Flag]): string {
  const behind = value === undefined ? '' : ` ${usage(value)}`
  return entry(`${short ? `${bold(`-${short}`)}, ` : ''}${bold(`--${name}`)}${behind}`, help)
}

const flags = (all: Flags): string[] => Object.entries(all).map(flag)

const command = ({ name, usage: behind, summary }: Entry, { flags: own }: Command): string =>
  [
    `.SS "routerfile ${name}${behind === '' ? '' : ` ${usage(behind)}`}"`,
    sentence(`${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`),
    ...flags(own),
  ].join('\n')

const variables = [
  ['NO_COLOR', 'Switches colors off, whatever its value.'],
  ['FORCE_COLOR', 'Switches colors on; 0 switches them off.'],
  ['COLUMNS', 'Columns of the output where it goes to no terminal.'],
] as const

const examples = [
  ['routerfile lint .', 'Every router file below, found by content.'],
  [
    'routerfile lint router.yaml --target 1.6 --env-file router.env',
    'As the newest 1.6 reads it, with the variables of the router.',
  ],
  ['routerfile effective router.yaml', 'Every value that the router uses.'],
  ['routerfile explain unknown-key', 'What a rule finds, and why that matters.'],
] as const

/** The manual page, from the tables that make the help. */
export async function manual(
  entries: readonly Entry[],
  version: string,
  note: string,
): Promise<string> {
  const commands = await Promise.all(entries.map(async (item) => command(item, await item.load())))
  return `.\\" ${note}
.TH ROUTERFILE 1 "" "routerfile ${version}"
.SH NAME
routerfile \\- check router configuration files as the router reads them
.SH SYNOPSIS
.B routerfile
.RI [ COMMAND ]
.RI [ FLAG ]...
.RI [ FILE | FOLDER | GLOB | \\- ]...
.SH DESCRIPTION
Reads the YAML file of an OpenZiti router exactly as the router of a release does, and says what the router would do with it.
An error is something over which the router refuses the file or crashes, or a part that it can never use.
A warning is something that the router reads differently from what is written.
An info is something that works as written, but is obsolete, risky or doubtful.
.SH COMMANDS
${commands.join('\n')}
.SH EXIT STATUS
${exitCodes.map((text, code) => entry(bold(String(code)), `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`)).join('\n')}
.SH ENVIRONMENT
${variables.map(([name, text]) => entry(bold(name), text)).join('\n')}
.SH EXAMPLES
${examples.map(([line, text]) => entry(bold(line), text)).join('\n')}
`
}
