import { anchor, openParser } from '../parser.js'
import type { Parser } from '../parser.js'
import { restartScanner, resumeScanner } from '../scanner.js'

/**
 * A parser for the repaired text that goes on at the last key of the outermost map, if nothing before it
 * was changed, else at the start.
 */
export function reopen(failed: Parser, text: string, firstChange: number): Parser {
  const { checkpoint } = failed
  const root = failed.stack[0]?.collection ?? failed.root
  if (checkpoint === undefined || root?.kind !== 'map' || firstChange < checkpoint.position) {
    return openParser(restartScanner(text))
  }
  const scanner = resumeScanner(text, checkpoint.position, checkpoint.column)
  for (const comment of failed.scanner.comments.slice(0, checkpoint.comments)) scanner.comments.push(comment)
  const parser: Parser = { ...openParser(scanner), origin: failed.origin, handles: failed.handles, checkpoint }
  for (const { name, node } of failed.anchored.slice(0, checkpoint.anchors)) anchor(parser, name, node)
  for (const fault of failed.noticed) if (fault.noticed < checkpoint.position) parser.noticed.push(fault)
  for (const [node, words] of failed.broken) parser.broken.set(node, words)
  parser.suspicious = failed.suspicious
  const collection = { ...root, pairs: root.pairs.slice(0, checkpoint.pairs) }
  parser.stack.push({ state: 'block-map-key', collection, key: undefined })
  return parser
}
