import { resolve } from 'node:path'
import type { Variable, VariableOrigin } from '../document/environment.js'
import type { TemplateValues } from '../template/values.js'
import { readNamedText, readText } from './disk.js'
import { ProjectError } from './project-error.js'
import type { SettingOrigin, Sourced, VariableSource } from './settings.js'
import { formatOrigin } from './settings.js'
import { parseTemplateValues, parseVariableLines } from './variable-lines.js'

/**
 * Creates a function that reads the variables of sources, in the order of the sources. Each file of variables is read
 * only once.
 */
export function createVariableReader(
  read?: typeof readText,
): (sources: readonly VariableSource[]) => readonly Variable[] {
  const variablesByPath = new Map<string, readonly Variable[]>()
  const readOnce = ({ value: path, origin }: Sourced<string>): readonly Variable[] => {
    const variables =
      variablesByPath.get(path) ??
      readEnvironmentFile(
        formatOrigin(origin, 'envFile'),
        path,
        // A file that a flag names may be a pipe.
        read ?? (typeof origin === 'string' ? readNamedText : readText),
      )
    variablesByPath.set(path, variables)
    return variables
  }
  return (sources) =>
    sources.flatMap((item) =>
      'file' in item
        ? readOnce(item.file)
        : [
            {
              name: item.name,
              value: item.value.value,
              origin: toVariableOrigin(item.value.origin),
            },
          ],
    )
}

const toVariableOrigin = (origin: SettingOrigin): VariableOrigin =>
  typeof origin === 'string'
    ? { setting: origin }
    : { file: resolve(origin.file), place: { line: origin.line, character: 0, length: 0 } }

/**
 * Reads the values for a template from a file: `NAME=value` lines, or a map in YAML. Throws a ProjectError that starts
 * with `settingName` if the file cannot be read.
 */
export function readTemplateValues(path: string, settingName: string): TemplateValues {
  const result = readNamedText(path)
  if ('why' in result) throw new ProjectError(`${settingName}: ${result.why}`)
  return parseTemplateValues(result.text, `${settingName} ${path}`)
}

/** Reads the variables in a file. Throws a ProjectError that starts with `settingName` if the file cannot be read. */
function readEnvironmentFile(
  settingName: string,
  path: string,
  readFile: typeof readText,
): Variable[] {
  const result = readFile(path)
  if ('why' in result) throw new ProjectError(`${settingName}: ${result.why}`)
  const file = resolve(path)
  return parseVariableLines(result.text, `${settingName} ${path}`).map(
    ({ name, value, line, character }) => ({
      name,
      value,
      origin: { file, place: { line, character, length: name.length } },
    }),
  )
}
