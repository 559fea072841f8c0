import { parseDocument } from '../../document/document.js'
import type { Hover } from '../hover.js'
import { findNode } from '../hover.js'
import type { ConfigurationText } from './schema.js'
import { describeSetting, toOwnPath } from './schema.js'

/** Information about the key or the value at an offset of a config file. Values are never shown: they may be secret. */
export function hoverConfiguration(file: ConfigurationText, offset: number): Hover | undefined {
  const hovered = findNode(parseDocument(file.text), offset)
  const path = hovered && hovered.part !== 'merge' ? toOwnPath(file, hovered.path) : undefined
  const contents = path && path.length > 0 ? describeSetting(path) : undefined
  return hovered && contents !== undefined
    ? { start: hovered.span.start, end: hovered.span.end, contents }
    : undefined
}
