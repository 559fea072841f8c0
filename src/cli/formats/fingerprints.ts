import { createHash } from 'node:crypto'
import type { Diagnostic } from '../../document/diagnostic.js'

/**
 * Creates a function that returns a unique fingerprint for each finding: 32 hexadecimal digits that stay the same when
 * lines move, so that another program recognizes the finding in the next run. Identical findings are numbered.
 */
export function createFingerprints(): (
  file: string,
  finding: Pick<Diagnostic, 'rule' | 'path' | 'message'>,
) => string {
  const counts = new Map<string, number>()
  return (file, { rule, path, message }) => {
    const findingKey = JSON.stringify([file, rule, path, message.replaceAll(/\bline \d+/g, 'line')])
    const count = counts.get(findingKey) ?? 0
    counts.set(findingKey, count + 1)
    return createHash('sha256').update(`${findingKey}${count}`).digest('hex').slice(0, 32)
  }
}
