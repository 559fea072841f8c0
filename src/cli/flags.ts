import { parseArgs } from 'node:util'
import { platforms } from '../formats/format.js'
import { listTargetWords } from '../schema/model.js'
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
 * One flag. `value` is the placeholder for its value in the help, such as `FILE`; a flag without `value` is a switch.
 * An `optional` value is written as `--flag=value`, or as the next argument if that is one of `choices` or `words`; if
 * it is left out, it is empty. Other values must not be empty unless `allowsEmpty` is set.
 */
export type Flag = {
  value?: string
  optional?: true
  allowsEmpty?: true
  /** Every value counts, and not only the last. */
  repeatable?: true
  /**
   * Name of the value in error messages, such as "a whole number"; set only for values that must be integers of 0 or
   * more.
   */
  integerDescription?: string
  max?: number
  short?: string
  /** Completion offers only the short spelling. */
  prefersShort?: true
  help: string
  group?: FlagGroup
  /** The only words that the value may be. */
  choices?: readonly string[]
  /** Words that shell completion offers if there are no `choices`. Other values are not refused here. */
  words?: () => readonly string[]
}

export type Flags = Readonly<Record<string, Flag>>

export const listFlagWords = ({ choices, words }: Flag): readonly string[] =>
  choices ?? words?.() ?? []

/** Parsed flags: all values of each flag in order, and the arguments that are not flags. */
export type FlagValues = {
  values: ReadonlyMap<string, readonly string[]>
  rest: readonly string[]
}

