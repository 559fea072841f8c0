import { isIp } from '../../../formats/internet.js'

/** Characters of names and addresses without quotes: visible ones, except those with a meaning of their own. */
const atomCharacter = String.raw`[^\u0000-\u0020\u007f()<>\[\]:;@\\,"]`
const atom = new RegExp(`${atomCharacter}+`, 'y')
const dotlessAtom = String.raw`[^\u0000-\u0020\u007f()<>\[\]:;@\\,".]+`
const dotAtom = String.raw`${dotlessAtom}(?:\.${dotlessAtom})*(?!${atomCharacter})`
const quotedCharacter = String.raw`(?:[^\u0000-\u0008\u000a-\u001f\u007f"\\]|\\[^\u0000-\u0008\u000a-\u001f\u007f])`
const quotedString = new RegExp(`"${quotedCharacter}*"`, 'y')
const addressPattern = new RegExp(
  String.raw`[ \t]*(?:"${quotedCharacter}+"|${dotAtom})@[ \t]*(?:\[([^\]]*)\]|${dotAtom})`,
  'y',
)

/**
 * Whether Go's `mail.ParseAddress` accepts a text: one mail address (RFC 5322), with or without a name, or a group of
 * one.
 */
export function isMailAddress(text: string): boolean {
  const cursor = createCursor(text)
  return countAddresses(cursor, true) === 1 && skipComments(cursor) && cursor.isAtEnd()
}

/** A text that is read from left to right. */
type Cursor = {
  /** The next character, empty at the end. */
  next: () => string
  isAtEnd: () => boolean
  /** Skips a character if it is the next one. */
  take: (character: string) => boolean
  /** Skips any character. */
  advance: () => void
  /** Skips what a sticky expression matches here, if `isWanted`. */
  skip: (pattern: RegExp, isWanted?: (match: RegExpExecArray) => boolean) => boolean
  skipSpace: () => void
}

function createCursor(text: string): Cursor {
  let position = 0
  const skip: Cursor['skip'] = (pattern, isWanted = () => true) => {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (!match || !isWanted(match)) return false
    position += match[0].length
    return true
  }
  const next = (): string => text.charAt(position)
  return {
    next,
    isAtEnd: () => position >= text.length,
    take: (character) => {
      const isNext = next() === character
      if (isNext) position += 1
      return isNext
    },
    advance: () => void (position += 1),
    skip,
    skipSpace: () => void skip(/[ \t]*/y),
  }
}

/** Skips the rest of a comment, which may contain other comments; false if it is not closed. */
function skipComment(cursor: Cursor): boolean {
  let depth = 1
  while (depth > 0 && !cursor.isAtEnd()) {
    if (cursor.take('(')) depth += 1
    else if (cursor.take(')')) depth -= 1
    else {
      cursor.take('\\')
      cursor.advance()
    }
  }
  return depth === 0
}

/** Skips spaces and comments; false if a comment has no end. */
function skipComments(cursor: Cursor): boolean {
  cursor.skipSpace()
  while (cursor.take('(')) {
    if (!skipComment(cursor)) return false
    cursor.skipSpace()
  }
  return true
}

/** Skips an address without a name. */
const skipAddress = (cursor: Cursor): boolean =>
  cursor.skip(addressPattern, ([, literal]) => literal === undefined || isIp(literal))

/** Skips the name before an address; false if there is none. */
function skipName(cursor: Cursor): boolean {
  for (let words = 0; ; words += 1) {
    if (words > 0 && !skipComments(cursor)) return false
    cursor.skipSpace()
    if (!cursor.skip(cursor.next() === '"' ? quotedString : atom)) return words > 0
  }
}

/** Counts the addresses of a group, whose colon was read; undefined if it is malformed. */
function countGroup(cursor: Cursor): number | undefined {
  cursor.skipSpace()
  if (cursor.take(';')) return skipComments(cursor) ? 0 : undefined
  for (let count = 1; ; count += 1) {
    cursor.skipSpace()
    if (countAddresses(cursor, false) === undefined || !skipComments(cursor)) return undefined
    if (cursor.take(';')) return skipComments(cursor) ? count : undefined
    if (!cursor.take(',')) return undefined
  }
}

/** Reads an address or, where that is allowed, a group; gives the number of addresses, undefined if it is malformed. */
function countAddresses(cursor: Cursor, isGroupAllowed: boolean): number | undefined {
  cursor.skipSpace()
  if (cursor.isAtEnd()) return undefined
  if (skipAddress(cursor)) {
    cursor.skipSpace()
    return cursor.take('(') && !skipComment(cursor) ? undefined : 1
  }
  cursor.skipSpace()
  if (cursor.next() !== '<' && !skipName(cursor)) return undefined
  cursor.skipSpace()
  if (isGroupAllowed && cursor.take(':')) return countGroup(cursor)
  return cursor.take('<') && skipAddress(cursor) && cursor.take('>') ? 1 : undefined
}
