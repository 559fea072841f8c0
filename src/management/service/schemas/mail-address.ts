import { isIp } from '../../../formats/internet.js'

/** Characters of names and addresses without quotes: visible ones, except those with a meaning of their own. */
const atomCharacter = String.raw`[^\u0000-\u0020\u007f()<>\[\]:;@\\,"]`
const atom = new RegExp(`${atomCharacter}+`, 'y')
const dotless = String.raw`[^\u0000-\u0020\u007f()<>\[\]:;@\\,".]+`
const dotAtom = String.raw`${dotless}(?:\.${dotless})*(?!${atomCharacter})`
const quotedCharacter = String.raw`(?:[^\u0000-\u0008\u000a-\u001f\u007f"\\]|\\[^\u0000-\u0008\u000a-\u001f\u007f])`
const quoted = new RegExp(`"${quotedCharacter}*"`, 'y')
const addressPattern = new RegExp(
  String.raw`[ \t]*(?:"${quotedCharacter}+"|${dotAtom})@[ \t]*(?:\[([^\]]*)\]|${dotAtom})`,
  'y',
)

/**
 * Whether Go's `mail.ParseAddress` accepts a text: one mail address (RFC 5322), with or without a name, or a group of
 * one.
 */
export function isMailAddress(text: string): boolean {
  let position = 0

  const skip = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position
    const found = pattern.exec(text) ?? undefined
    if (found) position += found[0].length
    return found
  }
  const skipSpace = (): void => void skip(/[ \t]*/y)
  const take = (character: string): boolean => {
    const isNext = text.charAt(position) === character
    if (isNext) position += 1
    return isNext
  }

  /** Skips the rest of a comment, in which others may be; false if it has no end. */
  function skipComment(): boolean {
    let depth = 1
    while (depth > 0 && position < text.length) {
      if (text.charAt(position) === '\\' && position + 1 < text.length) position += 1
      else if (text.charAt(position) === '(') depth += 1
      else if (text.charAt(position) === ')') depth -= 1
      position += 1
    }
    return depth === 0
  }

  /** Skips spaces and comments; false if a comment has no end. */
  function skipComments(): boolean {
    skipSpace()
    while (take('(')) {
      if (!skipComment()) return false
      skipSpace()
    }
    return true
  }

  /** Skips an address without a name. */
  function skipAddress(): boolean {
    const start = position
    const found = skip(addressPattern)
    const [, literal] = found ?? []
    if (found && (literal === undefined || isIp(literal))) return true
    position = start
    return false
  }

  /** Skips the name before an address; false if there is none. */
  function skipName(): boolean {
    for (let words = 0; ; words += 1) {
      if (words > 0 && !skipComments()) return false
      skipSpace()
      if (!skip(text.charAt(position) === '"' ? quoted : atom)) return words > 0
    }
  }

  /** Counts the addresses of a group, whose colon was read; undefined if it is malformed. */
  function countGroup(): number | undefined {
    skipSpace()
    if (take(';')) return skipComments() ? 0 : undefined
    for (let count = 1; ; count += 1) {
      skipSpace()
      if (countAddresses(false) === undefined || !skipComments()) return undefined
      if (take(';')) return skipComments() ? count : undefined
      if (!take(',')) return undefined
    }
  }

  /** Reads an address or, where that is allowed, a group; gives the number of addresses, undefined if it is malformed. */
  function countAddresses(isGroupAllowed: boolean): number | undefined {
    skipSpace()
    if (position === text.length) return undefined
    if (skipAddress()) {
      skipSpace()
      return take('(') && !skipComment() ? undefined : 1
    }
    skipSpace()
    if (text.charAt(position) !== '<' && !skipName()) return undefined
    skipSpace()
    if (isGroupAllowed && take(':')) return countGroup()
    return take('<') && skipAddress() && take('>') ? 1 : undefined
  }

  return countAddresses(true) === 1 && skipComments() && position === text.length
}
