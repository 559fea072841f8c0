import { parseDocument } from '../../document/document.js'
import type { Hover } from '../hover.js'
import { findNode } from '../hover.js'
import type { ConfigurationText } from './schema.js'
import { describeSetting, toOwnPath } from './schema.js'

/** Values are never shown, because they may be secret. */
export function hoverConfiguration(file: ConfigurationText, offset: number): Hover | undefined {
  const hoveredNode = findNode(parseDocument(file.text), offset)
  const path =
    hoveredNode && hoveredNode.part !== 'merge' ? toOwnPath(file, hoveredNode.path) : undefined
  const contents = path && path.length > 0 ? describeSetting(path) : undefined
  return hoveredNode && contents !== undefined
    ? { start: hoveredNode.span.start, end: hoveredNode.span.end, contents }
    : undefined
}
