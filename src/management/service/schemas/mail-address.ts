import { isIp } from '../../../formats/internet.js'

/**
 * A character of an atom (RFC 5322), or a dot: anything except control characters, spaces, and special characters other
 * than the dot.
 */
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
 * Whether Go's `mail.ParseAddress` accepts a string: one mail address (RFC 5322), with or without a name, or a group
 * that contains one address.
 */
export function isMailAddress(text: string): boolean {
  const cursor = createCursor(text)
  return countAddresses(cursor, true) === 1 && skipComments(cursor) && cursor.isAtEnd()
}

type Cursor = {
  /** Returns the next character, or an empty string at the end. */
  next: () => string
  isAtEnd: () => boolean
  /** Skips a character if it is the next one; returns whether it was. */
  take: (character: string) => boolean
  advance: () => void
  /**
   * Skips the match of a sticky pattern at the current position, unless `isWanted` rejects the match. Returns whether a
   * match was skipped.
   */
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

/**
 * Skips the rest of a comment after its opening parenthesis, including nested comments. Returns false if the comment is
 * not closed.
 */
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

function skipComments(cursor: Cursor): boolean {
  cursor.skipSpace()
  while (cursor.take('(')) {
    if (!skipComment(cursor)) return false
    cursor.skipSpace()
  }
  return true
}

/** Skips an address without a name or angle brackets; returns false if there is none. */
const skipAddress = (cursor: Cursor): boolean =>
  cursor.skip(addressPattern, ([, literal]) => literal === undefined || isIp(literal))

/** Skips the name before an address; returns false if there is none, or a comment in it is not closed. */
function skipName(cursor: Cursor): boolean {
  for (let words = 0; ; words += 1) {
    if (words > 0 && !skipComments(cursor)) return false
    cursor.skipSpace()
    if (!cursor.skip(cursor.next() === '"' ? quotedString : atom)) return words > 0
  }
}

/** Reads the rest of a group after its colon, and returns the number of its addresses; undefined if it is malformed. */
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

/**
 * Reads an address, or a group if `isGroupAllowed`. Returns the number of addresses; undefined if the text is
 * malformed.
 */
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
