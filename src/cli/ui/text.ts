import { styleText } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'
import isUnicodeSupported from 'is-unicode-supported'
import { replaceControls, replaceControlsInLines } from '../../document/controls.js'
import { once } from '../../document/lazy.js'
import { splitLines } from '../../document/lines.js'
import type { Streams } from '../command.js'

const colorChoices = ['auto', 'always', 'never'] as const

export const colorFlag = {
  value: 'WHEN',
  help: 'auto (default), always or never',
  group: 'Output',
  choices: colorChoices,
} as const

/**
 * Whether to print colors, as `choice` says. For `auto`: no if NO_COLOR is set; otherwise as FORCE_COLOR says (0 and
 * false mean no); without either, yes on any terminal other than `dumb`.
 */
export function usesColor(choice: (typeof colorChoices)[number], { isTerminal }: Streams): boolean {
  if (choice !== 'auto') return choice === 'always'
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && TERM !== 'dumb'
}

/** One or several formats of `styleText`, such as `red` or `bold`. */
export type Color = Parameters<typeof styleText>[0]

export const applyColor = (
  { usesColor }: { readonly usesColor: boolean },
  color: Color,
  text: string,
): string => (usesColor ? styleText(color, text, { validateStream: false }) : text)

/**
 * Whether the terminal shows Unicode. False on simple terminals, in the locales `C` and `POSIX`, and in locales with an
 * encoding other than UTF-8.
 */
export function supportsUnicode(): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = process.env
  const locale = LC_ALL || LC_CTYPE || LANG || ''
  const usesOtherEncoding =
    locale === 'C' || locale === 'POSIX' || (locale.includes('.') && !/\.utf-?8/i.test(locale))
  return TERM !== 'dumb' && !usesOtherEncoding && isUnicodeSupported()
}

/**
 * Whether to print links: on a colored terminal known to support them, or if FORCE_HYPERLINK says so. Detection is
 * loaded on demand.
 */
export async function supportsLinks(color: boolean, { isTerminal }: Streams): Promise<boolean> {
  const { FORCE_HYPERLINK } = process.env
  if (!FORCE_HYPERLINK && !(isTerminal && color)) return false
  return (await import('./hyperlinks.js')).createSupportsHyperlinks({ isTTY: isTerminal })
}

/** Milliseconds before any progress is shown. */
const progressDelay = 300

/** The progress of a long task, shown on a terminal in one line that is overwritten. */
export type ProgressLine = { show: (line: string) => void; clear: () => void }

/** Shows progress after `progressDelay`, if stderr is a terminal other than `dumb`, and `CI` is not set. */
export function createProgress(
  { err, isErrTerminal, width }: Streams,
  now: () => number = Date.now,
): ProgressLine {
  const start = now()
  let isShown: boolean | undefined
  return {
    show: (line) => {
      if (now() - start < progressDelay) return
      isShown ??= !process.env['CI'] && process.env['TERM'] !== 'dumb' && isErrTerminal()
      if (isShown) err(`\r\u001b[K${line.slice(0, width - 1)}`)
    },
    clear: () => {
      if (isShown) err('\r\u001b[K')
    },
  }
}

/** Terminal columns that a string takes: two for each wide character, none for combining and control characters. */
export const measureColumns = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : measureClusters(text)

const getSegmenter = once(() => new Intl.Segmenter())

function measureClusters(text: string): number {
  let columns = 0
  for (const { segment } of getSegmenter().segment(text)) {
    if (/^[\p{M}\p{Cf}\p{Cc}]+$/u.test(segment)) continue
    columns += /\p{Emoji_Presentation}|\ufe0f/u.test(segment)
      ? 2
      : eastAsianWidth(segment.codePointAt(0) ?? 0)
  }
  return columns
}

/** Wraps a text without colors at spaces to lines of at most `width` columns; longer words are not split. */
export const wrapText = (text: string, width: number): string[] =>
  splitLines(text).flatMap((line) => wrapLine(line, width))

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  let columns = 0
  for (const word of line.trim().split(' ')) {
    const wordColumns = measureColumns(word)
    if (current === '') {
      current = word
      columns = wordColumns
    } else if (columns + 1 + wordColumns <= width) {
      current += ` ${word}`
      columns += 1 + wordColumns
    } else {
      lines.push(current.trimEnd())
      current = word
      columns = wordColumns
    }
  }
  return [...lines, current.trimEnd()]
}

