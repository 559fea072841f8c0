import { createElement } from '../shared/dom.js'
import { version } from '../shared/version.js'
import { createButton } from './button.js'
import type { FileKind } from './open-files.js'
import { isBlank } from './open-files.js'
import type { Settings } from './settings.js'
import type { Workbench } from './workbench.js'

/** Descriptions of file kinds in the status bar. */
const kindNames: Readonly<Record<FileKind, string>> = {
  router: 'router file',
  incomplete: 'incomplete router file',
  parts: 'router files in strings',
  template: 'template',
  other: 'not a router file',
  unknown: 'not a router file yet',
}

/** Creates the status bar: cursor position, kind of the file, keys and version. */
export function createStatusBar(
  { view, getFile }: Workbench,
  copyCommand: () => void,
): { element: HTMLElement; show: () => void } {
  const place = createElement('span')
  const kind = createElement('span')
  return {
    element: createElement(
      'footer',
      { class: 'bar' },
      place,
      kind,
      createElement('span', { class: 'keys' }, 'F8 next finding · Ctrl+. fix · Tab leaves'),
      createElement('span', { class: 'space' }),
      createButton('Copy as command', copyCommand, 'link'),
      createElement('span', {}, `routerfile ${version}`),
    ),
    show: () => {
      const { main } = view.state.selection
      const line = view.state.doc.lineAt(main.head)
      place.textContent = `Line ${line.number}, column ${main.head - line.from + 1}`
      const file = getFile()
      kind.textContent = isBlank(file) ? 'empty' : kindNames[file.kind ?? 'unknown']
    },
  }
}

/** Formats the command that reports the same findings. */
export function formatLintCommand(
  name: string,
  release: string,
  { rules, variables }: Settings,
): string {
  return [
    `routerfile lint ${quoteWord(name)}`,
    `--target ${release}`,
    ...Object.entries(rules).map(([id, severity]) => `--rule ${id}=${severity}`),
    ...Object.keys(variables).map((variable) => `--env ${variable}="$${variable}"`),
  ].join(' ')
}

/** Quotes a word for a shell if necessary. */
const quoteWord = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
