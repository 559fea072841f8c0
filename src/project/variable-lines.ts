import { splitLines } from '../document/lines.js'
import type { TemplateValues } from '../template/values.js'
import { parseValues } from '../template/values.js'
import { ProjectError } from './project-error.js'

/** A variable of a `NAME=value` line, and where its name begins, counted from 0. */
export type VariableLine = { name: string; value: string; line: number; character: number }

/** Parses `NAME=value` lines, with `#` comments, an optional `export`, and optional quotes around values. */
export const parseVariableLines = (text: string, source: string): VariableLine[] =>
  splitLines(text.replace(/^\ufeff/, '')).flatMap((line, index): VariableLine[] => {
    if (isBlank(line)) return []
    const assignment = withoutExport(line)
    const equalsIndex = assignment.indexOf('=')
    const name = assignment.slice(0, Math.max(equalsIndex, 0)).trimEnd()
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new ProjectError(`${source}: line ${index + 1} must be NAME=value`)
    const value = assignment.slice(equalsIndex + 1).trimStart()
    const quotedValue = readQuoted(value)
    if (quotedValue === undefined && /^["']/.test(value))
      throw new ProjectError(
        `${source}: line ${index + 1} has an opening quote without a closing one; a value must be on one line`,
      )
    return [
      {
        name,
        value: quotedValue ?? withoutComment(value),
        line: index,
        character: line.trimEnd().length - assignment.length,
      },
    ]
  })

const isBlank = (line: string): boolean => /^(?:#|$)/.test(line.trim())

const withoutExport = (line: string): string => line.trim().replace(/^export\s+/, '')

/** The text between quotes; undefined if the value is not quoted, or if anything but a comment follows the quotes. */
function readQuoted(value: string): string | undefined {
  const [quote = ''] = value
  const end = /["']/.test(quote) ? value.indexOf(quote, 1) : -1
  return end > 0 && isBlank(value.slice(end + 1)) ? value.slice(1, end) : undefined
}

function withoutComment(value: string): string {
  const comment = value.search(/\s#/)
  return comment < 0 ? value : value.slice(0, comment).trimEnd()
}

/** Parses the values for templates: `NAME=value` lines, or a map in YAML. */
export function parseTemplateValues(text: string, source: string): TemplateValues {
  const first = splitLines(text).find((line) => !isBlank(line))
  if (first !== undefined && /^\w+\s*=/.test(withoutExport(first)))
    return Object.fromEntries(
      parseVariableLines(text, source).map(({ name, value }) => [name, value]),
    )
  const values = parseValues(text)
  if (!values)
    throw new ProjectError(`${source}: expected NAME=value lines, or a map of values in YAML`)
  return values
}
