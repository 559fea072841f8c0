import { resolve } from 'node:path'
import type { Environment } from '../document/environment.js'
import type { Severity } from '../document/diagnostic.js'
import { catalog } from '../lint/catalog.js'
import { readText } from '../project/file.js'
import type { Check } from '../project/machine.js'
import type { Project, ProjectOptions } from '../project/project.js'
import { openProject } from '../project/project.js'
import { getRelease } from '../project/release.js'
import type { Settings, Sourced, VariableSource } from '../project/settings.js'
import { severities } from '../project/settings.js'
import { findNearest } from '../schema/suggest.js'
import { UsageError } from './errors.js'
import type { Flags, FlagValues } from './flags.js'
import { inGroup, parseChoice, parseWholeNumber } from './flags.js'
import type { VariableFlag } from './variables.js'

export const environmentFlags: Flags = inGroup('Router', {
  env: { value: 'NAME=VALUE', help: 'set a variable of the router, unset others' },
  'env-file': {
    value: 'FILE',
    short: 'E',
    help: 'read such variables from NAME=VALUE lines',
  },
})

export const configurationFlags: Flags = inGroup('Advanced', {
  config: { value: 'FILE', short: 'c', help: 'use this config file only' },
  isolated: { help: 'ignore all config files' },
  'trust-config': { help: 'let config files name files outside of the project' },
})

const checkWords = ['files', 'certificates', 'none'] as const

/** Flags for settings that a config file can contain too. */
export const settingFlags: Flags = {
  ...inGroup('Rules', {
    rule: { value: 'ID=SEVERITY', help: 'set a rule to error, warning, info or off' },
    check: {
      value: 'WHAT',
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
    'max-warnings': { value: 'N', help: 'exit with 1 if there are more warnings' },
  }),
}

/** The environment variable that corresponds to a flag. */
export const getVariableName = (flag: VariableFlag): string =>
  `ROUTERFILE_${flag.toUpperCase().replaceAll('-', '_')}`

/** The files of this machine, with the configuration that flags and variables select. */
export const openProjectFor = (flags: FlagValues): Project =>
  openProject({
    configuration: findNamedConfiguration(flags),
    settings: [readVariableSettings(process.env), readFlagSettings(flags)],
    trustsConfiguration:
      flags.has('trust-config') || isOn([process.env[getVariableName('trust-config')] || 'off']),
    suppressions: !flags.has('no-suppressions'),
  })

/** The config file that a flag or a variable names, if any; a flag wins over variables. */
function findNamedConfiguration(flags: FlagValues): ProjectOptions['configuration'] {
  if (flags.has('config') && flags.has('isolated'))
    throw new UsageError('--config and --isolated cannot be used together')
  if (flags.has('isolated')) return 'none'
  const from = flags.has('config') ? '--config' : getVariableName('config')
  if (!flags.has('config') && process.env[getVariableName('isolated')]) return 'none'
  const path = flags.last('config') ?? process.env[getVariableName('config')]
  if (!path) return 'nearest'
  const read = readText(path)
  if ('why' in read) throw new UsageError(`${from}: ${read.why}`)
  return { path: resolve(path) }
}

/** Settings from flags. */
function readFlagSettings(flags: FlagValues): Settings {
  const settings = createSettings(flags.values, (flag) => `--${flag}`)
  const own = flags.values('env').map((item): VariableSource => {
    const [name, value] = parseVariable(item)
    return { name, value: { value, from: '--env' } }
  })
  return { ...settings, env: [...settings.env, ...own] }
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
const readVariableSettings = (variables: Environment): Settings =>
  createSettings(
    (flag) => [variables[getVariableName(flag)] ?? ''].filter((value) => value !== ''),
    getVariableName,
  )

/** Settings from the values of flags; `from` is the name under which each is given. */
function createSettings(
  getValues: (flag: VariableFlag) => readonly string[],
  getName: (flag: VariableFlag) => string,
): Settings {
  const sourced = <Value>(
    flag: VariableFlag,
    read: (values: readonly string[], name: string) => Value,
  ): Sourced<Value> | undefined => {
    const values = getValues(flag)
    return values.length > 0
      ? { value: read(values, getName(flag)), from: getName(flag) }
      : undefined
  }
  const target = sourced('target', readTarget)
  const check = sourced('check', readChecks)
  const quiet = sourced('quiet', isOn)
  const level = quiet?.value
    ? { value: 'error' as const, from: quiet.from }
    : sourced('level', readSeverity)
  const failOn = sourced('fail-on', readSeverity)
  const maxWarnings = sourced('max-warnings', readMaxWarnings)
  const baseline = sourced('baseline', getLast)
  const requireFiles = sourced('require-files', isOn)
  return {
    rules: Object.fromEntries(
      readRules(getValues('rule'), getName('rule')).map(([id, value]) => [
        id,
        { value, from: getName('rule') },
      ]),
    ),
    env: getValues('env-file').map((value) => ({ file: { value, from: getName('env-file') } })),
    ...(target && { target }),
    ...(check && { check }),
    ...(level && { level }),
    ...(failOn && { failOn }),
    ...(maxWarnings && { maxWarnings }),
    ...(baseline && { baseline }),
    ...(requireFiles && { requireFiles }),
  }
}

const getLast = (values: readonly string[]): string => values.at(-1) ?? ''

/** A flag without a value is on; a variable can turn it off. */
const isOn = (values: readonly string[]): boolean => !/^(0|false|no|off)$/i.test(getLast(values))

const splitWords = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(','))

function readTarget(values: readonly string[], name: string): string {
  getRelease(getLast(values), name)
  return getLast(values)
}

const readSeverity = (values: readonly string[], name: string): Severity =>
  parseChoice(getLast(values), severities, name) ?? 'error'

function readChecks(values: readonly string[], name: string): readonly Check[] {
  const checks = splitWords(values).map((word) => parseChoice(word, checkWords, name))
  if (checks.includes('none') && checks.some((check) => check !== 'none'))
    throw new UsageError(`${name} ${values.join(',')}: none cannot be combined with other checks`)
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

const readMaxWarnings = (values: readonly string[], name: string): number =>
  parseWholeNumber(getLast(values), name)

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