/** Minimum number of columns for text, because narrower text is hard to read. */
export const minWidth = 30

export const wrapHanging = (text: string, width: number, indent: string): string[] =>
  wrapText(text, Math.max(minWidth, width) - indent.length).map((line, index) =>
    index === 0 ? line : `${indent}${line}`,
  )

/** Two columns, wrapped to fit the terminal; descriptions go below the names if it is too narrow. */
export function formatTable(
  rows: readonly (readonly [name: string, text: string])[],
  width: number,
): string {
  const nameWidth = Math.max(...rows.map(([name]) => name.length))
  const textWidth = width - nameWidth - 4
  if (textWidth < minWidth)
    return rows
      .map(([name, text]) =>
        [
          `  ${name}`,
          ...wrapText(text, Math.max(minWidth, width - 6)).map((line) => `      ${line}`),
          '',
        ].join('\n'),
      )
      .join('')
  return rows
    .map(([name, text]) =>
      wrapText(text, textWidth)
        .map((line, index) => `  ${(index === 0 ? name : '').padEnd(nameWidth)}  ${line}\n`)
        .join(''),
    )
    .join('')
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeCharacter = (character: string): string =>
  shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Replaces control characters, which a terminal would obey, with escapes such as `\u001b`. */
export const escapeControls = (text: string): string => replaceControls(text, escapeCharacter)

/** Replaces each control character with one space, so that columns stay aligned. */
export const blankControls = (text: string): string => replaceControls(text, () => ' ')

/** Like `escapeControls`, but keeps line breaks. */
export const escapeControlsInLines = (text: string): string =>
  replaceControlsInLines(text, escapeCharacter)

/** A note on one line. Control characters are escaped: names in it may come from other people. */
export const formatNote = (text: string): string => `routerfile: ${escapeControls(text)}\n`

/** A value as JSON whose control characters are written as escapes, which does not change the value. */
export const toSafeJson = (value: unknown, indent?: number): string =>
  escapeControlsInLines(JSON.stringify(value, undefined, indent))

/**
 * A value as JSON without control characters. All lines but the first are indented as if the value were inside of
 * `depth` lists. The value is written inside such lists and cut out, which is faster than indenting its lines
 * afterwards.
 */
export function toNestedJson(value: unknown, depth: number): string {
  let nestedValue = value
  for (let level = 0; level < depth; level += 1) nestedValue = [nestedValue]
  const text = JSON.stringify(nestedValue, undefined, 2)
  // Before the value, each list has a bracket, a line feed and the indentation of its item; after the value, a line
  // feed, its own indentation and a bracket.
  const innerText = text.slice(depth * (depth + 3), text.length - depth * (depth + 1))
  return escapeControlsInLines(innerText)
}

/** A list as JSON without control characters, item by item; it is written inside of `depth` lists or objects. */
export function* listJsonItems(items: Iterable<unknown>, depth = 0): Generator<string, void> {
  const indent = '  '.repeat(depth)
  let prefix = '['
  for (const item of items) {
    yield `${prefix}\n${indent}  ${toNestedJson(item, depth + 1)}`
    prefix = ','
  }
  yield prefix === '[' ? '[]' : `\n${indent}]`
}

/**
 * A value as JSON without control characters, in pieces; `items` fill its empty list `listName`. As one string, many
 * findings would need a hundred megabytes. The result is indented as if it were inside of `depth` lists or objects.
 */
export function* listJsonPieces(
  value: unknown,
  listName: string,
  items: Iterable<unknown>,
  depth = 0,
): Generator<string> {
  const text = toNestedJson(value, depth)
  const label = `"${listName}": `
  const end = text.lastIndexOf(`${label}[]`) + label.length
  const line = text.slice(text.lastIndexOf('\n', end) + 1)
  yield text.slice(0, end)
  yield* listJsonItems(items, line.search(/[^ ]/) / 2)
  yield text.slice(end + '[]'.length)
}

/** Minimum length of all chunks but the last, in characters. */
const chunkLength = 2 ** 16

/** Joins pieces of output into chunks, so that each is worth a system call. */
export function* toChunks(output: string | Iterable<string>): Generator<string, void> {
  let chunk = ''
  for (const piece of typeof output === 'string' ? [output] : output) {
    chunk += piece
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
