import { splitLines } from '../document/lines.js'
import type { TemplateValues } from '../template/values.js'
import { parseValues } from '../template/values.js'
import { ProjectError } from './project-error.js'

/** A variable of a text of `NAME=value` lines; its name begins at a place that counts from 0. */
export type VariableLine = { name: string; value: string; line: number; character: number }

/**
 * The variables of a text of `NAME=value` lines, with `#` comments, an optional `export` and quotes around values.
 *
 * @param source What the text is, for messages.
 * @throws {ProjectError} if a line is something else.
 */
export const parseVariableLines = (text: string, source: string): VariableLine[] =>
  splitLines(text.replace(/^\ufeff/, '')).flatMap((line, index): VariableLine[] => {
    const bare = line.trim().replace(/^export\s+/, '')
    if (bare === '' || bare.startsWith('#')) return []
    const [, name, value] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(bare) ?? []
    if (name === undefined || value === undefined)
      throw new ProjectError(`${source}: line ${index + 1} must be NAME=value`)
    const quoted = /^(["'])((?:(?!\1).)*)\1\s*(?:#.*)?$/.exec(value)
    if (!quoted && /^["']/.test(value))
      throw new ProjectError(
        `${source}: line ${index + 1} has an opening quote without a closing one; a value must be on one line`,
      )
    return [
      {
        name,
        value: quoted?.[2] ?? value.replace(/\s+#.*$/, ''),
        line: index,
        character: line.trimEnd().length - bare.length,
      },
    ]
  })

/**
 * The values for templates in a text: variables, or a map in YAML.
 *
 * @param source What the text is, for messages.
 * @throws {ProjectError} if it is neither.
 */
export function parseTemplateValues(text: string, source: string): TemplateValues {
  if (/^(?:\s*(?:#.*)?\n)*\s*(?:export\s+)?\w+\s*=/.test(text))
    return Object.fromEntries(
      parseVariableLines(text, source).map(({ name, value }) => [name, value]),
    )
  const values = parseValues(text)
  if (!values)
    throw new ProjectError(`${source}: expected NAME=value lines, or a map of values in YAML`)
  return values
}
