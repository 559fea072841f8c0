import { readConfiguration } from '../src/configuration/read.js'
import { configurationSchema } from '../src/configuration/schema.js'
import type { Settings } from '../src/configuration/settings.js'
import { settingsOf } from '../src/configuration/settings.js'
import type { HintSwitches } from '../src/language/index.js'

/** What is set in an editor under `routerfile`: what a configuration may set, and what only editors need. */
export type EditorSettings = {
  layer: Settings
  /** A configuration to use instead of those that are found. */
  config?: string
  isolated: boolean
  /** Whether the router files of a folder are compared with each other. */
  fleet: boolean
  inlayHints: HintSwitches | undefined
  codeLens: boolean
}

/** Settings of an editor that says nothing. */
export const unset: EditorSettings = {
  layer: { rules: {}, env: [] },
  isolated: false,
  fleet: true,
  inlayHints: {},
  codeLens: true,
}

/** Keys of a configuration that can be set in an editor. */
const shared = ['target', 'rules', 'env', 'envFile', 'check', 'baseline']

/** Reads the settings of an editor; what is wrong is left out, and said in a sentence each. `resolve` makes paths absolute. */
export function readSettings(
  given: unknown,
  resolve: (path: string) => string = (path) => path,
): { settings: EditorSettings; wrong: readonly string[] } {
  const all = recordOf(given)
  const { part, wrong } = readShared(
    Object.fromEntries(
      shared.flatMap((name) =>
        isSet(all[name]) && configurationSchema.properties?.[name] ? [[name, all[name]]] : [],
      ),
    ),
  )
  const { config, isolated, fleet, inlayHints, codeLens } = all
  const settings: EditorSettings = {
    layer: settingsOf(part, { from: (...steps) => `routerfile.${steps.join('.')}`, resolve }),
    ...(typeof config === 'string' && config !== '' && { config: resolve(config) }),
    isolated: isolated === true,
    fleet: fleet !== false,
    inlayHints: hintsOf(inlayHints),
    codeLens: codeLens !== false,
  }
  return { settings, wrong }
}

type Shared = { part: Parameters<typeof settingsOf>[0]; wrong: readonly string[] }

/** Held against the schema of configurations; keys with a mistake are left out. */
function readShared(given: Readonly<Record<string, unknown>>): Shared {
  const read = readConfiguration('routerfile', JSON.stringify(given))
  if ('content' in read) return { part: read.content, wrong: [] }
  const faulty = new Set(read.diagnostics.map(({ path: [name] }) => String(name)))
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)))
  const wrong = read.diagnostics.map(({ message }) => message)
  return faulty.size > 0 && Object.keys(sound).length < Object.keys(given).length
    ? { part: readShared(sound).part, wrong }
    : { part: {}, wrong }
}

function hintsOf(given: unknown): HintSwitches | undefined {
  if (given === false) return undefined
  const { enabled, defaults, units, variables } = recordOf(given)
  return enabled === false
    ? undefined
    : { defaults: defaults !== false, units: units !== false, variables: variables !== false }
}

/** Editors write an empty text or nothing for what is not set. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}

/** The part of all settings that is ours: that under our name, or all of it where it has none. */
export function ownPart(all: unknown): unknown {
  const { routerfile } = recordOf(all)
  return routerfile ?? all
}
