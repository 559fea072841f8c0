import { createElement, renderSentence } from '../shared/dom.js'
import type { LocalFolder } from '../shared/local-folder.js'
import { saveFile } from '../shared/save.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { formatCount } from '../../src/document/words.js'
import type { FormFinding, FormResult, FormValues } from './answers.js'
import { formatCommand, getText } from './answers.js'
import type { BundleFile } from './bundle.js'
import { createBundle, listBundleFiles } from './bundle.js'
import { showProblems } from './form.js'

/** What is made of the form: the router file, other files, the steps and the command. */
export type Result = {
  element: HTMLElement
  /** Shows a result. Nothing is missing yet in a form that is not begun. */
  show: (result: FormResult, state: { values: FormValues; isBegun: boolean }) => void
}

/** Builds the part of the page that shows the result; where there is a folder, the file can be saved there. */
export function createResult(folder?: LocalFolder): Result {
  const status = createElement('p', { class: 'status', role: 'status' })
  const text = createElement('pre', { role: 'region', 'aria-label': 'Router file', tabindex: '0' })
  const problems = createElement('ul', { class: 'problems' })
  const company = createElement('div', { class: 'company' })
  let files: readonly BundleFile[] = []
  let name = 'router'
  const download = createElement(
    'button',
    {
      type: 'button',
      onclick: () => {
        const [file] = files
        if (file) saveFile(file.path, file.text, 'text/plain')
      },
    },
    'Download',
  )
  const bundle = createElement(
    'button',
    {
      type: 'button',
      onclick: () =>
        saveFile(`${name}.zip`, new Uint8Array(createBundle(files)), 'application/zip'),
    },
    'Download bundle',
  )
  const copy = createCopyButton(() => text.textContent, 'Copy')
  const save = async ({ path, text: content }: BundleFile): Promise<string> => {
    await folder?.createFile(path, content)
    return `${path} is saved in the folder.`
  }
  const saveInFolder = createElement(
    'button',
    {
      type: 'button',
      onclick: () => {
        const [file] = files
        if (file)
          save(file)
            .catch(getErrorMessage)
            .then(
              (sentence) => (status.textContent = sentence),
              () => undefined,
            )
      },
    },
    'Save in the folder',
  )
  const actions = createElement(
    'div',
    { class: 'actions' },
    copy,
    download,
    bundle,
    folder && saveInFolder,
  )
  return {
    element: createElement(
      'div',
      { class: 'result' },
      createElement(
        'div',
        { class: 'result-head' },
        createElement('h2', {}, 'Router file'),
        actions,
      ),
      status,
      problems,
      text,
      company,
    ),
    show: ({ made, steps, findings }, { values, isBegun }) => {
      const jwt = getText(values['jwt'])
      files = made ? listBundleFiles(made, jwt) : []
      name = made?.fileName ?? 'router'
      setText(text, made?.text ?? '')
      text.dataset['state'] = made ? 'made' : 'missing'
      for (const button of actions.children) button.toggleAttribute('disabled', !made)
      showProblems(problems, isBegun ? findings.filter(({ field }) => field === undefined) : [])
      setText(status, describe(made, findings, isBegun))
      company.replaceChildren(
        ...(made
          ? [
              ...createSteps(steps),
              ...createFiles(made.files),
              ...createCommand(formatCommand(values, made.fileName)),
            ]
          : []),
      )
    },
  }
}

/** Sets a text only when it changes: screen readers hear of it then. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

function describe(
  made: FormResult['made'],
  findings: readonly FormFinding[],
  isBegun: boolean,
): string {
  if (!isBegun) return 'The file appears here when the form says enough.'
  const count = (level: string): number =>
    findings.filter(({ severity }) => severity === level).length
  if (!made) return `No file yet: ${formatCount(count('error'), 'problem')} in the form.`
  const warnings = count('warning')
  return [
    `${made.path} for release ${made.release}`,
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ].join(', ')
}

function createSteps(steps: FormResult['steps']): HTMLElement[] {
  return [
    createElement('h2', {}, 'Enroll and start it'),
    createElement(
      'ol',
      { class: 'steps', 'aria-label': 'Steps' },
      ...steps.map(({ what, how }) =>
        createElement('li', {}, createElement('span', {}, what), createElement('code', {}, how)),
      ),
    ),
    createElement(
      'p',
      { class: 'actions' },
      createCopyButton(
        () => steps.map(({ what, how }) => `# ${what}\n${how}\n`).join(''),
        'Copy steps',
      ),
    ),
  ]
}

function createFiles(files: readonly BundleFile[]): HTMLElement[] {
  if (files.length === 0) return []
  return [
    createElement('h2', {}, 'Other files'),
    ...files.map(({ path, text }) =>
      createElement(
        'details',
        { class: 'other-file' },
        createElement('summary', {}, path),
        createElement('pre', { role: 'region', 'aria-label': path, tabindex: '0' }, text),
      ),
    ),
  ]
}

const createCommand = (command: string): HTMLElement[] => [
  createElement('h2', {}, 'On the command line'),
  createElement('p', {}, ...renderSentence('`routerfile` writes the same files, byte for byte:')),
  createElement('pre', { role: 'region', 'aria-label': 'Command', tabindex: '0' }, command),
  createElement(
    'p',
    { class: 'actions' },
    createCopyButton(() => command, 'Copy command'),
  ),
]

/** A button that copies a text, and says that it did. */
function createCopyButton(getText: () => string, label: string): HTMLElement {
  const button = createElement('button', { type: 'button' }, label)
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(getText()).then(
      () => say('Copied'),
      () => say('Cannot copy'),
    )
  })
  const say = (text: string): void => {
    button.textContent = text
    setTimeout(() => (button.textContent = label), 2000)
  }
  return button
}
