import type { Severity } from '../document/diagnostic.js'
import type { Configuration } from '../generated/configuration.js'
import { catalog } from '../lint/catalog.js'
import type { Options } from '../lint/lint.js'
import { describeAssumption, findModel, listTargets } from '../schema/model.js'
import type { Check } from './machine.js'
import { ProjectError } from './project-error.js'

/**
 * Where a value is set: a line of a file, counted from 0; or else `default`, or the name of a flag, a variable or an
 * editor setting.
 */
export type SettingOrigin = string | { readonly file: string; readonly line: number }

export type Sourced<Value> = { readonly value: Value; readonly origin: SettingOrigin }

/** An environment variable, or a file of variables. If several variables have the same name, the last one wins. */
export type VariableSource =
  { readonly name: string; readonly value: Sourced<string> } | { readonly file: Sourced<string> }

/** All severities, most severe first. */
export const severities: readonly Severity[] = ['error', 'warning', 'info']

export const formatOrigin = (origin: SettingOrigin, key?: string): string =>
  typeof origin === 'string'
    ? origin
    : `${origin.file}:${origin.line + 1}${key === undefined ? '' : `: ${key}`}`

/** The settings for a router file. Paths are relative to the current directory. */
export type Settings = {
  readonly target?: Sourced<string>
  readonly platform?: Sourced<NonNullable<Configuration['platform']>>
  readonly rules: Readonly<Record<string, Sourced<Severity | 'off'>>>
  readonly env: readonly VariableSource[]
  readonly check?: Sourced<readonly ('files' | 'certificates')[]>
  /** Findings below this severity are not shown. */
  readonly level?: Sourced<Severity>
  readonly failOn?: Sourced<Severity>
  readonly maxWarnings?: Sourced<number>
  readonly baseline?: Sourced<string>
  /** Whether it is an error if there is no router file; the setting for the current directory applies. */
  readonly requireFiles?: Sourced<boolean>
  /** Set if the file counts as a router file unless its content contradicts that. */
  readonly kind?: Sourced<'router'>
}

/** The default settings. They name no release, because its default depends on the known releases. */
export const defaultSettings = {
  rules: {},
  env: [],
  check: { value: ['files', 'certificates'], origin: 'default' },
  level: { value: 'info', origin: 'default' },
  failOn: { value: 'error', origin: 'default' },
} as const satisfies Settings

/** The result of merging layers of settings. `next` caches the results of merging one more layer, by that layer. */
type MergedSettings = { settings: Settings; next: Map<Settings, MergedSettings> }

/**
 * Creates a function that merges layers of settings. Later layers take precedence; rules are merged by name, and
 * variables are added to the variables of earlier layers. For the same layers, the function returns the same object.
 */
export function createSettingsMerger(): (layers: readonly Settings[]) => Settings {
  const emptySettings: MergedSettings = { settings: { rules: {}, env: [] }, next: new Map() }
  return (layers) => layers.reduce(mergeSettings, emptySettings).settings
}

function mergeSettings(
  { settings: earlierSettings, next }: MergedSettings,
  layer: Settings,
): MergedSettings {
  const cachedSettings = next.get(layer)
  if (cachedSettings) return cachedSettings
  const settings = {
    ...earlierSettings,
    ...layer,
    rules: { ...earlierSettings.rules, ...layer.rules },
    env: [...earlierSettings.env, ...layer.env],
  }
  const mergedSettings = { settings, next: new Map() }
  next.set(layer, mergedSettings)
  return mergedSettings
}

/** The rules of `--select` (`only`; absent: all) and of `--ignore` (`without`). */
export type RuleChoice = { only?: ReadonlySet<string>; without: ReadonlySet<string> }

/**
 * Turns off the rules that are not selected, or that are ignored. A selected rule applies even if a config file turns
 * it off. Syntax rules always apply, even if they are not selected, because syntax errors hide all other findings.
 */
export function restrictRules(settings: Settings, { only, without }: RuleChoice): Settings {
  if (!only && without.size === 0) return settings
  const restrictedRules = catalog.flatMap(
    ({ id, severity, about, optional }): [string, Settings['rules'][string]][] => {
      if (without.has(id)) return [[id, { value: 'off', origin: '--ignore' }]]
      if (!only || about === 'syntax') return []
      if (!only.has(id)) return [[id, { value: 'off', origin: '--select' }]]
      const isOff = (settings.rules[id]?.value ?? (optional ? 'off' : severity)) === 'off'
      return isOff ? [[id, { value: severity, origin: '--select' }]] : []
    },
  )
  return { ...settings, rules: { ...settings.rules, ...Object.fromEntries(restrictedRules) } }
}

