import { resolve } from 'node:path'
import type { Environment } from '../document/environment.js'
import type { Severity } from '../document/diagnostic.js'
import { platforms } from '../formats/format.js'
import { catalog } from '../lint/catalog.js'
import { readText, describeError, readNamedBytes } from '../project/disk.js'
import type { Check } from '../project/machine.js'
import type { Project, ProjectOptions } from '../project/project.js'
import { openProject } from '../project/project.js'
import { getRelease, severities, toSettings } from '../project/settings.js'
import type { Settings } from '../project/settings.js'
import { findNearest } from '../schema/suggest.js'
import { explainUnreadFile } from '../project/configuration-search.js'
import { readTemplateValues } from '../project/environment-file.js'
import type { RefusedFile, RouterInput, SourceFile } from '../project/inputs.js'
import { openSource, readStandardSource } from '../project/inputs.js'
import type { FileSelection, SelectedFiles, Shard, Unfulfilled } from '../project/select-files.js'
import { formatCount } from '../document/words.js'
import type { Streams } from './command.js'
import { UsageError } from './errors.js'
import type { commonFlags, configurationFlags, environmentFlags, OptionsOf } from './flags.js'
import {
  assignGroup,
  parseChoice,
  parseWholeNumber,
  toKebabCase,
  findSetFlag,
  isOptionSet,
} from './flags.js'
import { formatNote } from './ui/text.js'
import type { VariableFlag } from './variables.js'
import { connectionFlags } from './connection/flags.js'

export const selectionFlags = assignGroup('Input', {
  'files-from': {
    value: 'FILE',
    repeatable: true,
    help: 'check the files listed in FILE, - for stdin',
  },
  changed: {
    value: 'REF',
    optional: true,
    help: 'check only files changed since HEAD or REF',
  },
  staged: { help: 'check only files staged in git, as staged' },
  'no-ignore': { help: 'check files that ignore files list, too' },
  'stdin-filename': { value: 'PATH', help: 'path of the file that is read from stdin' },
  shard: { value: 'I/N', help: 'check only part I of N parts of the files' },
  kind: {
    value: 'KIND',
    help: 'router: treat named files as router config files',
    choices: ['router'],
  },
  'ignore-unknown': { help: 'skip named files that are not router config files' },
  'allow-empty': { help: 'accept patterns that match no file' },
  'require-files': { help: 'exit with 2 if there is no router config file' },
})

export const templateFlags = assignGroup('Input', {
  template: { help: 'treat named files as templates' },
  values: { value: 'FILE', help: 'render templates with the values in FILE' },
})

export type SelectionOptions = Partial<OptionsOf<typeof selectionFlags & typeof templateFlags>> & {
  readonly args: readonly string[]
}

export function readSelection(options: SelectionOptions): FileSelection {
  const { args, filesFrom: lists = [], stdinFilename, shard, values } = options
  if ([...args, ...lists].filter((word) => word === '-').length > 1)
    throw new UsageError('`-` is given twice, but stdin can be read only once')
  if (stdinFilename !== undefined && !args.includes('-'))
    throw new UsageError('--stdin-filename has no effect without `-`; add `-` to read stdin')
  const git = readGitOptions(options)
  return {
    arguments: args.length > 0 || lists.length > 0 ? args : ['.'],
    listedPaths: lists.flatMap(readList),
    ...(git && { git }),
    respectsIgnoreFiles: !options.noIgnore,
    ...(stdinFilename !== undefined && { standardInputName: stdinFilename }),
    ...(shard !== undefined && { shard: parseShard(shard) }),
    isForced: options.kind === 'router',
    isTemplate: options.template ?? false,
    ...(values !== undefined && { values: readTemplateValues(values, '--values') }),
    isSkippable: options.ignoreUnknown ?? false,
    allowsEmpty: options.allowEmpty ?? false,
  }
}

function readGitOptions({ args, changed, staged }: SelectionOptions): FileSelection['git'] {
  if (changed === undefined && !staged) return undefined
  if (changed !== undefined && staged)
    throw new UsageError('--changed and --staged cannot be used together')
  if (args.includes('-'))
    throw new UsageError(`--${staged ? 'staged' : 'changed'} cannot be used with stdin (-)`)
  return staged ? 'staged' : { since: changed || 'HEAD' }
}

/** Maximum size of the list of paths for --files-from, in bytes. */
const maxListBytes = 2 ** 28

function readList(listPath: string): string[] {
  const text = readListText(listPath)
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '')
}

