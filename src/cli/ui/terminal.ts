import { styleText } from 'node:util'
import isUnicodeSupported from 'is-unicode-supported'
import type { Streams } from '../command.js'

const colorChoices = ['auto', 'always', 'never'] as const

export const colorFlag = {
  value: 'WHEN',
  help: 'auto (default), always or never',
  group: 'Output',
  choices: colorChoices,
} as const

/**
 * Whether output is colored: the flag wins, then NO_COLOR (no-color.org), FORCE_COLOR (0 and false mean no), then the
 * terminal.
 */
export function usesColor(choice: (typeof colorChoices)[number], { isTerminal }: Streams): boolean {
  if (choice !== 'auto') return choice === 'always'
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && TERM !== 'dumb'
}

/** A color or another format of text, or several. */
export type Color = Parameters<typeof styleText>[0]

/** The text in a color, where output is colored. */
export const applyColor = (
  { color: on }: { readonly color: boolean },
  color: Color,
  text: string,
): string => (on ? styleText(color, text, { validateStream: false }) : text)

/**
 * Whether frames may use more than ASCII: not if the terminal is too simple, or the locale names an encoding other than
 * UTF-8.
 */
export function supportsUnicode(): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = process.env
  const locale = LC_ALL || LC_CTYPE || LANG || ''
  const isOther =
    locale === 'C' || locale === 'POSIX' || (locale.includes('.') && !/\.utf-?8/i.test(locale))
  return TERM !== 'dumb' && !isOther && isUnicodeSupported()
}

/**
 * Whether text can be a link: if the terminal is known to support links, or FORCE_HYPERLINK is set. The detection is
 * loaded only when needed.
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

/** Progress on standard error, if it is a terminal, the run is not in CI, and the work takes long enough. */
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
