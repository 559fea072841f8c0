import { createElement } from '../shared/dom.js'
import { version } from '../shared/version.js'
import { createButton } from './button.js'
import type { FileKind } from './open-files.js'
import { isBlank } from './open-files.js'
import type { Settings } from './settings.js'
import type { Workbench } from './workbench.js'

/** What a kind of file is called below the editor. */
const kindNames: Readonly<Record<FileKind, string>> = {
  router: 'router file',
  incomplete: 'incomplete router file',
  parts: 'router files in strings',
  template: 'template',
  other: 'not a router file',
  unknown: 'not a router file yet',
}

/** The line below the panes: the place of the cursor, the kind of the file, keys, and the version. */
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

/** The command that finds the same on a machine. */
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

/** A word of a command line, in quotes where a shell needs them. */
const quoteWord = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
