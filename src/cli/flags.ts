import { parseArgs } from 'node:util'
import { targets } from '../schema/model.js'
import { findNearest } from '../schema/suggest.js'
import { findStats } from '../project/disk.js'
import { UsageError } from './errors.js'

/** The flag groups of the help, in order; flags without a group come first. */
export const flagGroups = [
  'Input',
  'Output',
  'Rules',
  'Router',
  'Addresses',
  'Fix',
  'Enrollment',
  'Batch',
  'Controller',
  'Login',
  'Check against records',
  'Advanced',
] as const

export type FlagGroup = (typeof flagGroups)[number]

/**
 * One flag: its value, if it takes one, its description, and the words that shell completion offers for the value. An
 * optional value is given as in `--flag=value`, or as the next argument if that is one of `words`; without it the value
 * is empty. Other values must not be empty unless `empty` allows it.
 */
export type Flag = {
  value?: string
  optional?: true
  empty?: true
  short?: string
  help: string
  group?: FlagGroup
  words?: () => readonly string[]
}

export type Flags = Readonly<Record<string, Flag>>

/**
 * Flags as given: all values of a flag in order; an empty list if the flag is not given. `all` holds the same as plain
 * data.
 */
export type FlagValues = {
  values: (name: string) => readonly string[]
  last: (name: string) => string | undefined
  has: (name: string) => boolean
  rest: readonly string[]
  all: ReadonlyMap<string, readonly string[]>
}

export function createFlagValues(all: FlagValues['all'], rest: readonly string[]): FlagValues {
  const values = (name: string): readonly string[] => all.get(name) ?? []
  return { values, last: (name) => values(name).at(-1), has: (name) => all.has(name), rest, all }
}

/** The flags with their help group set. */
export const inGroup = (group: FlagGroup, flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]))

export const commonFlags: Flags = {
  target: {
    value: 'RELEASE',
    short: 't',
    help: 'release, such as 1.6.14 (default: newest LTS)',
    group: 'Router',
    words: () => targets().map(({ line }) => line),
  },
  help: { short: 'h', help: 'show this help', group: 'Advanced' },
}

/** Splits arguments using the known flags; whether an unknown flag takes a value cannot be known. */
function parseTokens(
  flags: Flags,
  argv: readonly string[],
): NonNullable<ReturnType<typeof parseArgs>['tokens']> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value, optional, short }]) => [
      name,
      {
        type: value && !optional ? ('string' as const) : ('boolean' as const),
        multiple: true,
        ...(short && { short }),
      },
    ]),
  )
  return parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens
}

/** The arguments that are neither flags nor values of flags. */
export const listPositionals = (flags: Flags, argv: readonly string[]): string[] =>
  parseTokens(flags, argv).flatMap((token) => (token.kind === 'positional' ? [token.value] : []))

/** Parses the arguments of a command. */
export function parseFlags(flags: Flags, argv: readonly string[]): FlagValues {
  const values = new Map<string, string[]>()
  const rest: string[] = []
  let wordIndex = -1
  for (const token of parseTokens(flags, argv)) {
    if (token.kind === 'positional' && token.index !== wordIndex) rest.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flags[token.name]
    if (!flag) throw createUnknownFlagError(token, flags, argv)
    const word = token.value ?? findOptionalWord(flag, argv[token.index + 1])
    if (word !== token.value) wordIndex = token.index + 1
    if (flag.value && !flag.optional && token.value === undefined)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}`)
    if (flag.value && !flag.optional && !flag.empty && token.value === '')
      throw new UsageError(`${token.rawName} has an empty value; expected ${flag.value}`)
    if (!flag.value && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value`)
    values.set(token.name, [...(values.get(token.name) ?? []), word ?? ''])
  }
  return createFlagValues(values, rest)
}

/** The next argument, if it is a valid optional value; several values are separated by commas. */
function findOptionalWord(
  { optional, words }: Flag,
  argument: string | undefined,
): string | undefined {
  const known = optional ? (words?.() ?? []) : []
  return argument?.split(',').every((word) => known.includes(word)) ? argument : undefined
}

/** The error for an unknown flag, or for a file whose name looks like one. */
function createUnknownFlagError(
  { name, rawName, index }: { name: string; rawName: string; index: number },
  flags: Flags,
  argv: readonly string[],
): UsageError {
  const [argument = '', near] = [argv[index], findNearest(name, Object.keys(flags))]
  if (findStats(argument))
    return new UsageError(`unknown flag ${rawName}; write ./${argument} for the file`)
  return new UsageError(
    `unknown flag ${rawName}${near ? `; did you mean --${near}?` : '; --help lists the flags'}`,
  )
}

/** One of several words; `flag` is the name of the flag or variable that sets it. */
export function parseChoice<Word extends string>(
  value: string | undefined,
  words: readonly Word[],
  flag: string,
): Word | undefined {
  if (value === undefined) return undefined
  const word = words.find((candidate) => candidate === value)
  if (word !== undefined) return word
  const near = findNearest(value, words)
  const name = /^(--|[A-Z])/.test(flag) ? flag : `--${flag}`
  throw new UsageError(
    `${name} ${value}: ${near ? `did you mean ${near}? ` : ''}expected ${formatChoices(words)}`,
  )
}

const formatChoices = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`

/** An integer of 0 or more; `from` is the flag or variable that sets it. */
export function parseWholeNumber(value: string, from: string): number {
  if (!/^\d+$/.test(value)) throw new UsageError(`${from} ${value}: expected a whole number`)
  return Number(value)
}

/** The integer value of a flag; Infinity if it is not given. */
export function readNumber(flags: FlagValues, flag: string): number {
  const number = flags.last(flag)
  return number === undefined ? Infinity : parseWholeNumber(number, `--${flag}`)
}

type FlagRow = readonly [flag: string, help: string]

/** The flags of a command for the help: tables by group name. */
export function createFlagTables(flags: Flags): Record<string, readonly FlagRow[]> {
  const rowsIn = (group: FlagGroup | undefined): FlagRow[] =>
    Object.entries(flags)
      .filter(([, flag]) => flag.group === group)
      .map(createFlagRow)
  const all = [
    ['Flags', rowsIn(undefined)] as const,
    ...flagGroups.map((group) => [group, rowsIn(group)] as const),
  ]
  return Object.fromEntries(all.filter(([, rows]) => rows.length > 0))
}

const createFlagRow = ([name, { value, optional, short, help }]: readonly [
  string,
  Flag,
]): FlagRow => [
  `${short ? `-${short}, ` : '    '}--${name}${value ? (optional ? `[=${value}]` : ` ${value}`) : ''}`,
  help,
]

/** An identifier as the command line writes it: `edgeRouters.reEnroll` becomes `edge-routers.re-enroll`. */
export const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
