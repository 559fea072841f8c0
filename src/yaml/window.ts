import { characterLength } from './characters.js'
import { Fault } from './fault.js'

/**
 * What yaml.v2 has read of the text so far. It reads 512 bytes at a time and refuses a control
 * character as soon as its portion is read, before anything that stands in front of it is understood;
 * and it takes any character at the start of a line for a byte order mark while the first one that it
 * still holds is one. Texts with neither character need no window.
 */
export type Window = {
  readonly text: string
  readonly length: number
  /** The end of what was read. The ends of the text count as characters, as many as were asked for. */
  loaded: number
  /** The first character that is still held. */
  start: number
  /** Line breaks that were taken for a byte order mark and ended no line. */
  readonly swallowed: number[]
}

const portion = 512
const byteOrderMark = 0xfeff
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/
const forbiddenRuns = new RegExp(`${forbidden.source}+`, 'g')

/** The runs of characters that no YAML text may contain. */
export function forbiddenCharacters(text: string): IterableIterator<RegExpMatchArray> {
  return text.matchAll(forbiddenRuns)
}

/** Whether a text has a character, from an offset on, for which it counts what yaml.v2 has read when. */
export const dependsOnWindow = (text: string, from = 0): boolean =>
  text.includes('\ufeff', from) || forbidden.test(text)

/** A window for the text, if its reading depends on one. */
export function openWindow(text: string, padded: string): Window | undefined {
  const first = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  if (!dependsOnWindow(text, first)) return undefined
  return { text: padded, length: text.length, loaded: first, start: first, swallowed: [] }
}

/** Whether yaml.v2 takes the character at the start of a line for a byte order mark. */
export function holdsByteOrderMark(window: Window): boolean {
  return window.text.charCodeAt(window.start) === byteOrderMark
}

/** Has at least `count` characters from `position` read, or refuses the portion that has to be read. */
export function load(window: Window, position: number, count: number): void {
  if (holds(window, position, count)) return
  window.start = position
  do {
    if (window.loaded >= window.length) {
      window.loaded++
      return
    }
    loadPortion(window)
  } while (!holds(window, position, count))
}

function holds(window: Window, position: number, count: number): boolean {
  let offset = position
  for (let held = 0; held < count; held++) {
    if (offset >= window.loaded) return false
    offset += characterLength(window.text, offset)
  }
  return true
}

function loadPortion(window: Window): void {
  const { text, length, loaded } = window
  // The mark at the very start is read, but never handed out.
  let room = loaded === 1 && text.charCodeAt(0) === byteOrderMark ? portion - 3 : portion
  let end = loaded
  while (end < length) {
    const units = characterLength(text, end)
    const code = text.charCodeAt(end)
    const bytes = units === 2 ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3
    if (bytes > room) break
    room -= bytes
    end += units
  }
  const match = forbidden.exec(text.slice(loaded, end))
  if (match !== null) {
    throw new Fault(
      'control-character',
      'control characters are not allowed',
      'reader',
      loaded + match.index,
    )
  }
  window.loaded = end
}
