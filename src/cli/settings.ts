import type { Settings, Sourced, Variables } from '../configuration/settings.js'
import type { Severity } from '../diagnostic.js'
import type { Environment } from '../expand.js'
import { catalog } from '../lint/catalog.js'
import { nearest } from '../schema/suggest.js'
import type { Check } from '../world/host.js'
import { releaseNamed } from './command.js'
import { readEnvironmentFile, variableOf } from './environment.js'
import type { Flags, Given } from './flags.js'
import { oneOf, UsageError, wholeNumber } from './flags.js'

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
export const defaults = {
  rules: {},
  env: [],
  check: { value: ['files', 'certificates'], from: 'default' },
  failOn: { value: 'error', from: 'default' },
} as const satisfies Settings

/** The environment variable that stands for a flag. */
export const variableFor = (flag: string): string =>
  `ROUTERFILE_${flag.toUpperCase().replaceAll('-', '_')}`

/** What flags set. */
export function flagSettings(given: Given): Settings {
  const settings = settingsBy(given.values, (flag) => `--${flag}`)
  const own = given.values('env').map((item): Variables => {
    const [name, value] = variableOf(item)
    return { name, value: { value, from: '--env' } }
  })
  return { ...settings, env: [...settings.env, ...own] }
}

/** What environment variables set: those named like the flags. */
export const variableSettings = (variables: Environment): Settings =>
  settingsBy(
    (flag) => [variables[variableFor(flag)] ?? ''].filter((value) => value !== ''),
    variableFor,
  )

/** Settings by the values of flags, and by the name under which each is given. */
function settingsBy(
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
  const target = sourced('target', targetOf)
  const check = sourced('check', checksOf)
  const failOn = sourced('fail-on', severityOf)
  const maxWarnings = sourced('max-warnings', mostOf)
  const baseline = sourced('baseline', last)
  const requireFiles = sourced('require-files', isOn)
  return {
    rules: Object.fromEntries(
      rulesOf(valuesOf('rule'), nameOf('rule')).map(([id, value]) => [
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

const last = (values: readonly string[]): string => values.at(-1) ?? ''

/** A flag without value is on; a variable may say that it is off. */
const isOn = (values: readonly string[]): boolean => !/^(0|false|no|off)$/i.test(last(values))

const words = (values: readonly string[]): string[] => values.flatMap((value) => value.split(','))

function targetOf(values: readonly string[], name: string): string {
  releaseNamed(last(values), name)
  return last(values)
}

const severityOf = (values: readonly string[], name: string): Severity =>
  oneOf(last(values), severities, name) ?? 'error'

function checksOf(values: readonly string[], name: string): readonly Check[] {
  const checks = words(values).map((word) => oneOf(word, checkWords, name))
  if (checks.includes('none') && checks.some((check) => check !== 'none'))
    throw new UsageError(`${name} ${values.join(',')}: none goes with nothing else`)
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

const mostOf = (values: readonly string[], name: string): number => wholeNumber(last(values), name)

function rulesOf(
  values: readonly string[],
  name: string,
): [id: string, severity: Severity | 'off'][] {
  const ids = catalog.map((rule) => rule.id)
  return words(values).map((word) => {
    const [, id = '', severity] = /^([^=]*)=(.*)$/.exec(word) ?? []
    if (severity === undefined)
      throw new UsageError(`${name} ${word}: write ID=SEVERITY, such as trace-enabled=off`)
    if (ids.includes(id))
      return [id, oneOf(severity, [...severities, 'off'] as const, `${name} ${id}`) ?? 'off']
    const near = nearest(id, ids)
    throw new UsageError(
      `${name} ${word}: no rule is called ${id}; ${near ? `did you mean ${near}?` : '`routerfile rules` lists them'}`,
    )
  })
}

/** Who gives a value, in a message: a flag, a variable, or a key of a configuration. */
export const placeOf = (from: string, key: string): string =>
  /^(--|ROUTERFILE_)/.test(from) ? from : `${from}: ${key}`

/** The environment that settings give; undefined where they give none, and every variable is unknown. Files are read once. */
export function environments(): (settings: Settings) => Environment | undefined {
  const known = new Map<string, readonly (readonly [name: string, value: string])[]>()
  const entriesOf = ({
    value: path,
    from,
  }: Sourced<string>): readonly (readonly [name: string, value: string])[] => {
    const entries = known.get(path) ?? readEnvironmentFile(path, placeOf(from, 'envFile'))
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
