import { asYaml, scalar } from '../edit/replace.js'
import type { Json, Key, Texts } from '../schema/key.js'
import type { JsonMap } from './answers.js'

/** How a file is written. With texts, a comment above each key says what it means. */
export type Style = { schema: Key; texts: readonly Texts[] | undefined }

/** Columns that comments fill. */
const width = 100

/** A router file as YAML: the keys of each map in the order of the schema, texts in quotes where they need them. */
export function writeYaml(file: JsonMap, { schema, texts }: Style): string {
  const sections = Object.keys(ordered(file, schema))
  return sections
    .map((name) => `${mapLines({ [name]: file[name] ?? null }, schema, texts).join('\n')}\n`)
    .join('\n')
}

/** Any other data as YAML. */
export const writeData = (data: JsonMap): string =>
  `${mapLines(data, undefined, undefined).join('\n')}\n`

/** The same as JSON, which is YAML to the router. */
export const writeJson = (file: JsonMap, { schema }: Style): string =>
  `${jsonOf(file, schema, '\n')}\n`

function jsonOf(value: Json, key: Key | undefined, lead: string): string {
  const inner = `${lead}  `
  const around = (open: string, items: readonly string[], close: string): string =>
    items.length === 0
      ? open + close
      : `${open}${items.map((item) => inner + item).join(',')}${lead}${close}`
  if (typeof value === 'string') return asYaml(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return plain(value, key)
  if (isList(value))
    return around(
      '[',
      value.map((item) => jsonOf(item, key?.item, inner)),
      ']',
    )
  return around(
    '{',
    Object.entries(ordered(value, key)).map(
      ([name, item]) =>
        `${asYaml(JSON.stringify(name))}: ${jsonOf(item, shapeOf(key, value)?.child(name), inner)}`,
    ),
    '}',
  )
}

/** The key of an entry of a list, or of a map with a binding. */
const shapeOf = (key: Key | undefined, value: JsonMap): Key | undefined =>
  typeof value['binding'] === 'string' ? (key?.variant(value['binding']) ?? key) : key

/** A map with its keys in the order of the schema; those that it does not know come last, as they are. */
function ordered(map: JsonMap, key: Key | undefined): JsonMap {
  const names = shapeOf(key, map)?.names ?? []
  const place = (name: string): number =>
    name === 'binding' ? -1 : names.includes(name) ? names.indexOf(name) : names.length
  return Object.fromEntries(
    Object.entries(map).sort(([left], [right]) => place(left) - place(right)),
  )
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

function mapLines(map: JsonMap, key: Key | undefined, texts: Style['texts']): string[] {
  return Object.entries(ordered(map, key)).flatMap(([name, value]) => {
    const child = shapeOf(key, map)?.child(name)
    const comment =
      texts && child && name !== 'binding' ? commentOf(texts[child.index]?.description) : []
    const written = valueLines(value, child, texts)
    const isInline = typeof value !== 'object' || value === null || Object.keys(value).length === 0
    return [
      ...comment,
      ...(isInline
        ? [`${scalar(name)}: ${written.join('')}`]
        : [`${scalar(name)}:`, ...written.map((line) => `  ${line}`)]),
    ]
  })
}

/** The lines of a value, without indentation of their own. */
function valueLines(value: Json, key: Key | undefined, texts: Style['texts']): string[] {
  if (typeof value === 'string') return [scalar(value)]
  if (typeof value !== 'object' || value === null) return [plain(value, key)]
  if (Object.keys(value).length === 0) return [isList(value) ? '[]' : '{}']
  if (!isList(value)) return mapLines(value, key, texts)
  return value.flatMap((item) =>
    valueLines(item, key?.item, texts).map((line, index) => (index === 0 ? '- ' : '  ') + line),
  )
}

/** A number that has to have a decimal point gets one. */
function plain(value: number | boolean | null, key: Key | undefined): string {
  const isFloat = key?.format?.name === 'float' || key?.format?.name === 'truncated-float'
  return typeof value === 'number' && Number.isInteger(value) && isFloat
    ? value.toFixed(1)
    : String(value)
}

function commentOf(description = ''): string[] {
  const lines: string[] = []
  for (const word of description.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= width) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
