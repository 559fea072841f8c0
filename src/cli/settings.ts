import type { Settings, Sourced, VariableSource } from '../project/settings.js'
import type { Severity } from '../document/diagnostic.js'
import type { Environment } from '../document/environment.js'
import { catalog } from '../lint/catalog.js'
import { findNearest } from '../schema/suggest.js'
import type { Check } from '../project/machine.js'
import { UsageError } from '../project/usage-error.js'
import { findNamedRelease } from './command.js'
import { readEnvironmentFile, parseVariable } from './environment.js'
import type { Flags, FlagValues } from './flags.js'
import { parseChoice, parseWholeNumber } from './flags.js'

/** From the gravest. */
export const severities: readonly Severity[] = ['error', 'warning', 'info']

const checkWords = ['files', 'certificates', 'none'] as const

/** Flags for what a configuration can set too. */
export const settingFlags: Flags = {
  rule: {
    value: 'ID=SEVERITY',
    help: 'severity of a rule: error, warning, info or off; may be given several times',
  },
  check: {
    value: 'WHAT',
    help: 'what of this machine to look at: files, certificates (default: both) or none',
    words: () => checkWords,
  },
  'fail-on': {
    value: 'SEVERITY',
    help: 'exit with 1 from this severity on: error (default), warning or info',
    words: () => severities,
  },
  'max-warnings': { value: 'N', help: 'exit with 1 if there are more warnings' },
}

/** What is set where nothing else is; the release follows from the newest line. */
export const defaultSettings = {
  rules: {},
  env: [],
  check: { value: ['files', 'certificates'], from: 'default' },
  failOn: { value: 'error', from: 'default' },
} as const satisfies Settings

/** The environment variable that stands for a flag. */
export const getVariableName = (flag: string): string =>
  `ROUTERFILE_${flag.toUpperCase().replaceAll('-', '_')}`

/** What flags set. */
export function readFlagSettings(given: FlagValues): Settings {
  const settings = createSettings(given.values, (flag) => `--${flag}`)
  const own = given.values('env').map((item): VariableSource => {
    const [name, value] = parseVariable(item)
    return { name, value: { value, from: '--env' } }
  })
  return { ...settings, env: [...settings.env, ...own] }
}

/** What environment variables set: those named like the flags. */
export const readVariableSettings = (variables: Environment): Settings =>
  createSettings(
    (flag) => [variables[getVariableName(flag)] ?? ''].filter((value) => value !== ''),
    getVariableName,
  )

/** Settings by the values of flags, and by the name under which each is given. */
function createSettings(
  valuesOf: (flag: string) => readonly string[],
  nameOf: (flag: string) => string,
): Settings {
  const sourced = <Value>(
    flag: string,
    read: (values: readonly string[], name: string) => Value,
  ): Sourced<Value> | undefined => {
    const values = valuesOf(flag)
    return values.length > 0 ? { value: read(values, nameOf(flag)), from: nameOf(flag) } : undefined
  }
  const target = sourced('target', readTarget)
  const check = sourced('check', readChecks)
  const failOn = sourced('fail-on', readSeverity)
  const maxWarnings = sourced('max-warnings', readMaxWarnings)
  const baseline = sourced('baseline', getLast)
  const requireFiles = sourced('require-files', isOn)
  return {
    rules: Object.fromEntries(
      readRules(valuesOf('rule'), nameOf('rule')).map(([id, value]) => [
        id,
        { value, from: nameOf('rule') },
      ]),
    ),
    env: valuesOf('env-file').map((value) => ({ file: { value, from: nameOf('env-file') } })),
    ...(target && { target }),
    ...(check && { check }),
    ...(failOn && { failOn }),
    ...(maxWarnings && { maxWarnings }),
    ...(baseline && { baseline }),
    ...(requireFiles && { requireFiles }),
  }
}

const getLast = (values: readonly string[]): string => values.at(-1) ?? ''

/** A flag without value is on; a variable may say that it is off. */
const isOn = (values: readonly string[]): boolean => !/^(0|false|no|off)$/i.test(getLast(values))

const splitWords = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(','))

function readTarget(values: readonly string[], name: string): string {
  findNamedRelease(getLast(values), name)
  return getLast(values)
}

const readSeverity = (values: readonly string[], name: string): Severity =>
  parseChoice(getLast(values), severities, name) ?? 'error'

function readChecks(values: readonly string[], name: string): readonly Check[] {
  const checks = splitWords(values).map((word) => parseChoice(word, checkWords, name))
  if (checks.includes('none') && checks.some((check) => check !== 'none'))
    throw new UsageError(`${name} ${values.join(',')}: none goes with nothing else`)
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
      `${name} ${word}: no rule is called ${id}; ${near ? `did you mean ${near}?` : '`routerfile rules` lists them'}`,
    )
  })
}

/** Who gives a value, in a message: a flag, a variable, or a key of a configuration. */
export const formatPlace = (from: string, key: string): string =>
  /^(--|ROUTERFILE_)/.test(from) ? from : `${from}: ${key}`

/** The environment that settings give; undefined where they give none, and every variable is unknown. Files are read once. */
export function createEnvironmentReader(): (settings: Settings) => Environment | undefined {
  const known = new Map<string, readonly (readonly [name: string, value: string])[]>()
  const entriesOf = ({
    value: path,
    from,
  }: Sourced<string>): readonly (readonly [name: string, value: string])[] => {
    const entries = known.get(path) ?? readEnvironmentFile(path, formatPlace(from, 'envFile'))
    known.set(path, entries)
    return entries
  }
  return ({ env }) => {
    if (env.length === 0) return undefined
    return Object.fromEntries(
      env.flatMap((item) =>
        'file' in item ? entriesOf(item.file) : [[item.name, item.value.value] as const],
      ),
    )
  }
}
