import type { Entry } from '../src/baseline.js'
import type { Settings } from '../src/configuration/settings.js'
import { laying } from '../src/configuration/settings.js'
import type { Environment } from '../src/expand.js'
import type { Options } from '../src/load.js'
import type { Check } from '../src/world/host.js'
import type { EditorSettings } from './settings.js'
import type { World } from './world.js'

/** How a file is to be looked at, by configurations and the settings of the editor, which win. */
export type FileOptions = {
  options: Options
  checks: readonly Check[]
  isExcluded: boolean
  /** Whether a configuration says that it is a router file. */
  isRouter: boolean
  known: readonly Entry[]
}

type Means = { world: World | undefined; complain: (message: string) => void }

/** A function that gives the options of a file. */
export function fileOptions({
  world,
  complain,
}: Means): (uri: string, settings: EditorSettings) => FileOptions {
  const lay = laying()
  const attempt = <Result>(read: () => Result): Result | undefined => {
    try {
      return read()
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  return (uri, { layer, config, isolated }) => {
    const path = world?.pathOf(uri)
    const said =
      world && path !== undefined
        ? world.configuration(path, {
            ...(config !== undefined && { named: config }),
            isIsolated: isolated,
          })
        : { layers: [], isExcluded: false }
    if (said.problem !== undefined) complain(said.problem)
    const settings = lay([...said.layers, layer])
    const env = attempt(() => (world ? world.environment(settings) : writtenIn(settings)))
    const known = path === undefined ? undefined : attempt(() => world?.knownIn(path, settings))
    const rules = Object.fromEntries(
      Object.entries(settings.rules).map(([id, { value }]) => [id, value]),
    )
    const options = {
      ...(settings.target && { target: settings.target.value }),
      rules,
      ...(env && { env }),
    }
    return {
      options,
      checks: settings.check?.value ?? ['files', 'certificates'],
      isExcluded: said.isExcluded,
      isRouter: settings.kind?.value === 'router',
      known: known ?? [],
    }
  }
}

/** The variables that settings give by name; none where they name none. */
const writtenIn = ({ env }: Settings): Environment | undefined =>
  env.length > 0
    ? Object.fromEntries(
        env.flatMap((item) => ('file' in item ? [] : [[item.name, item.value.value] as const])),
      )
    : undefined
