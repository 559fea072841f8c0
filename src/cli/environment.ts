import { readFileSync } from 'node:fs'
import type { Environment } from '../expand.js'
import type { Flags, Given } from './flags.js'
import { UsageError } from './flags.js'

export const environmentFlags: Flags = {
  env: { value: 'NAME=VALUE', help: 'a variable of the environment of the router; with it, all others are unset' },
  'env-file': { value: 'FILE', help: 'the same from a file of NAME=VALUE lines' },
}

/** `NAME=value` lines, with `#` comments, an optional `export` and quotes around values. */
function parseFile(path: string): [string, string][] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`--env-file ${path}: the file cannot be read`)
  }
  return text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    const bare = line.trim().replace(/^export\s+/, '')
    if (bare === '' || bare.startsWith('#')) return []
    const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(bare) ?? []
    if (name === undefined || value === undefined) throw new UsageError(`--env-file ${path}: line ${index + 1} is no NAME=value`)
    const quoted = /^(["'])(.*)\1$/.exec(value)
    return [[name, quoted?.[2] ?? value.replace(/\s+#.*$/, '')]]
  })
}

/** The environment of the router as flags give it; undefined where none is given, and every variable is unknown. */
export function environmentOf(given: Given): Environment | undefined {
  if (!given.has('env') && !given.has('env-file')) return undefined
  const own = given.values('env').map((item): [string, string] => {
    const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(item) ?? []
    if (name === undefined) throw new UsageError(`--env ${item}: write NAME=value, or NAME for the value that it has here`)
    return [name, value ?? process.env[name] ?? '']
  })
  return Object.fromEntries([...given.values('env-file').flatMap(parseFile), ...own])
}
