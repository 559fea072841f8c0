import type {
  BoardFile,
  BoardVerdict,
  ReleaseVerdicts,
} from '../../src/cli/commands/ui/messages.js'
import { createElement, createLateWord } from '../shared/dom.js'
import { describeVerdict, verdictColors, verdictSigns } from '../shared/verdict-words.js'

/** Renders the sign of a verdict in its color. */
export const renderSign = ({ outcome }: BoardVerdict): HTMLElement =>
  createElement(
    'span',
    { class: `sign ${verdictColors[outcome]}`, 'aria-hidden': 'true' },
    verdictSigns[outcome],
  )

/** Returns whether all files are checked for a release of this line. */
const isOfLine = (checked: ReadonlySet<string>, line: string, newest: string): boolean =>
  checked.size === 1 &&
  [...checked].every(
    (release) => release === line || release === newest || release.startsWith(`${line}.`),
  )

type ReleaseEvents = {
  /** The release line that overrides the configuration for all files; empty if none. */
  chosen: string
  open: (path: string) => void
  choose: (line: string) => void
}

/** Renders the verdict of each release on each file, as a table. */
export function renderReleases(
  files: readonly BoardFile[],
  verdicts: ReadonlyMap<string, { lines: ReleaseVerdicts['lines'] }>,
  { chosen, open, choose }: ReleaseEvents,
): HTMLElement[] {
  const lines = [...verdicts.values()].find(({ lines: all }) => all.length > 0)?.lines ?? []
  if (lines.length === 0)
    return files.length === 0
      ? []
      : [createElement('p', { class: 'hint' }, createLateWord('Checking …'))]
  const checked = new Set(files.map(({ release }) => release))
  return [
    createElement(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'All releases' },
      createElement(
        'table',
        { 'aria-label': 'Releases' },
        createElement(
          'thead',
          {},
          createElement(
            'tr',
            {},
            createElement('th', { scope: 'col' }, 'File'),
            ...lines.map(({ line, release }) =>
              createElement(
                'th',
                { scope: 'col', 'aria-current': isOfLine(checked, line, release) && 'true' },
                createElement(
                  'button',
                  {
                    type: 'button',
                    class: 'link',
                    'aria-pressed': String(chosen === line),
                    title: `Check all files for ${release}`,
                    onclick: () => choose(line),
                  },
                  line,
                ),
              ),
            ),
          ),
        ),
        createElement(
          'tbody',
          {},
          ...files.map(({ path, name }) => {
            const fileVerdicts = verdicts.get(path)?.lines ?? []
            return createElement(
              'tr',
              {},
              createElement(
                'th',
                { scope: 'row' },
                createElement(
                  'button',
                  { type: 'button', class: 'link', onclick: () => open(path) },
                  name,
                ),
              ),
              ...lines.map(({ line }) => {
                const verdict = fileVerdicts.find((other) => other.line === line)
                return createElement(
                  'td',
                  verdict ? { title: `${line}: ${describeVerdict(verdict)}` } : {},
                  verdict && renderSign(verdict),
                  verdict && createElement('span', { class: 'hidden' }, describeVerdict(verdict)),
                )
              }),
            )
          }),
        ),
      ),
    ),
    createElement(
      'p',
      { class: 'hint' },
      chosen === ''
        ? '✓ starts, ! starts with warnings, ✕ does not start or fails. A click on a release checks all files for it.'
        : `All files are checked for ${chosen}. Another click brings back the releases of the configuration.`,
    ),
  ]
}
