import type { Severity } from '../document/diagnostic.js'
import type { Configuration } from '../generated/configuration.js'

/** A value, and where it comes from: a file and its line, a flag, a variable, or `default`. */
export type Sourced<Value> = { readonly value: Value; readonly from: string }

/** A variable of the environment, or a file of such; of several with one name the last counts. */
export type VariableSource =
  { readonly name: string; readonly value: Sourced<string> } | { readonly file: Sourced<string> }

/** From the gravest. */
export const severities: readonly Severity[] = ['error', 'warning', 'info']

/** Who gives a value, in a message: where that is a line of a file, with the key there. */
export const formatOrigin = (from: string, key: string): string =>
  /:\d+$/.test(from) ? `${from}: ${key}` : from

/** What can be set for a router file. Paths count from the current folder. */
export type Settings = {
  readonly target?: Sourced<string>
  readonly rules: Readonly<Record<string, Sourced<Severity | 'off'>>>
  readonly env: readonly VariableSource[]
  readonly check?: Sourced<readonly ('files' | 'certificates')[]>
  /** Findings below this severity are not shown. */
  readonly level?: Sourced<Severity>
  readonly failOn?: Sourced<Severity>
  readonly maxWarnings?: Sourced<number>
  readonly baseline?: Sourced<string>
  /** Whether it is a fault where there is no router file; that of the current folder counts. */
  readonly requireFiles?: Sourced<boolean>
  /** That a file is a router file, unless what is in it contradicts. */
  readonly kind?: Sourced<'router'>
}

/** What is set where nothing else is; the release follows from the newest line. */
export const defaultSettings = {
  rules: {},
  env: [],
  check: { value: ['files', 'certificates'], from: 'default' },
  level: { value: 'info', from: 'default' },
  failOn: { value: 'error', from: 'default' },
} as const satisfies Settings

type MergedSettings = { settings: Settings; above: Map<Settings, MergedSettings> }

/** A function that lays settings over one another: the later wins; rules and variables are taken one by one. The same layers give the same object. */
export function createSettingsMerger(): (layers: readonly Settings[]) => Settings {
  const empty: MergedSettings = { settings: { rules: {}, env: [] }, above: new Map() }
  return (layers) => layers.reduce(mergeSettings, empty).settings
}

function mergeSettings(
  { settings: below, above: known }: MergedSettings,
  above: Settings,
): MergedSettings {
  const found = known.get(above)
  if (found) return found
  const settings = {
    ...below,
    ...above,
    rules: { ...below.rules, ...above.rules },
    env: [...below.env, ...above.env],
  }
  const merged = { settings, above: new Map() }
  known.set(above, merged)
  return merged
}

/** What a configuration, or one of its overrides, may set. */
export type ConfigurationPart = Pick<
  Configuration,
  | 'target'
  | 'rules'
  | 'env'
  | 'envFile'
  | 'check'
  | 'level'
  | 'failOn'
  | 'maxWarnings'
  | 'baseline'
  | 'requireFiles'
> &
  Pick<Override, 'kind'>

type Override = NonNullable<Configuration['overrides']>[number]

/** How a part of a configuration becomes settings. */
export type SettingsOrigin = {
  /** Where a value of the part stands, in words. */
  from: (...path: string[]) => string
  /** A path of the part, from the current folder. */
  resolve: (path: string) => string
}

/** What a part of a configuration sets. */
export function toSettings(part: ConfigurationPart, { from, resolve }: SettingsOrigin): Settings {
  const {
    target,
    rules = {},
    env = {},
    envFile = [],
    check,
    level,
    failOn,
    maxWarnings,
    baseline,
    requireFiles,
    kind,
  } = part
  return {
    rules: Object.fromEntries(
      Object.entries(rules).map(([id, value]) => [id, { value, from: from('rules', id) }]),
    ),
    env: [
      ...[envFile]
        .flat()
        .map((path) => ({ file: { value: resolve(path), from: from('envFile') } })),
      ...Object.entries(env).map(([name, value]) => ({
        name,
        value: { value: String(value), from: from('env', name) },
      })),
    ],
    ...(target !== undefined && { target: { value: target, from: from('target') } }),
    ...(check !== undefined && { check: { value: check, from: from('check') } }),
    ...(level !== undefined && { level: { value: level, from: from('level') } }),
    ...(failOn !== undefined && { failOn: { value: failOn, from: from('failOn') } }),
    ...(maxWarnings !== undefined && {
      maxWarnings: { value: maxWarnings, from: from('maxWarnings') },
    }),
    ...(baseline !== undefined && {
      baseline: { value: resolve(baseline), from: from('baseline') },
    }),
    ...(requireFiles !== undefined && {
      requireFiles: { value: requireFiles, from: from('requireFiles') },
    }),
    ...(kind !== undefined && { kind: { value: kind, from: from('kind') } }),
  }
}
