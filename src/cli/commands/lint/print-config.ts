import type { Sourced } from '../../../project/settings.js'
import { formatOrigin } from '../../../project/settings.js'
import type { Streams } from '../../command.js'
import type { ProjectFlags } from '../../project-flags.js'
import { openProjectFor } from '../../project-flags.js'

const toPrintedSetting = ({
  value,
  origin,
}: Sourced<unknown>): { value: unknown; from: string } => ({
  value,
  from: formatOrigin(origin),
})

const mapValues = <Value, Shown>(
  values: Readonly<Record<string, Value>>,
  show: (value: Value) => Shown,
): Record<string, Shown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]))

/** Prints the configuration of a file as JSON: each value with its origin; values of variables are omitted. */
export async function printConfiguration(
  path: string,
  flags: ProjectFlags,
  streams: Streams,
): Promise<number> {
  const project = openProjectFor(flags, streams)
  const { sources, settings, options, isExcluded } = await project.configurationFor(path)
  const release = options.target
  const { env, rules, target = { value: release, origin: 'default' }, ...others } = settings
  const configuration = {
    file: path,
    excludedInFolders: isExcluded,
    configurations: sources.map((source) => source.path),
    settings: {
      target: { ...toPrintedSetting(target), release },
      rules: mapValues(rules, toPrintedSetting),
      ...mapValues(others, toPrintedSetting),
      env: Object.fromEntries(
        env.flatMap((item) =>
          'name' in item ? [[item.name, { ...toPrintedSetting(item.value), value: '…' }]] : [],
        ),
      ),
      envFile: env.flatMap((item) => ('file' in item ? [toPrintedSetting(item.file)] : [])),
    },
  }
  streams.out(`${JSON.stringify(configuration, undefined, 2)}\n`)
  return 0
}