/**
 * The settings that a config file, or one of its overrides, may contain, as written. Settings from flags and variables
 * have the same form.
 */
export type SettingsPart = {
  readonly [Name in keyof Settings | 'envFile']?: (Configuration & Override)[Name] | undefined
}

type Override = NonNullable<Configuration['overrides']>[number]

export type SettingsContext = {
  /** Returns where the value at a path of keys is set. */
  getOrigin: (...path: string[]) => SettingOrigin
  /** Resolves a path written in the part; the result is relative to the current directory. */
  resolve: (path: string) => string
}

export function toSettings(part: SettingsPart, { getOrigin, resolve }: SettingsContext): Settings {
  const { rules = {}, env = {}, envFile = [], target, platform, check, level, failOn } = part
  const { maxWarnings, baseline, requireFiles, kind } = part
  const withOrigin = <Value>(value: Value, ...path: string[]): Sourced<Value> => ({
    value,
    origin: getOrigin(...path),
  })
  return {
    rules: Object.fromEntries(
      Object.entries(rules).map(([id, value]) => [id, withOrigin(value, 'rules', id)]),
    ),
    env: [
      ...[envFile].flat().map((path) => ({ file: withOrigin(resolve(path), 'envFile') })),
      ...Object.entries(env).map(([name, value]) => ({
        name,
        value: withOrigin(String(value), 'env', name),
      })),
    ],
    ...(target !== undefined && { target: withOrigin(target, 'target') }),
    ...(platform && { platform: withOrigin(platform, 'platform') }),
    ...(check && { check: withOrigin(check, 'check') }),
    ...(level && { level: withOrigin(level, 'level') }),
    ...(failOn && { failOn: withOrigin(failOn, 'failOn') }),
    ...(maxWarnings !== undefined && { maxWarnings: withOrigin(maxWarnings, 'maxWarnings') }),
    ...(baseline !== undefined && { baseline: withOrigin(resolve(baseline), 'baseline') }),
    ...(requireFiles !== undefined && { requireFiles: withOrigin(requireFiles, 'requireFiles') }),
    ...(kind && { kind: withOrigin(kind, 'kind') }),
  }
}

/** A config file that was read and checked. */
export type ConfigurationSource = {
  path: string
  /** Whether config files in the directories above are ignored. */
  isRoot: boolean
  /**
   * Returns the settings of this config file for a path, in layers (later ones win), and whether it excludes the path.
   */
  settingsFor: (path: string) => { layers: readonly Settings[]; isExcluded: boolean }
}

/**
 * The configuration of a file: its config files, nearest first, and the settings from flags, variables and these files.
 * Files with the same settings share the options object.
 */
export type ConfiguredFile = {
  sources: readonly ConfigurationSource[]
  settings: Settings
  options: LintFileOptions
  isExcluded: boolean
}

/** The options for checking one file, resolved from its settings. */
export type LintFileOptions = Options & {
  /** The release that the target resolves to. */
  target: string
  checks: readonly Check[]
  /** Findings below this severity are not shown, but still count. */
  level: Severity
  failOn: Severity
  /** Where `level` and `failOn` are set; if absent, both have their defaults. */
  origins?: { readonly level: SettingOrigin; readonly failOn: SettingOrigin }
  /** The warnings of files with the same limit from the same origin are counted together. */
  maxWarnings?: Sourced<number>
  baseline?: Sourced<string>
  /** Set if a config file says that the file is a router file. */
  isRouter?: true
}

/**
 * What config files, nearest first, set for a file: layers of settings (later ones win), and whether one of the config
 * files excludes it.
 */
export function layerSettings(
  sources: readonly ConfigurationSource[],
  path: string,
): { layers: readonly Settings[]; isExcluded: boolean } {
  const parts = sources.map((source) => source.settingsFor(path))
  return {
    layers: parts.toReversed().flatMap(({ layers }) => layers),
    isExcluded: parts.some(({ isExcluded }) => isExcluded),
  }
}

/**
 * The release that a target resolves to; throws a ProjectError if it is unknown. `settingName` is the setting, flag or
 * variable that contains the target, for error messages; `note` is called if the target is newer than all known
 * releases of its line.
 */
export function getRelease(
  target: string | undefined,
  settingName: string,
  note?: (text: string) => void,
): string {
  const model = findModel(target)
  const assumption = describeAssumption(target)
  if (assumption !== undefined) note?.(assumption)
  if (model) return model.release
  const lines = listTargets().map(({ line }) => line)
  throw new ProjectError(
    `${settingName} ${target}: unknown release; known release lines are ${lines.join(', ')}`,
    { code: 'unknown-release' },
  )
}
