import { writeQuoted } from '../yaml/index.js'
import type { Json, JsonMap } from '../document/record.js'
import type { SchemaNode, Texts } from '../schema/key.js'
import { needsPoint } from '../schema/key.js'
import type { YamlEntry, YamlNode } from '../yaml/write.js'
import { writeYaml as print, toYamlNode } from '../yaml/write.js'
import { isJsonList } from '../document/record.js'
import { listJsonParts, sortJsonParts } from '../schema/visit.js'

/** Options for writing a file. With `texts`, a comment above each documented key except `binding` explains the key. */
export type WriteStyle = { schema: SchemaNode; texts: readonly Texts[] | undefined }

/** Maximum width of comment text, without the `#`. */
const maxCommentWidth = 98

/** A router file as YAML: the keys of each map in the order of the schema, strings quoted where necessary. */
export function formatRouterFile(file: JsonMap, { schema, texts }: WriteStyle): string {
  const sections = createEntries(file, schema, texts)
  return print({
    entries: sections.map((entry, index) => ({ ...entry, hasEmptyLineBefore: index > 0 })),
  })
}

export const formatDataFile = (data: JsonMap): string => print(toYamlNode(data))

/** The router file as JSON, which the router reads as YAML. */
export const formatJsonFile = (file: JsonMap, schema: SchemaNode): string =>
  `${formatJson(file, schema, '\n')}\n`

function formatJson(value: Json, key: SchemaNode | undefined, lineBreak: string): string {
  const innerLineBreak = `${lineBreak}  `
  const wrapItems = (
    openBracket: string,
    items: readonly string[],
    closeBracket: string,
  ): string =>
    items.length === 0
      ? openBracket + closeBracket
      : `${openBracket}${items.map((item) => innerLineBreak + item).join(',')}${lineBreak}${closeBracket}`
  if (typeof value === 'string') return writeQuoted(value)
  if (typeof value !== 'object' || value === null) return formatPlain(value, key)
  const parts = sortJsonParts(value, key).map(({ step, value: item, key: child }) => {
    const text = formatJson(item, child, innerLineBreak)
    return isJsonList(value) ? text : `${writeQuoted(String(step))}: ${text}`
  })
  return isJsonList(value) ? wrapItems('[', parts, ']') : wrapItems('{', parts, '}')
}

function createEntries(
  map: JsonMap,
  key: SchemaNode | undefined,
  texts: WriteStyle['texts'],
): YamlEntry[] {
  return sortJsonParts(map, key).map(({ step, value, key: child }) => {
    const description = texts && child && step !== 'binding' && texts[child.index]?.description
    return {
      name: String(step),
      value: createNode(value, child, texts),
      ...(description && { comment: wrapComment(description) }),
    }
  })
}

function createNode(
  value: Json,
  key: SchemaNode | undefined,
  texts: WriteStyle['texts'],
): YamlNode {
  if (typeof value !== 'object' || value === null)
    return { scalar: value, isFloat: key !== undefined && needsPoint(key) }
  return isJsonList(value)
    ? { items: listJsonParts(value, key).map((part) => createNode(part.value, part.key, texts)) }
    : { entries: createEntries(value, key, texts) }
}

/** Formats a number, a boolean or null; a number gets a decimal point if its key needs one. */
const formatPlain = (value: number | boolean | null, key: SchemaNode | undefined): string =>
  typeof value === 'number' && Number.isInteger(value) && key && needsPoint(key)
    ? value.toFixed(1)
    : String(value)

function wrapComment(description: string): string {
  const lines: string[] = []
  for (const word of description.split(' ').filter((part) => part !== '')) {
    const lastLine = lines.at(-1)
    if (lastLine === undefined || lastLine.length + word.length >= maxCommentWidth) lines.push(word)
    else lines[lines.length - 1] = `${lastLine} ${word}`
  }
  return lines.join('\n')
}
