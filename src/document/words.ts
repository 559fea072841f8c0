import type { Severity } from './diagnostic.js'

/** Formats a count with its noun: "1 file", "2 files". */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** Formats a count of findings with their severity: "1 error", "2 errors", "3 info". */
export const formatSeverityCount = (count: number, severity: Severity): string =>
  severity === 'info' ? `${count} info` : formatCount(count, severity)

/** Formats a number with thousands separators: "19,900". */
export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** Joins words for a sentence: "a", "a and b", "a, b and c". */
export const formatList = (words: readonly string[], conjunction = 'and'): string =>
  words.length > 1
    ? `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1) ?? ''}`
    : (words[0] ?? '')
