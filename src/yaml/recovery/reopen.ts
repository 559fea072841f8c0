import { anchor, openParser } from '../parser.js'
import type { Checkpoint, Parser } from '../parser.js'
import { restartScanner, resumeScanner } from '../scanner.js'
import type { Page } from './lines.js'

/**
 * A parser for a repaired page. It goes on at the last key of the outermost map before the first
 * difference, if there is one, else at the start.
 */
export function reopen(failed: Parser, { text, shifts }: Page, firstDifference: number): Parser {
  const root = failed.stack[0]?.collection ?? failed.root
  let { checkpoint } = failed
  while (checkpoint !== undefined && checkpoint.position >= firstDifference)
    checkpoint = checkpoint.previous
  if (checkpoint === undefined || root?.kind !== 'map')
    return openParser(restartScanner(text, shifts))
  const { position, column, pairs } = checkpoint
  const parser = openParser(resumeScanner(text, shifts, position, column))
  restore(parser, failed, checkpoint)
  const collection = { ...root, pairs: root.pairs.slice(0, pairs) }
  parser.stack.push({ state: 'block-map-key', collection, key: undefined })
  return parser
}

function restore(parser: Parser, failed: Parser, checkpoint: Checkpoint): void {
  const { position, comments, anchors } = checkpoint
  parser.checkpoint = checkpoint
  parser.origin = failed.origin
  parser.handles = failed.handles
  parser.suspicious = failed.suspicious
  for (const comment of failed.scanner.comments.slice(0, comments))
    parser.scanner.comments.push(comment)
  for (const { name, node } of failed.anchored.slice(0, anchors)) anchor(parser, name, node)
  for (const fault of failed.noticed) if (fault.noticed < position) parser.noticed.push(fault)
  for (const [node, words] of failed.broken) parser.broken.set(node, words)
}
