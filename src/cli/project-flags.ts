import { resolve } from 'node:path'
import type { Environment } from '../document/environment.js'
import type { Severity } from '../document/diagnostic.js'
import { platforms } from '../formats/format.js'
import { catalog } from '../lint/catalog.js'
import { readText } from '../project/disk.js'
import type { Check } from '../project/machine.js'
import type { Project, ProjectOptions } from '../project/project.js'
import { openProject } from '../project/project.js'
import { getRelease } from '../project/file-options.js'
import type { Settings } from '../project/settings.js'
import { severities, toSettings } from '../project/settings.js'
import { findNearest } from '../schema/suggest.js'
import type { Streams } from './command.js'
import { UsageError } from './errors.js'
import type { commonFlags, configurationFlags, environmentFlags, OptionsOf } from './flags.js'
import { inGroup, parseChoice, parseWholeNumber, toKebabCase } from './flags.js'
import { formatNote } from './ui/text.js'
import type { VariableFlag } from './variables.js'

const checkWords = ['files', 'certificates', 'none'] as const

/** Flags for settings that a config file can contain too. */
export const settingFlags = {
  ...inGroup('Rules', {
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
  ...inGroup('Output', {
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

/** Options that decide how files are read and checked; a command has some of them. */
export type ProjectFlags = Partial<
  OptionsOf<
    typeof commonFlags & typeof environmentFlags & typeof configurationFlags & typeof settingFlags
  > & {
    quiet: boolean
    baseline: string | undefined
    requireFiles: boolean
    noSuppressions: boolean
  }
>

/** The environment variable that corresponds to a flag. */
export const getVariableName = (flag: VariableFlag): string => toVariableName(flag)

const toVariableName = (flag: string): string =>
  `ROUTERFILE_${flag.toUpperCase().replaceAll('-', '_')}`

/** The files of this machine, with the configuration that flags and variables select. */
export const openProjectFor = (options: ProjectFlags, { err }: Pick<Streams, 'err'>): Project =>
  openProject({
    configuration: findNamedConfiguration(options),
    settings: [readVariableSettings(process.env), readFlagSettings(options)],
    trustsConfiguration:
      options.trustConfig || isOn(process.env[getVariableName('trust-config')] || 'off'),
    suppressions: !options.noSuppressions,
    note: (text) => err(formatNote(text)),
  })

/** The config file that a flag or a variable names, if any; a flag wins over variables. */
function findNamedConfiguration({
  config,
  isolated,
}: ProjectFlags): ProjectOptions['configuration'] {
  if (config !== undefined && isolated)
    throw new UsageError('--config and --isolated cannot be used together')
  if (isolated) return 'none'
  if (config === undefined && process.env[getVariableName('isolated')]) return 'none'
  const path = config ?? process.env[getVariableName('config')]
  if (!path) return 'nearest'
  const read = readText(path)
  if ('why' in read)
    throw new UsageError(
      `${config === undefined ? getVariableName('config') : '--config'}: ${read.why}`,
    )
  return { path: resolve(path) }
}

function readFlagSettings(options: ProjectFlags): Settings {
  const given = { ...options, requireFiles: options.requireFiles || undefined }
  return createSettings(given, (flag) => `--${flag}`)
}

/** The variable of an --env flag: NAME=VALUE, or NAME with its value in the current environment. */
function parseVariable(item: string): [name: string, value: string] {
  const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(item) ?? []
  if (name === undefined)
    throw new UsageError(
      `--env ${item.replace(/=[\s\S]*/, '=…')}: write NAME=value, or NAME to pass on the current value`,
    )
  return [name, value ?? process.env[name] ?? '']
}

/** Settings from environment variables, which are named after the flags. */
function readVariableSettings(variables: Environment): Settings {
  const value = (flag: VariableFlag): string | undefined =>
    variables[getVariableName(flag)] || undefined
  const list = (flag: VariableFlag): string[] => [value(flag) ?? []].flat()
  const isSet = (flag: VariableFlag): boolean | undefined => {
    const text = value(flag)
    return text === undefined ? undefined : isOn(text)
  }
  return createSettings(
    {
      target: value('target'),
      platform: parseChoice(value('platform'), platforms, getVariableName('platform')),
      rule: list('rule'),
      envFile: list('env-file'),
      check: list('check'),
      quiet: isSet('quiet') ?? false,
      level: value('level'),
      failOn: value('fail-on'),
      maxWarnings: value('max-warnings'),
      baseline: value('baseline'),
      requireFiles: isSet('require-files'),
    },
    toVariableName,
  )
}

/** A flag without a value is on; a variable can turn it off. */
const isOn = (text: string): boolean => !/^(0|false|no|off)$/i.test(text)

/** Settings as flags or variables give them. */
type GivenSettings = Omit<ProjectFlags, 'requireFiles'> & { requireFiles: boolean | undefined }

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
    ...given
  }: GivenSettings,
  getName: (flag: string) => string,
): Settings {
  const { level, failOn, maxWarnings, baseline, requireFiles } = given
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
      from: (key) => {
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
  const ids: readonly string[] = catalog.map((rule) => rule.id)
  return splitWords(values).map((word) => {
    const [, id = '', severity] = /^([^=]*)=(.*)$/.exec(word) ?? []
    if (severity === undefined)
      throw new UsageError(`${name} ${word}: write ID=SEVERITY, such as trace-enabled=off`)
    if (ids.includes(id))
      return [id, parseChoice(severity, [...severities, 'off'] as const, `${name} ${id}`) ?? 'off']
    const near = findNearest(id, ids)
    throw new UsageError(
      `${name} ${word}: unknown rule "${id}"; ${near ? `did you mean "${near}"?` : '`routerfile rules` lists the rules'}`,
    )
  })
}
