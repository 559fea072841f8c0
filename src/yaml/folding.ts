import { LINE_FEED, TAB, isBlank, isBreak, isSeparator } from './characters.js'
import { columnOf, need, scannerFault, skipBreak } from './scanner.js'
import type { Scanner } from './scanner.js'

/** Steps over a line break and gives what it is in a value: a line feed, or one of the separators. */
export function readBreak(scanner: Scanner): string {
  need(scanner, 2)
  const code = scanner.text.charCodeAt(scanner.position)
  skipBreak(scanner)
  return String.fromCharCode(isSeparator(code) ? code : LINE_FEED)
}

/**
 * Steps over blanks and line breaks after the first one, up to the next word of a scalar that began at
 * `began`, and gives what all of it is in the value: a space, or the empty lines. Left of the column
 * `firstTab` no tab may stand.
 */
export function readFold(scanner: Scanner, first: string, began: number, firstTab: number): string {
  const { text } = scanner
  let rest = ''
  for (;;) {
    need(scanner, 1)
    const code = text.charCodeAt(scanner.position)
    if (isBlank(code)) {
      if (code === TAB && columnOf(scanner) < firstTab) {
        throw scannerFault(
          scanner,
          'tab-indentation',
          'found a tab character that violates indentation',
          began,
        )
      }
      scanner.position++
    } else if (isBreak(code)) rest += readBreak(scanner)
    else if (first !== '\n') return first + rest
    else return rest === '' ? ' ' : rest
  }
}
