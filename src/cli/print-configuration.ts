import type { Configured } from './file-options.js'

/** The configuration of a file as JSON: each value with where it comes from, values of variables left out. */
export function printConfiguration(
  path: string,
  { sources, settings, options, isExcluded }: Configured,
): string {
  const release = options.target
  const { env, target = { value: release, from: 'default' }, ...others } = settings
  const shown = {
    file: path,
    excluded: isExcluded,
    configurations: sources.map((source) => source.path),
    settings: {
      target: { ...target, release },
      ...others,
      env: Object.fromEntries(
        env.flatMap((item) => ('name' in item ? [[item.name, { ...item.value, value: '…' }]] : [])),
      ),
      envFile: env.flatMap((item) => ('file' in item ? [item.file] : [])),
    },
  }
  return `${JSON.stringify(shown, undefined, 2)}\n`
}
