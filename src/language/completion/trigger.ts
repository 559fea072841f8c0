import { parseDuration } from '../../formats/duration.js'
import type { CommentCursor, Cursor } from './cursor.js'
import type { Completion, CompletionTrigger } from './context.js'

export type ListRequest = { text: string; offset: number; trigger: CompletionTrigger | undefined }

/** Whether the editor requests a list because of a shortcut or the first letter of a word, or does not say why. */
export const isOnDemand = (trigger: CompletionTrigger | undefined): boolean =>
  trigger === undefined || trigger === 'invoked'

/**
 * Whether a list may open at a cursor. Editors accept the first item on Enter, so a list must not open where the next
 * key is probably Enter: after the colon of a key, after a dash, in a comment that is not a directive, and after a
 * number whose unit may still follow. The separators inside addresses and paths open no list either, because the user
 * goes on typing after them.
 */
export function mayOpenList(
  { text, offset, trigger }: ListRequest,
  cursor: Cursor | CommentCursor,
): boolean {
  if (trigger === undefined) return true
  if (cursor.role === 'comment') {
    const typedText = text.slice(cursor.start, offset)
    return /^#\s*routerfile\s/.test(typedText) || (isOnDemand(trigger) && /^#\s*$/.test(typedText))
  }
  if (isOnDemand(trigger)) return !isUnfinished(text, offset, cursor)
  const character = typeof trigger === 'object' ? trigger.character : undefined
  const typedText = text.slice(cursor.wordStart, offset)
  if (cursor.role === 'value' && character !== undefined && ':/.-'.includes(character)) return false
  if (character === ':' || character === '-') return typedText !== '' && typedText !== character
  return !/^\d+$/.test(typedText)
}

/** Whether only a dash or a number was typed, which some editors consider a word and for which they request a list. */
function isUnfinished(text: string, offset: number, { role, wordStart }: Cursor): boolean {
  const typedText = text.slice(wordStart, offset)
  const isDash = text[offset - 1] === '-' && (typedText === '' || typedText === '-')
  return isDash || (role === 'value' && /^\d+$/.test(typedText))
}

/**
 * Whether the text before a cursor needs no completion, because a completion would not change it, or because it already
 * is a duration or an address. If so, longer completions with the same beginning are not offered either: Enter would
 * accept them.
 */
export function isTypedInFull(
  { text, offset }: ListRequest,
  cursors: readonly (Cursor | CommentCursor)[],
  completions: readonly Completion[],
): boolean {
  return (
    cursors.some(
      (cursor) =>
        cursor.role === 'value' &&
        isAtEnd(text.slice(offset, cursor.end)) &&
        isWholeValue(toBareText(text.slice(cursor.wordStart, offset))),
    ) ||
    completions.some(({ kind, label, insert }) => {
      if (!isAtEnd(text.slice(offset, insert.end))) return false
      const typedText = toBareText(text.slice(insert.start, insert.end))
      const isLabel = kind !== 'key' && typedText === toBareText(label)
      return typedText !== '' && (isLabel || typedText === toBareText(insert.text))
    })
  )
}

/** Whether a text is empty or contains only closing quotes and braces. */
const isAtEnd = (rest: string): boolean => /^["'}]*$/.test(rest)

/** Whether a text is a duration with its unit, or an address with its port. */
const isWholeValue = (typedText: string): boolean =>
  /[^\s:]:\d+$/.test(typedText) ||
  (/^\d.*[a-z]$/.test(typedText) && 'nanoseconds' in parseDuration(typedText))

/** Removes the quotes around a text, and all braces, such as the braces in `${NAME}`. */
const toBareText = (text: string): string => text.trim().replaceAll(/^["']|["']$|[{}]/g, '')