function readListText(listPath: string): string {
  try {
    const bytes = readNamedBytes(listPath === '-' ? 0 : listPath, maxListBytes)
    if (bytes) return Buffer.from(bytes).toString()
  } catch (error) {
    throw new UsageError(
      `--files-from ${listPath}: the list cannot be read: ${describeError(error)}`,
    )
  }
  throw new UsageError(
    `--files-from ${listPath}: the list is larger than ${maxListBytes / 1024 / 1024} MB`,
  )
}

function parseShard(value: string): Shard {
  const [, index = '', total = ''] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  if (index === '')
    throw new UsageError(`--shard ${value}: expected I/N, such as 1/4 for the first of four parts`)
  if (Number(total) < 1 || Number(index) < 1 || Number(index) > Number(total))
    throw new UsageError(`--shard ${value}: I must be between 1 and N, as in 1/4 to 4/4`)
  return { index: Number(index), total: Number(total) }
}

export function readInput(argument: string): RouterInput {
  const source =
    argument === '-'
      ? readStandardSource(undefined)
      : { path: argument, origin: 'named' as const, foundUnder: [] }
  return openRouterFile(source, argument)
}

/**
 * Opens a source as a router file. Throws a `UsageError` if it is not one; `name` is the argument that named the
 * source.
 */
export function openRouterFile(source: SourceFile | RefusedFile, name: string): RouterInput {
  const input = 'why' in source ? source : openSource(source)
  if (input && 'text' in input) return input
  throw new UsageError(input ? formatRefusedFile(input) : `\`${name}\` is not a router config file`)
}

export const formatRefusedFile = ({ why, mayBeRouter }: RefusedFile): string =>
  mayBeRouter ? `${why}; add --kind router if it is a router config file` : why

type UnfulfilledContext = {
  options: SelectionOptions
  streams: Streams
  selectedFiles: SelectedFiles
  /** Whether any file was a router file. */
  hasRouter: boolean
  /** Whether finding no router file is an error. */
  isRequired: boolean
}

/**
 * Prints which config files are not read because of their names, and which arguments match no router file or, unless
 * --ignore-unknown is set, why there is no router file at all. Returns why files were refused, one sentence each. If
 * router files are required, the reasons why there are none are not printed, but returned as well.
 */
export function reportMissingInputs(
  { refusedFiles, unmet }: Unfulfilled,
  { options, streams, selectedFiles, hasRouter, isRequired }: UnfulfilledContext,
): string[] {
  for (const path of selectedFiles.unread) streams.err(`routerfile: ${explainUnreadFile(path)}\n`)
  const refusals = refusedFiles.map(formatRefusedFile)
  const hasReason = unmet.length > 0 || refusals.length > 0
  const notes = hasReason || hasRouter ? unmet : [explainEmptySelection(options, selectedFiles)]
  if (isRequired) return [...refusals, ...notes]
  if (!options.ignoreUnknown || unmet.length > 0)
    for (const note of notes) streams.err(`routerfile: ${note}\n`)
  return refusals
}

/** The error that ends a run in which an input was refused or an internal error occurred. */
export function createSelectionError(refusals: readonly string[], hasFailed = false): Error {
  const message = refusals.join('\nrouterfile: ')
  return hasFailed ? new Error(message) : new UsageError(message)
}

function explainEmptySelection(
  { changed, staged, filesFrom = [], shard: shardOption }: SelectionOptions,
  { excludedCount }: SelectedFiles,
): string {
  const git = staged
    ? ' is staged'
    : changed === undefined
      ? ''
      : changed === ''
        ? ' differs from HEAD'
        : ` has changed since \`${changed}\``
  const namedByList = filesFrom.length > 0 ? ` is named by --files-from ${filesFrom.at(-1)}` : ''
  const shard = shardOption === undefined ? '' : ` falls into part ${shardOption}`
  const reasons = [git, namedByList, shard].filter((part) => part !== '').join(' and')
  const exclusions =
    excludedCount > 0 ? `; configurations exclude ${formatCount(excludedCount, 'file')}` : ''
  return `no router file${reasons}${exclusions}`
}

export const networkFlags = {
  ...assignGroup('Input', {
    filter: { value: 'FILTER', help: `only some routers, such as 'name contains "eu"'` },
  }),
  ...connectionFlags,
}

export type NetworkOptions = Partial<OptionsOf<typeof networkFlags>>

/** `networkFlags` with --live, for commands that can also read files from disk. */
export const liveFlags = {
  ...assignGroup('Input', { live: { help: 'check what the routers of a network run' } }),
  ...networkFlags,
}

/**
 * Whether to read the configs of running routers (--live). Throws a `UsageError` if arguments or `fileFlags` are set
 * with --live, or network flags without it.
 */
