import type { Command, CommandEntry } from '../../src/cli/command.js'
import { exitCodes } from '../../src/cli/help.js'
import type { Flag, Flags } from '../../src/cli/flags.js'
import { getVariableName } from '../../src/cli/project-flags.js'
import { commonVariables, flagVariables } from '../../src/cli/variables.js'

/** Escapes a string so that roff prints it literally. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(['.])/, '\\&$1')

const formatBold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`

/** Formats a usage line: placeholders, which are in capitals, are italic; the rest is literal. */
const formatUsage = (text: string): string =>
  text
    .split(/([A-Z]{2,}|[A-Z]\b)/)
    .map((part, index) => (index % 2 === 1 ? `\\fI${part}\\fR` : escapeRoff(part)))
    .join('')

/** Formats a sentence, with text in backticks in bold. */
const formatSentence = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? formatBold(part) : escapeRoff(part)))
    .join('')

const formatEntry = (term: string, text: string): string => `.TP\n${term}\n${formatSentence(text)}`

function formatFlag([name, { value, optional, short, help }]: readonly [string, Flag]): string {
  const behind =
    value === undefined ? '' : optional ? `[=${formatUsage(value)}]` : ` ${formatUsage(value)}`
  return formatEntry(
    `${short ? `${formatBold(`-${short}`)}, ` : ''}${formatBold(`--${name}`)}${behind}`,
    help,
  )
}

const formatFlags = (all: Flags): string[] => Object.entries(all).map(formatFlag)

const formatCommand = (
  { name, usage: behind, summary }: CommandEntry,
  { flags: own, tables = {} }: Command,
): string =>
  [
    `.SS "routerfile ${name}${behind === '' ? '' : ` ${formatUsage(behind)}`}"`,
    formatSentence(`${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`),
    ...formatFlags(own),
    ...Object.entries(tables).flatMap(([title, rows]) => [
      `.P\n${escapeRoff(title)}:`,
      ...rows.map(([name, text]) => formatEntry(formatBold(name), text)),
    ]),
  ].join('\n')

const variables = [
  ...flagVariables.map(([flag, text]) => [getVariableName(flag), text] as const),
  ...Object.entries(commonVariables),
]

const examples = [
  ['routerfile lint .', 'Every router file below, found by content.'],
  [
    'routerfile lint router.yaml --target 1.6 -E router.env',
    'As the newest 1.6 reads it, with the variables of the router.',
  ],
  ['routerfile effective router.yaml', 'Every value that the router uses.'],
  ['routerfile explain unknown-key', 'What a rule finds, and why that matters.'],
] as const

/** Creates the manual page from the tables of the help. */
export async function createManual(
  entries: readonly CommandEntry[],
  version: string,
  note: string,
): Promise<string> {
  const commands = await Promise.all(
    entries.map(async (item) => formatCommand(item, await item.load())),
  )
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
Reads the config file of an OpenZiti router exactly as the router of a release does, and says what the router would do with it.
An error means that the router refuses to start, crashes or never uses a part of the file.
A warning means that the router uses something other than what is written.
An info means that all works as written, but is obsolete, risky or doubtful.
.SH COMMANDS
${commands.join('\n')}
.SH EXIT STATUS
${exitCodes.map((text, code) => formatEntry(formatBold(String(code)), `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`)).join('\n')}
.SH ENVIRONMENT
${variables.map(([name, text]) => formatEntry(formatBold(name), text)).join('\n')}
.SH EXAMPLES
${examples.map(([line, text]) => formatEntry(formatBold(line), text)).join('\n')}
`
}
