import type { Fault } from '../fault.js'
import { closeAll } from '../parser.js'
import type { Parser } from '../parser.js'
import { attempt } from './attempt.js'
import type { Attempt } from './attempt.js'
import { controlCharacters } from './control.js'
import type { Mistake } from './diagnosis.js'
import { reopen } from './reopen.js'
import { searchRepair } from './search.js'

const mostMistakes = 100
const freeWork = 20_000_000
const workPerCharacter = 8

/**
 * Reads on after a fault: takes what is to blame as written otherwise, goes back to the last key of the
 * outermost map, and so on up to the end of the document. Gives the reading that came furthest, and the
 * mistakes on its way.
 */
export function recover(parser: Parser, first: Fault): { last: Attempt; mistakes: Mistake[] } {
  const controls = controlCharacters(parser.scanner)
  const readable = first.source !== 'reader'
  const mistakes = readable ? [] : controls.mistakes
  let { page } = controls
  let current: Attempt = readable
    ? { parser, end: undefined, fault: first }
    : attempt(reopen(parser, page, 0))
  let work = freeWork + page.text.length * workPerCharacter
  while (current.fault !== undefined && mistakes.length < mostMistakes) {
    const { parser: failed, fault } = current
    const { diagnosis, best, spent } = searchRepair({ page, fault, parser: failed })
    mistakes.push({ fault, diagnosis })
    work -= spent
    if (best === undefined || work < 0) break
    current = best
    page = { text: best.parser.scanner.text, shifts: best.parser.scanner.shifts }
  }
  if (current.fault !== undefined) closeAll(current.parser)
  return { last: current, mistakes: readable ? [...mistakes, ...controls.mistakes] : mistakes }
}
