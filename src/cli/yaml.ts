import type { Effective } from '../effective.js'
import type { Json } from '../schema/key.js'
/** Words and numbers that would not be read as text without quotes. */
const needsQuotes =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|\s$|^(y|n|yes|no|on|off|true|false|null|~|[-+.\d][\w.+:-]*)$/i

const isDuration = (text: string): boolean => /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(text)

function scalar(value: Json): string {
  if (typeof value === 'string')
    return needsQuotes.test(value) && !isDuration(value) ? JSON.stringify(value) : value
  return Array.isArray(value) ? `[${value.map(scalar).join(', ')}]` : JSON.stringify(value)
}

/** Rows as a YAML file: nested again, each value with its origin as comment. */
export function asYaml(rows: readonly Effective[]): string {
  const lines: { text: string; note: string }[] = []
  let before: (string | number)[] = []
  for (const { path, written, origin, range } of rows) {
    let shared = 0
    while (shared < path.length - 1 && path[shared] === before[shared]) shared += 1
    path.slice(0, -1).forEach((step, depth) => {
      if (depth < shared || typeof step === 'number') return
      lines.push({ text: `${lead(path, depth, before)}${step}:`, note: '' })
      before = path.slice(0, depth + 1)
    })
    const note = range ? `${origin}, line ${range.start.line + 1}` : origin
    lines.push({
      text: `${lead(path, path.length - 1, before)}${path.at(-1)}: ${scalar(written)}`,
      note,
    })
    before = path
  }
  const width = Math.min(60, Math.max(0, ...lines.map(({ text }) => text.length)))
  return lines
    .map(({ text, note }) => `${note === '' ? text : `${text.padEnd(width)}  # ${note}`}\n`)
    .join('')
}

/** Blanks before a key, with the dash where it is the first of an entry of a list. */
function lead(
  path: readonly (string | number)[],
  depth: number,
  before: readonly (string | number)[],
): string {
  const blanks = path
    .slice(0, depth)
    .map(() => '  ')
    .join('')
  const isEntry = depth > 0 && typeof path[depth - 1] === 'number'
  const isFirst = isEntry && !path.slice(0, depth).every((step, index) => step === before[index])
  return isFirst ? `${blanks.slice(2)}- ` : blanks
}
