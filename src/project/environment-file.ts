import { resolve } from 'node:path'
import type { Variable, VariableOrigin } from '../document/environment.js'
import { toEnvironment } from '../document/environment.js'
import { splitLines } from '../document/lines.js'
import type { TemplateValues } from '../template/values.js'
import { parseValues } from '../template/values.js'
import { readText } from './disk.js'
import { ProjectError } from './project-error.js'
import type { SettingOrigin, Sourced, VariableSource } from './settings.js'
import { formatOrigin } from './settings.js'

/**
 * A function that reads the variables that settings set. Of several with the same name, the last one wins. Files are
 * read once.
 */
export function createVariableReader(
  read: typeof readText = readText,
): (sources: readonly VariableSource[]) => readonly Variable[] {
  const known = new Map<string, readonly Variable[]>()
  const readOnce = ({ value: path, from }: Sourced<string>): readonly Variable[] => {
    const variables =
      known.get(path) ?? readEnvironmentFile(path, formatOrigin(from, 'envFile'), read)
    known.set(path, variables)
    return variables
  }
  return (sources) =>
    sources.flatMap((item) =>
      'file' in item
        ? readOnce(item.file)
        : [{ name: item.name, value: item.value.value, origin: toVariableOrigin(item.value.from) }],
    )
}

const toVariableOrigin = (from: SettingOrigin): VariableOrigin =>
  typeof from === 'string'
    ? { setting: from }
    : { file: resolve(from.file), place: { line: from.line, character: 0, length: 0 } }

/** The values for templates in a file: variables, or YAML. `from` is the setting that names the file. */
export function readTemplateValues(path: string, from: string): TemplateValues {
  const read = readText(path)
  if ('why' in read) throw new ProjectError(`${from}: ${read.why}`)
  if (/^(?:\s*(?:#.*)?\n)*\s*(?:export\s+)?\w+\s*=/.test(read.text))
    return toEnvironment(readEnvironmentFile(path, from))
  const values = parseValues(read.text)
  if (!values)
    throw new ProjectError(`${from} ${path}: expected NAME=value lines, or a map of values in YAML`)
  return values
}

/**
 * The variables of a file of `NAME=value` lines, with `#` comments, an optional `export` and quotes around values.
 * `from` is the setting that names the file.
 */
function readEnvironmentFile(path: string, from: string, readFile = readText): Variable[] {
  const read = readFile(path)
  if ('why' in read) throw new ProjectError(`${from}: ${read.why}`)
  const file = resolve(path)
  return splitLines(read.text.replace(/^\ufeff/, '')).flatMap((line, index): Variable[] => {
    const bare = line.trim().replace(/^export\s+/, '')
    const start = line.trimEnd().length - bare.length
    if (bare === '' || bare.startsWith('#')) return []
    const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(bare) ?? []
    if (name === undefined || value === undefined)
      throw new ProjectError(`${from} ${path}: line ${index + 1} must be NAME=value`)
    const quoted = /^(["'])((?:(?!\1).)*)\1\s*(?:#.*)?$/.exec(value)
    if (!quoted && /^["']/.test(value))
      throw new ProjectError(
        `${from} ${path}: line ${index + 1} has an opening quote without a closing one; a value must be on one line`,
      )
    return [
      {
        name,
        value: quoted?.[2] ?? value.replace(/\s+#.*$/, ''),
        origin: {
          file,
          place: { line: index, character: start, length: name.length },
        },
      },
    ]
  })
}
