import { Fault } from '../fault.js'
import type { Scanner } from '../scanner.js'
import { forbiddenCharacters } from '../window.js'
import { change } from './diagnosis.js'
import type { Change, Mistake } from './diagnosis.js'
import type { Page } from './lines.js'
import { repaired } from './repair.js'

const most = 100

/** The characters that no YAML text may contain, and the page with spaces instead. */
export function controlCharacters({ text, length, shifts }: Scanner): {
  page: Page
  mistakes: Mistake[]
} {
  const mistakes: Mistake[] = []
  const changes: Change[] = []
  for (const match of forbiddenCharacters(text.slice(0, length))) {
    const start = match.index ?? 0
    const span = { start, end: start + match[0].length }
    changes.push(span)
    if (mistakes.length === most) continue
    const fault = new Fault(
      'control-character',
      'control characters are not allowed',
      'reader',
      start,
    )
    const number = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    const message = `the control character U+${number} is not allowed; remove it`
    mistakes.push({ fault, diagnosis: { code: fault.code, span, message, repairs: [] } })
  }
  return { page: repaired({ text, shifts }, change(changes)), mistakes }
}