/** The name of the option for a flag: `maxProblems` for `max-problems`. */
type OptionName<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<OptionName<Tail>>}`
  : Name

const toOptionName = (flag: string): string =>
  flag.replaceAll(/-[a-z]/g, (letter) => letter.charAt(1).toUpperCase())

type Word<Entry> = Entry extends { choices: readonly (infer Choice)[] } ? Choice : string

type OptionValue<Entry> = Entry extends { repeatable: true }
  ? readonly Word<Entry>[]
  : Entry extends { integerDescription: string }
    ? number | undefined
    : Entry extends { value: string }
      ? Word<Entry> | (Entry extends { optional: true } ? '' : never) | undefined
      : boolean

/**
 * The options for a table of flags: a boolean for a switch, a list for a repeatable flag, undefined for a missing
 * value.
 */
export type OptionsOf<Table extends Flags> = {
  readonly [Name in keyof Table & string as OptionName<Name>]: OptionValue<Table[Name]>
}

export type CommandOptions<Table extends Flags> = OptionsOf<Table> & {
  readonly args: readonly string[]
}

/** Converts the values of `flags` to options. Ignores the values of other flags. */
export function readOptions<const Table extends Flags>(
  flags: Table,
  { values, rest }: FlagValues,
): CommandOptions<Table> {
  const options = Object.entries(flags).map(([name, flag]) => [
    toOptionName(name),
    readOption(name, flag, values.get(name) ?? []),
  ])
  return { ...Object.fromEntries(options), args: rest } as CommandOptions<Table>
}

function readOption(
  name: string,
  { value, optional, repeatable, integerDescription, max = Infinity, choices }: Flag,
  texts: readonly string[],
): string | number | boolean | readonly string[] | undefined {
  if (value === undefined) return texts.length > 0
  if (repeatable) return texts
  const text = texts.at(-1)
  if (text === undefined || (optional && text === '')) return text
  if (integerDescription !== undefined) {
    const integer = parseWholeNumber(text, `--${name}`, integerDescription)
    if (integer <= max) return integer
    throw new UsageError(`--${name} ${integer}: must be between 0 and ${max}`)
  }
  return choices ? parseChoice(text, choices, name) : text
}

/** Whether the value of an option comes from a flag. */
export const isOptionSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false

export const listSetOptions = (
  flags: Flags,
  options: Readonly<Record<string, unknown>>,
): [name: string, value: unknown][] =>
  Object.keys(flags)
    .map(toOptionName)
    .flatMap((name) => (isOptionSet(options[name]) ? [[name, options[name]]] : []))

export const findSetFlag = (
  options: Readonly<Record<string, unknown>>,
  flags: readonly string[],
): string | undefined => flags.find((flag) => isOptionSet(options[toOptionName(flag)]))

export const omitFlags = <Table extends Flags, Other extends Flags>(
  flags: Table,
  others: Other,
): Omit<Table, keyof Other> =>
  Object.fromEntries(
    Object.entries(flags).filter(([name]) => !Object.hasOwn(others, name)),
  ) as Omit<Table, keyof Other>

export const assignGroup = <const Table extends Flags>(group: FlagGroup, flags: Table): Table =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]),
  ) as Table

export const commonFlags = {
  target: {
    value: 'RELEASE',
    short: 't',
    help: 'release, such as 1.6.14 (default: lts)',
    group: 'Router',
    words: listTargetWords,
  },
  help: { short: 'h', help: 'show this help', group: 'Advanced' },
} as const satisfies Flags

/** The flag for an output format; the first of `choices` is the default. */
export const createFormatFlag = <const Names extends readonly [string, ...string[]]>(
  choices: Names,
): { format: Flag & { value: string; choices: Names } } => ({
  format: {
    value: 'NAME',
    short: 'f',
    help: [`${choices[0]} (default)`, ...choices.slice(1)].join(', '),
    group: 'Output',
    choices,
  },
})

export const environmentFlags = assignGroup('Router', {
  platform: {
    value: 'NAME',
    help: 'system of the router: linux or windows',
    choices: platforms,
  },
  env: {
    value: 'NAME=VALUE',
    repeatable: true,
    help: 'set a variable of the router, unset others',
  },
  'env-file': {
    value: 'FILE',
    repeatable: true,
    short: 'E',
    // If Node was started without `--` before the script, it takes `--env-file` for its own flag.
    prefersShort: true,
    help: 'read these variables from NAME=VALUE lines',
  },
})

export const configurationFlags = assignGroup('Advanced', {
  config: { value: 'FILE', short: 'c', help: 'use this config file only' },
  isolated: { help: 'ignore all config files' },
  'trust-config': { help: 'let config files name files outside of the project' },
})

/**
 * Splits arguments into flags and positional arguments. An unknown flag counts as a flag without a value, except in
 * `--flag=value`.
 */
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

export const listPositionals = (flags: Flags, argv: readonly string[]): string[] =>
  parseTokens(flags, argv).flatMap((token) => (token.kind === 'positional' ? [token.value] : []))

/** Parses the arguments of a command. Throws a `UsageError` for unknown flags and for missing or unexpected values. */
export function parseFlags(flags: Flags, argv: readonly string[]): FlagValues {
  const values = new Map<string, string[]>()
  const rest: string[] = []
  let optionalValueIndex = -1
  for (const token of parseTokens(flags, argv)) {
    if (token.kind === 'positional' && token.index !== optionalValueIndex) rest.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flags[token.name]
    if (!flag) throw createUnknownFlagError(token, flags, argv)
    const value = token.value ?? findOptionalWord(flag, argv[token.index + 1])
    if (value !== token.value) optionalValueIndex = token.index + 1
    if (flag.value && !flag.optional && token.value === undefined)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}`)
    if (flag.value && !flag.optional && !flag.allowsEmpty && token.value === '')
      throw new UsageError(`${token.rawName} has an empty value; expected ${flag.value}`)
    if (!flag.value && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value`)
    values.set(token.name, [...(values.get(token.name) ?? []), value ?? ''])
  }
  return { values, rest }
}

/** The next argument, if it is a valid optional value; several values are separated by commas. */
function findOptionalWord(flag: Flag, argument: string | undefined): string | undefined {
  const allowedWords = flag.optional ? listFlagWords(flag) : []
  return argument?.split(',').every((word) => allowedWords.includes(word)) ? argument : undefined
}

/** The error for an unknown flag, or for a file whose name looks like a flag. */
function createUnknownFlagError(
  { name, rawName, index }: { name: string; rawName: string; index: number },
  flags: Flags,
  argv: readonly string[],
): UsageError {
  const { [index]: argument = '' } = argv
  if (findStats(argument))
    return new UsageError(`unknown flag ${rawName}; write ./${argument} for the file`)
  return new UsageError(`unknown flag ${rawName}; ${suggestFlag(name, flags)}`)
}

/** Flags of other programs, with our flags for each; the first of ours that the command has is suggested. */
const flagSynonyms: Readonly<Record<string, readonly string[]>> = {
  apply: ['fix'],
  autofix: ['fix'],
  concurrency: ['jobs'],
  configuration: ['config'],
  debug: ['verbose'],
  ctrl: ['controller', 'url'],
  'deny-warnings': ['max-warnings', 'fail-on'],
  diff: ['diff', 'dry-run'],
  disable: ['ignore', 'rule'],
  enable: ['select', 'rule'],
  'error-on-warnings': ['max-warnings', 'fail-on'],
  environment: ['env'],
  'exit-code': ['exit-zero'],
  'exit-non-zero-on-fix': ['check'],
  'fail-level': ['fail-on'],
  'fail-severity': ['fail-on'],
  'ignore-file': ['no-ignore'],
  'ignore-path': ['no-ignore'],
  'ignore-rule': ['ignore'],
  insecure: ['pin', 'ca'],
  limit: ['max-problems'],
  'min-severity': ['level'],
  'minimum-severity': ['level'],
  'no-config': ['isolated'],
  'no-exit-code': ['exit-zero'],
  'no-fail': ['exit-zero'],
  only: ['select', 'rule'],
  output: ['output', 'format'],
  parallel: ['jobs'],
  release: ['target'],
  reporter: ['format'],
  'router-version': ['target'],
  severity: ['level', 'fail-on'],
  silent: ['quiet'],
  since: ['changed'],
  skip: ['ignore', 'rule'],
  'skip-rule': ['ignore', 'rule'],
  stats: ['statistics'],
  strict: ['max-warnings', 'fail-on'],
  threads: ['jobs'],
  'version-of-router': ['target'],
  'warnings-as-errors': ['max-warnings', 'fail-on'],
  workers: ['jobs'],
  write: ['fix'],
}

const excludeHint = "leave files out with '!PATTERN', or with `exclude` in routerfile.config.yaml"

/** Hints for flags that only other linters have. */
const foreignFlagHints: Readonly<Record<string, string>> = {
  exclude: excludeHint,
  'extend-exclude': excludeHint,
  'ignore-pattern': excludeHint,
  'ignore-patterns': excludeHint,
  include: 'name the files and folders to check as arguments',
}

/** Suggests a known flag, or a hint, for an unknown flag. Returns the end of a sentence. */
function suggestFlag(name: string, flags: Flags): string {
  const hint = 'files-from' in flags ? lookUp(foreignFlagHints, name) : undefined
  if (hint !== undefined) return hint
  const suggestion =
    lookUp(flagSynonyms, name)?.find((other) => Object.hasOwn(flags, other)) ??
    findNearest(name, Object.keys(flags), 1) ??
    findFlagByPrefix(name, Object.keys(flags)) ??
    findFlagBySharedWord(name, flags) ??
    findNearest(name, Object.keys(flags))
  if (suggestion !== undefined) return `did you mean --${suggestion}?`
  return name.startsWith('exclude-') && 'files-from' in flags
    ? excludeHint
    : '--help lists the flags'
}

const lookUp = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The only flag that begins with a name, such as `--output` for `--out`; undefined if none or several do. */
function findFlagByPrefix(name: string, flags: readonly string[]): string | undefined {
  const [flag, other] = flags.filter((known) => name.length > 1 && known.startsWith(name))
  return other === undefined ? flag : undefined
}

/**
 * A flag that shares words with a name: `--quiet` for `--quiet-mode`, `--stdin-filename` for `--filename`; otherwise
 * the flag for which `flagSynonyms` lists a word of the name.
 */
function findFlagBySharedWord(name: string, flags: Flags): string | undefined {
  const containsWords = (text: string, words: string): boolean =>
    words.length > 2 && `-${text}-`.includes(`-${words}-`)
  const names = Object.keys(flags)
  return (
    names.find((flag) => containsWords(name, flag)) ??
    names.find((flag) => containsWords(flag, name)) ??
    name
      .split('-')
      .flatMap((word) => lookUp(flagSynonyms, word) ?? [])
      .find((other) => Object.hasOwn(flags, other))
  )
}

/**
 * Returns the value if it is one of `words`, and undefined if there is no value. Otherwise throws a `UsageError` that
 * names `flag`, the flag or variable that sets the value.
 */
export function parseChoice<Word extends string>(
  value: string | undefined,
  words: readonly Word[],
  flag: string,
): Word | undefined {
  if (value === undefined) return undefined
  const word = words.find((candidate) => candidate === value)
  if (word !== undefined) return word
  const suggestion = findNearest(value, words)
  const name = /^(--|[A-Z])/.test(flag) ? flag : `--${flag}`
  throw new UsageError(
    `${name} ${value}: ${suggestion ? `did you mean ${suggestion}? ` : ''}expected ${formatChoices(words)}`,
  )
}

/** "a, b or c". The core has the same function, but not every command loads the core. */
function formatChoices(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}

/** An integer of 0 or more. Throws a `UsageError` for any other value; `flag` is the flag or variable that sets it. */
export function parseWholeNumber(value: string, flag: string, expected = 'a whole number'): number {
  if (!/^\d+$/.test(value)) throw new UsageError(`${flag} ${value}: expected ${expected}`)
  return Number(value)
}

/** An identifier as the command line writes it: `edgeRouters.reEnroll` becomes `edge-routers.re-enroll`. */
export const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const addOutputFlags = (flags: Flags): Flags => ({
  ...flags,
  ...assignGroup('Output', {
    ...(flags['format'] &&
      offersJson(flags['format']) && { json: { help: 'the same as --format json' } }),
    'no-color': { help: 'print no colors' },
  }),
})

const offersJson = (format: Flag): boolean => listFlagWords(format).includes('json')

/** Replaces `--json` by `--format json`, and `--no-color` by `--color never`. */
export function applyOutputFlags(flags: Flags, { values, rest }: FlagValues): FlagValues {
  const newValues = new Map(values)
  if (values.has('no-color')) {
    // Also set in the environment, for code that does not get the flag.
    process.env['NO_COLOR'] = '1'
    if (flags['color']) newValues.set('color', ['never'])
  }
  if (values.has('json')) newValues.set('format', [...(values.get('format') ?? []), 'json'])
  return { values: newValues, rest }
}
