export const isDigit = (code: number): boolean => code >= 48 && code <= 57

export const isLetter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

export const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 9 || code === 13

const isPart = (code: number): boolean => isLetter(code) || code === 95

const isLaterPart = (code: number): boolean => isPart(code) || code === 45

function endOf(text: string, start: number, belongs: (code: number) => boolean): number {
  let end = start
  while (end < text.length && belongs(text.charCodeAt(end))) end += 1
  return end
}

export const spaceEnd = (text: string, start: number): number => endOf(text, start, isSpace)

/** The end of a name such as `tags.site`: letters and `_`, after a dot `-` too; never digits. */
export function nameEnd(text: string, start: number): number {
  let end = endOf(text, start, isPart)
  while (text[end] === '.' && isLetter(text.charCodeAt(end + 1)))
    end = endOf(text, end + 1, isLaterPart)
  return end
}

/** What was read of something quoted: up to its end, or up to the character that it cannot have. */
type Quoted = { end: number; closed: boolean }

export function quotedNameEnd(text: string, start: number): Quoted {
  if (!isLetter(text.charCodeAt(start + 1))) return { end: start + 1, closed: false }
  const end = nameEnd(text, start + 1)
  if (text[end] === "'") return { end: end + 1, closed: true }
  return { end: text[end] === '.' ? end + 1 : end, closed: false }
}

/** The end of a text in double quotes, in which control characters are not allowed, and `\` only before `"\fnrt`. */
export function textEnd(text: string, start: number): Quoted {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 34) return { end: at + 1, closed: true }
    if (code < 32) break
    if (code !== 92) at += 1
    else if ('"\\fnrt'.includes(text[at + 1] ?? ' ')) at += 2
    else return { end: at + 1, closed: false }
  }
  return { end: at, closed: false }
}

/** The end of an integer without leading zeros, or -1. */
function integerEnd(text: string, start: number): number {
  if (text[start] === '0') return start + 1
  return isDigit(text.charCodeAt(start)) ? endOf(text, start, isDigit) : -1
}

/** The end of a number, or -1; a dot or an exponent without digits is not a part of it. */
export function numberEnd(text: string, start: number): number {
  let end = integerEnd(text, text[start] === '-' ? start + 1 : start)
  if (end === -1) return -1
  if (text[end] === '.' && isDigit(text.charCodeAt(end + 1))) end = endOf(text, end + 1, isDigit)
  if (text[end] !== 'e' && text[end] !== 'E') return end
  const exponent = integerEnd(
    text,
    text[end + 1] === '+' || text[end + 1] === '-' ? end + 2 : end + 1,
  )
  return exponent === -1 ? end : exponent
}

const dateAndTime =
  /-(?:0[1-9]|1[012])-(?:0[1-9]|[12]\d|3[01])[tT](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)/y

const zone = /[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d/y

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The end of a time such as `2026-01-31T10:00:00Z`, or -1. */
export function stampEnd(text: string, start: number): number {
  const year = endOf(text, start, isDigit)
  const seconds = year === start ? -1 : matchEnd(dateAndTime, text, year)
  if (seconds === -1) return -1
  const hasFraction = text[seconds] === '.' && isDigit(text.charCodeAt(seconds + 1))
  return matchEnd(zone, text, hasFraction ? endOf(text, seconds + 1, isDigit) : seconds)
}
