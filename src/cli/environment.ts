import { readText } from '../project/file.js'
import { UsageError } from '../project/usage-error.js'
import type { Flags } from './flags.js'

export const environmentFlags: Flags = {
  env: {
    value: 'NAME=VALUE',
    help: 'a variable of the environment of the router; with it, all others are unset',
  },
  'env-file': {
    value: 'FILE',
    short: 'E',
    help: 'the same from a file of NAME=VALUE lines; Node reads a file of --env-file, too, and not that of -E',
  },
}

/** The variables of a file of `NAME=value` lines, with `#` comments, an optional `export` and quotes around values. `from` is who names the file. */
export function readEnvironmentFile(path: string, from: string): [name: string, value: string][] {
  const read = readText(path)
  if ('why' in read) throw new UsageError(`${from}: ${read.why}`)
  return read.text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line, index): [string, string][] => {
      const bare = line.trim().replace(/^export\s+/, '')
      if (bare === '' || bare.startsWith('#')) return []
      const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(bare) ?? []
      if (name === undefined || value === undefined)
        throw new UsageError(`${from} ${path}: line ${index + 1} is no NAME=value`)
      const quoted = /^(["'])((?:(?!\1).)*)\1\s*(?:#.*)?$/.exec(value)
      if (!quoted && /^["']/.test(value))
        throw new UsageError(
          `${from} ${path}: line ${index + 1} has a value that begins with a quote and does not end with it; a value is one line`,
        )
      return [[name, quoted?.[2] ?? value.replace(/\s+#.*$/, '')]]
    })
}

/** The variable that an --env gives: NAME=VALUE, or NAME with the value that it has here. */
export function parseVariable(item: string): [name: string, value: string] {
  const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(item) ?? []
  if (name === undefined)
    throw new UsageError(
      `--env ${item.replace(/=[\s\S]*/, '=…')}: write NAME=value, or NAME for the value that it has here`,
    )
  return [name, value ?? process.env[name] ?? '']
}
