import { resolve } from 'node:path'
import type { Variable, VariableOrigin } from '../document/environment.js'
import type { TemplateValues } from '../template/values.js'
import { readNamedText, readText } from './disk.js'
import { ProjectError } from './project-error.js'
import type { SettingOrigin, Sourced, VariableSource } from './settings.js'
import { formatOrigin } from './settings.js'
import { parseTemplateValues, parseVariableLines } from './variable-lines.js'

/**
 * A function that reads the variables that settings set. Of several with the same name, the last one wins. Files are
 * read once.
 */
export function createVariableReader(
  read?: typeof readText,
): (sources: readonly VariableSource[]) => readonly Variable[] {
  const known = new Map<string, readonly Variable[]>()
  const readOnce = ({ value: path, from }: Sourced<string>): readonly Variable[] => {
    const variables =
      known.get(path) ??
      readEnvironmentFile(
        formatOrigin(from, 'envFile'),
        path,
        // A flag may name a pipe.
        read ?? (typeof from === 'string' ? readNamedText : readText),
      )
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
  const read = readNamedText(path)
  if ('why' in read) throw new ProjectError(`${from}: ${read.why}`)
  return parseTemplateValues(read.text, `${from} ${path}`)
}

/** The variables of a file. `from` is the setting that names the file. */
function readEnvironmentFile(from: string, path: string, readFile: typeof readText): Variable[] {
  const read = readFile(path)
  if ('why' in read) throw new ProjectError(`${from}: ${read.why}`)
  const file = resolve(path)
  return parseVariableLines(read.text, `${from} ${path}`).map(
    ({ name, value, line, character }) => ({
      name,
      value,
      origin: { file, place: { line, character, length: name.length } },
    }),
  )
}
