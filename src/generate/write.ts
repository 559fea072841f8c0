import { asYaml } from '../edit/edit.js'
import type { Json, SchemaNode, Texts } from '../schema/key.js'
import { hasPoint } from '../schema/key.js'
import type { YamlEntry, YamlNode } from '../yaml/write.js'
import { writeYaml as print, yamlNode } from '../yaml/write.js'
import type { JsonMap } from '../schema/json.js'
import { isJsonList } from '../schema/json.js'

/** How a file is written. With `texts`, a comment above each key explains it. */
export type WriteStyle = { schema: SchemaNode; texts: readonly Texts[] | undefined }

/** Maximum width of comment text, without the `#`. */
const width = 98

/** A router file as YAML: the keys of each map in the order of the schema, strings quoted where necessary. */
export function writeRouterFile(file: JsonMap, { schema, texts }: WriteStyle): string {
  const sections = createEntries(file, schema, texts)
  return print({ entries: sections.map((entry, index) => ({ ...entry, gap: index > 0 })) })
}

/** Other data as YAML. */
export const writeData = (data: JsonMap): string => print(yamlNode(data))

/** The router file as JSON, which the router reads as YAML. */
export const writeJson = (file: JsonMap, { schema }: WriteStyle): string =>
  `${formatJson(file, schema, '\n')}\n`

function formatJson(value: Json, key: SchemaNode | undefined, lead: string): string {
  const inner = `${lead}  `
  const around = (open: string, items: readonly string[], close: string): string =>
    items.length === 0
      ? open + close
      : `${open}${items.map((item) => inner + item).join(',')}${lead}${close}`
  if (typeof value === 'string') return asYaml(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return formatPlain(value, key)
  if (isJsonList(value))
    return around(
      '[',
      value.map((item) => formatJson(item, key?.item, inner)),
      ']',
    )
  return around(
    '{',
    Object.entries(orderKeys(value, key)).map(
      ([name, item]) =>
        `${asYaml(JSON.stringify(name))}: ${formatJson(item, selectByBinding(key, value)?.child(name), inner)}`,
    ),
    '}',
  )
}

/** The schema of a list entry, or of a map with a binding. */
export const selectByBinding = (
  key: SchemaNode | undefined,
  value: JsonMap,
): SchemaNode | undefined =>
  typeof value['binding'] === 'string' ? (key?.variant(value['binding']) ?? key) : key

/** A map with its keys in the order of the schema; unknown keys come last, in their old order. */
function orderKeys(map: JsonMap, key: SchemaNode | undefined): JsonMap {
  const names = selectByBinding(key, map)?.names ?? []
  const place = (name: string): number =>
    name === 'binding' ? -1 : names.includes(name) ? names.indexOf(name) : names.length
  return Object.fromEntries(
    Object.entries(map).sort(([left], [right]) => place(left) - place(right)),
  )
}

function createEntries(
  map: JsonMap,
  key: SchemaNode | undefined,
  texts: WriteStyle['texts'],
): YamlEntry[] {
  return Object.entries(orderKeys(map, key)).map(([name, value]) => {
    const child = selectByBinding(key, map)?.child(name)
    const description = texts && child && name !== 'binding' && texts[child.index]?.description
    return {
      name,
      value: createNode(value, child, texts),
      ...(description && { above: wrapped(description) }),
    }
  })
}

function createNode(
  value: Json,
  key: SchemaNode | undefined,
  texts: WriteStyle['texts'],
): YamlNode {
  if (typeof value !== 'object' || value === null)
    return { scalar: value, isFloat: key !== undefined && hasPoint(key) }
  return isJsonList(value)
    ? { items: value.map((item) => createNode(item, key?.item, texts)) }
    : { entries: createEntries(value, key, texts) }
}

/** Adds a decimal point to a number that needs one. */
const formatPlain = (value: number | boolean | null, key: SchemaNode | undefined): string =>
  typeof value === 'number' && Number.isInteger(value) && key && hasPoint(key)
    ? value.toFixed(1)
    : String(value)

/** Wraps a description into lines. */
function wrapped(description: string): string {
  const lines: string[] = []
  for (const word of description.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
