import type { Document, Node } from '../document/document.js'
import { createDataDocument } from '../document/document.js'
import type { Json } from '../document/record.js'
import { isJsonList, isJsonMap } from '../document/record.js'
import { createScalar, readPlain } from '../yaml/index.js'
import type { SchemaNode } from './key.js'
import { needsPoint } from './key.js'
import { sortJsonParts } from './visit.js'

/**
 * Turns plain data into a document that can be read and checked like a parsed document. The document has no text; its
 * offsets only show the order. With `key`, entries are in the order of the schema, and numbers that need a decimal
 * point become floats. Entries with values that JSON does not have, such as functions, are omitted.
 */
export function toDataDocument(data: Json, key?: SchemaNode): Document {
  let offset = 0
  const createNode = (value: Json, key: SchemaNode | undefined): Node => {
    offset += 1
    const span = { start: offset, end: offset }
    const parts = sortJsonParts(value, key)
    if (isJsonList(value))
      return {
        kind: 'list',
        ...span,
        items: parts.map((part) => createNode(part.value, part.key)),
        isFlow: true,
      }
    if (isJsonMap(value))
      return {
        kind: 'map',
        ...span,
        pairs: parts.flatMap((part) =>
          isJsonValue(part.value)
            ? [
                {
                  key: createNode(String(part.step), undefined),
                  value: createNode(part.value, part.key),
                },
              ]
            : [],
        ),
        isFlow: true,
        entries: undefined,
      }
    if (typeof value === 'string') return createScalar({ kind: 'text', value }, span, 'double')
    if (typeof value === 'number' && key && needsPoint(key))
      return createScalar({ kind: 'float', value }, span, 'plain')
    const hasPlainForm = typeof value === 'boolean' || Number.isFinite(value)
    const scalar = hasPlainForm ? readPlain(String(value)) : undefined
    return createScalar(scalar ?? { kind: 'null', value: null }, span, 'plain')
  }
  return createDataDocument(createNode(data, key))
}

const isJsonValue = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
