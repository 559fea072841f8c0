import { parseArgs } from 'node:util'
import { targets } from '../schema/model.js'
import { findNearest } from '../schema/suggest.js'
import { findStats } from '../project/disk.js'
import { UsageError } from './errors.js'

/** One flag: its value, if it takes one, what it does, and the words that a shell offers for the value. An optional value is given as in `--flag=value` and else empty; any other is a text, which is not empty unless `empty` says so. */
export type Flag = {
  value?: string
  optional?: true
  empty?: true
  short?: string
  help: string
  words?: () => readonly string[]
}

export type Flags = Readonly<Record<string, Flag>>

/** Flags as given: every value of a flag in order; an empty list where a flag is not given. `all` holds the same as plain data. */
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

export const commonFlags: Flags = {
  target: {
    value: 'RELEASE',
    short: 't',
    help: 'release of the router, such as 2.0, 1.6.14 or 2.1.0-pre2 (default: the newest line with long-term support)',
    words: () => targets().map(({ line }) => line),
  },
  help: { short: 'h', help: 'show this help' },
}

/** Arguments taken apart by the flags that are known; of others it is not known whether they take a value. */
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

/** The arguments that are neither flags nor their values. */
export const listPositionals = (flags: Flags, argv: readonly string[]): string[] =>
  parseTokens(flags, argv).flatMap((token) => (token.kind === 'positional' ? [token.value] : []))

/** Reads the arguments of a command. */
export function parseFlags(flags: Flags, argv: readonly string[]): FlagValues {
  const values = new Map<string, string[]>()
  const rest: string[] = []
  for (const token of parseTokens(flags, argv)) {
    if (token.kind === 'positional') rest.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flags[token.name]
    if (!flag) throw createUnknownFlagError(token, flags, argv)
    if (flag.value && !flag.optional && token.value === undefined)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}`)
    if (flag.value && !flag.optional && !flag.empty && token.value === '')
      throw new UsageError(`${token.rawName} is given an empty value; it takes ${flag.value}`)
    if (!flag.value && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value`)
    values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? ''])
  }
  return createFlagValues(values, rest)
}

/** The refusal of a flag that is none, or of a file that looks like one. */
function createUnknownFlagError(
  { name, rawName, index }: { name: string; rawName: string; index: number },
  flags: Flags,
  argv: readonly string[],
): UsageError {
  const [argument = '', near] = [argv[index], findNearest(name, Object.keys(flags))]
  if (findStats(argument))
    return new UsageError(`${rawName} is no flag; write ./${argument} for the file`)
  return new UsageError(
    `${rawName} is no flag${near ? `; did you mean --${near}?` : '; --help lists the flags'}`,
  )
}

/** One of several words; `flag` is the flag that gives it, or the variable in its place. */
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
    `${name} ${value}: ${near ? `did you mean ${near}? ` : ''}it takes ${words.join(', ')}`,
  )
}

/** A whole number from 0 on; `from` is the flag or the variable that gives it. */
export function parseWholeNumber(value: string, from: string): number {
  if (!/^\d+$/.test(value)) throw new UsageError(`${from} ${value}: it takes a whole number`)
  return Number(value)
}

/** The whole number that a flag gives; Infinity where it is not given. */
export function readNumber(flags: FlagValues, flag: string): number {
  const number = flags.last(flag)
  return number === undefined ? Infinity : parseWholeNumber(number, `--${flag}`)
}

/** The flags of a command as help shows them. */
export const createFlagRows = (flags: Flags): (readonly [string, string])[] =>
  Object.entries(flags).map(([name, { value, optional, short, help }]) => [
    `${short ? `-${short}, ` : '    '}--${name}${value ? (optional ? `[=${value}]` : ` ${value}`) : ''}`,
    help,
  ])

/** A name of programs as the command line has it: `edgeRouters.reEnroll` is `edge-routers.re-enroll`. */
export const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