export function readsLive(
  options: Partial<OptionsOf<typeof liveFlags>> & { readonly args: readonly string[] },
  fileFlags: readonly string[],
): boolean {
  const {
    live: isLive = false,
    args: [argument],
  } = options
  const misplacedFlag = findSetFlag(options, isLive ? fileFlags : Object.keys(networkFlags))
  if (misplacedFlag !== undefined)
    throw new UsageError(
      isLive
        ? `--${misplacedFlag} cannot be used with --live, which reads routers from their controller`
        : `--${misplacedFlag} has no effect without --live`,
    )
  if (isLive && argument !== undefined)
    throw new UsageError(`--live checks what routers run; leave out ${argument}`)
  return isLive
}

/**
 * Throws a `UsageError` if `filter` is set. Call this if no router was found: without the error, the run would check
 * nothing and look successful.
 */
export function refuseEmptyFilter(filter: string | undefined): void {
  if (filter !== undefined)
    throw new UsageError(
      `--filter ${filter}: no router matches; \`routerfile api edge-routers list\` lists the routers`,
    )
}

const checkWords = ['files', 'certificates', 'none'] as const

/** Flags for settings that a config file can contain too. */
export const settingFlags = {
  ...assignGroup('Rules', {
    rule: {
      value: 'ID=SEVERITY',
      repeatable: true,
      help: 'set a rule to error, warning, info or off',
    },
    check: {
      value: 'WHAT',
      repeatable: true,
      help: 'files, certificates (default: both) or none',
      words: () => checkWords,
    },
  }),
  ...assignGroup('Output', {
    level: {
      value: 'SEVERITY',
      help: 'hide findings below error, warning or info (default)',
      words: () => severities,
    },
    'fail-on': {
      value: 'SEVERITY',
      help: 'exit with 1 from error (default), warning or info on',
      words: () => severities,
    },
    'max-warnings': { value: 'N', help: 'exit with 1 if there are more than N warnings' },
  }),
}

/** Flags that choose rules, like the flags of ruff with the same names. */
export const ruleFlags = assignGroup('Rules', {
  select: {
    value: 'RULE[,RULE]',
    repeatable: true,
    help: 'check with these rules only',
    words: () => listRuleIds(),
  },
  ignore: {
    value: 'RULE',
    repeatable: true,
    help: 'check without these rules (of files: --no-ignore)',
    words: () => listRuleIds(),
  },
})

const listRuleIds = (): readonly string[] => catalog.map(({ id }) => id)

export type ProjectFlags = Partial<
  OptionsOf<
    typeof commonFlags &
      typeof environmentFlags &
      typeof configurationFlags &
      typeof settingFlags &
      typeof ruleFlags
  > & {
    quiet: boolean
    baseline: string | undefined
    requireFiles: boolean
    noSuppressions: boolean
  }
>

export const getVariableName = (flag: string): string =>
  `ROUTERFILE_${flag.toUpperCase().replaceAll('-', '_')}`

export const openProjectFor = (options: ProjectFlags, { err }: Pick<Streams, 'err'>): Project =>
  openProject({
    configuration: findNamedConfiguration(options),
    settings: [readVariableSettings(process.env), readFlagSettings(options)],
    trustsConfiguration: options.trustConfig || isOn(process.env[getVariableName('trust-config')]),
    suppressions: !options.noSuppressions,
    rules: {
      ...(isOptionSet(options.select) && { only: readRuleIds(options.select ?? [], '--select') }),
      without: readRuleIds(options.ignore ?? [], '--ignore'),
    },
    note: (text) => err(formatNote(text)),
  })

/**
 * The config file from --config or its variable; the flag wins. `none` if --isolated turns config files off, or its
 * variable does and --config is not given. Otherwise `nearest`.
 */
function findNamedConfiguration({
  config,
  isolated,
}: ProjectFlags): ProjectOptions['configuration'] {
  if (config !== undefined && isolated)
    throw new UsageError('--config and --isolated cannot be used together')
  if (isolated) return 'none'
  if (config === undefined && isOn(process.env[getVariableName('isolated')])) return 'none'
  const path = config ?? process.env[getVariableName('config')]
  if (!path) return 'nearest'
  const result = readText(path)
  if ('why' in result)
    throw new UsageError(
      `${config === undefined ? getVariableName('config') : '--config'}: ${result.why}`,
    )
  return { path: resolve(path) }
}

function readFlagSettings(options: ProjectFlags): Settings {
  const flags = { ...options, requireFiles: options.requireFiles || undefined }
  return createSettings(flags, (flag) => `--${flag}`)
}

