import { createHash } from 'node:crypto'
import type { Diagnostic } from '../../diagnostic.js'

/**
 * A function that gives each finding of a run a mark of its own, by which another program knows it again in the next
 * run: 32 hexadecimal digits that stay when lines move. Findings that are alike are told apart by counting.
 */
export function fingerprints(): (
  file: string,
  finding: Pick<Diagnostic, 'rule' | 'path' | 'message'>,
) => string {
  const seen = new Map<string, number>()
  return (file, { rule, path, message }) => {
    const what = JSON.stringify([file, rule, path, message.replaceAll(/\bline \d+/g, 'line')])
    const count = seen.get(what) ?? 0
    seen.set(what, count + 1)
    return createHash('sha256').update(`${what}${count}`).digest('hex').slice(0, 32)
  }
}