/** The variable of an --env flag: NAME=VALUE, or NAME with its current value (empty if it is not set). */
function parseVariable(item: string): [name: string, value: string] {
  const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(item) ?? []
  if (name === undefined)
    throw new UsageError(
      `--env ${item.replace(/=[\s\S]*/, '=…')}: write NAME=value, or NAME to pass on the current value`,
    )
  return [name, value ?? process.env[name] ?? '']
}

function readVariableSettings(variables: Environment): Settings {
  const readValue = (flag: VariableFlag): string | undefined =>
    variables[getVariableName(flag)] || undefined
  const readValues = (flag: VariableFlag): string[] => [readValue(flag) ?? []].flat()
  const readSwitch = (flag: VariableFlag): boolean | undefined => {
    const text = readValue(flag)
    return text === undefined ? undefined : isOn(text)
  }
  return createSettings(
    {
      target: readValue('target'),
      platform: parseChoice(readValue('platform'), platforms, getVariableName('platform')),
      rule: readValues('rule'),
      envFile: readValues('env-file'),
      check: readValues('check'),
      quiet: readSwitch('quiet') ?? false,
      level: readValue('level'),
      failOn: readValue('fail-on'),
      maxWarnings: readValue('max-warnings'),
      baseline: readValue('baseline'),
      requireFiles: readSwitch('require-files'),
    },
    getVariableName,
  )
}

/**
 * Whether the value of a variable turns a flag on: every value does, except an empty one, `0`, `false`, `no` and `off`.
 */
const isOn = (text = ''): boolean => !/^(|0|false|no|off)$/i.test(text)

/** Settings from flags or variables, most of them still strings. */
type UnparsedSettings = Omit<ProjectFlags, 'requireFiles'> & { requireFiles: boolean | undefined }

/** Settings with their sources; `getName` gives the name of the flag or variable. */
function createSettings(
  {
    target,
    platform,
    check = [],
    rule = [],
    env = [],
    envFile = [],
    quiet,
    ...rest
  }: UnparsedSettings,
  getName: (flag: string) => string,
): Settings {
  const { level, failOn, maxWarnings, baseline, requireFiles } = rest
  if (target !== undefined) getRelease(target, getName('target'))
  return toSettings(
    {
      target,
      platform,
      check: check.length > 0 ? parseChecks(check, getName('check')) : undefined,
      level: quiet ? 'error' : parseChoice(level, severities, getName('level')),
      failOn: parseChoice(failOn, severities, getName('fail-on')),
      maxWarnings:
        maxWarnings === undefined
          ? undefined
          : parseWholeNumber(maxWarnings, getName('max-warnings')),
      baseline,
      requireFiles,
      rules: Object.fromEntries(readRules(rule, getName('rule'))),
      envFile: [...envFile],
      env: Object.fromEntries(env.map(parseVariable)),
    },
    {
      getOrigin: (key) => {
        if (key === 'rules') return getName('rule')
        return getName(key === 'level' && quiet ? 'quiet' : toKebabCase(key))
      },
      resolve: (path) => path,
    },
  )
}

const splitWords = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(','))

function parseChecks(values: readonly string[], name: string): Check[] {
  const checks = splitWords(values).map((word) => parseChoice(word, checkWords, name))
  if (checks.includes('none') && checks.some((check) => check !== 'none'))
    throw new UsageError(`${name} ${values.join(',')}: none cannot be combined with other checks`)
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

function readRules(
  values: readonly string[],
  name: string,
): [id: string, severity: Severity | 'off'][] {
  return splitWords(values).map((word) => {
    const [, id = '', severity] = /^([^=]*)=(.*)$/.exec(word) ?? []
    if (severity === undefined)
      throw new UsageError(`${name} ${word}: write ID=SEVERITY, such as trace-enabled=off`)
    requireRule(id, `${name} ${word}`)
    return [id, parseChoice(severity, [...severities, 'off'] as const, `${name} ${id}`) ?? 'off']
  })
}

function readRuleIds(values: readonly string[], flag: string): ReadonlySet<string> {
  const ids = splitWords(values).map((word) => word.trim())
  for (const id of ids) requireRule(id, `${flag} ${id}`)
  return new Set(ids)
}

/** Refuses a rule that does not exist; `origin` is the flag or variable that named it. */
function requireRule(id: string, origin: string): void {
  const ids = listRuleIds()
  if (ids.includes(id)) return
  const suggestion = findNearest(id, ids)
  throw new UsageError(
    `${origin}: unknown rule "${id}"; ${suggestion ? `did you mean "${suggestion}"?` : '`routerfile rules` lists the rules'}`,
  )
}
