import { copyText } from '../shared/copy.js'
import { createElement, renderSentence } from '../shared/dom.js'
import type { LocalFolder } from '../shared/local-folder.js'
import type { OpenedFile } from '../shared/opened-file.js'
import { saveFile } from '../shared/save.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { formatCount } from '../../src/document/words.js'
import { formatScript } from '../../src/generate/steps.js'
import type { FormFinding, FormResult, FormValues } from './answers.js'
import { formatCommand, getText } from './answers.js'
import type { BundleFile } from './bundle.js'
import { createBundle, listBundleFiles } from './bundle.js'
import { fields } from './fields.js'
import { showProblems } from './form.js'

/** The result panel: the router file, other files, the steps and the command. */
export type Result = {
  element: HTMLElement
  /** The bar at the bottom of small screens that switches between the form and the result. */
  bar: HTMLElement
  /** Shows a result; `isExample` is set while the form is empty. */
  show: (result: FormResult, state: { values: FormValues; isExample: boolean }) => void
  stop: () => void
}

type ResultActions = {
  /** The folder of `routerfile ui`; undefined on the public site. */
  folder: LocalFolder | undefined
  /** Focuses a field of the form. */
  goToField: (name: string) => void
  openInPlayground: (file: OpenedFile, release: string) => void
}

/** Creates the result panel. If there is a folder, the file can be saved in it. */
export function createResult({ folder, goToField, openInPlayground }: ResultActions): Result {
  const status = createElement('p', { class: 'status', role: 'status' })
  const text = createElement('pre', { role: 'region', 'aria-label': 'Router file', tabindex: '0' })
  const problems = createElement('ul', { class: 'problems' })
  const company = createElement('div', { class: 'company' })
  const missing = createElement('ul', { class: 'missing', 'aria-label': 'Missing answers' })
  let files: readonly BundleFile[] = []
  /** The last file that was saved in the folder. */
  let saved: OpenedFile | undefined
  let release = ''
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
  const copy = createCopyButton(text, 'Copy')
  const save = async ({ path, text: content }: BundleFile): Promise<string> => {
    const origin = await folder?.createFile(path, content)
    saved = { name: path, text: content, ...(origin && { origin }) }
    return describeSaved(path)
  }
  /** Returns the saved file if the shown file is identical to it. */
  const findSaved = (): OpenedFile | undefined => {
    const [file] = files
    return saved?.name === file?.path && saved?.text === file?.text ? saved : undefined
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
  const open = createElement(
    'button',
    {
      type: 'button',
      onclick: () => {
        const [file] = files
        if (!file) return
        openInPlayground({ name: file.path, text: file.text, ...findSaved() }, release)
      },
    },
    'Open in the playground',
  )
  const actions = createElement(
    'div',
    { class: 'actions' },
    copy,
    download,
    bundle,
    folder && saveInFolder,
    open,
  )
  const element = createElement(
    'div',
    { class: 'result', tabindex: '-1' },
    createElement('div', { class: 'result-head' }, createElement('h2', {}, 'Router file'), actions),
    status,
    problems,
    missing,
    text,
    company,
  )
  const { bar, setState, stop } = createBar(element)
  return {
    element,
    bar,
    stop,
    show: ({ made, steps, findings }, { values, isExample }) => {
      const jwt = getText(values['jwt'])
      files = made ? listBundleFiles(made, jwt) : []
      release = made?.release ?? ''
      element.classList.toggle('example', isExample)
      name = made?.fileName ?? 'router'
      setText(text, made?.text ?? '')
      text.dataset['state'] = made ? 'made' : 'missing'
      for (const button of actions.children) button.toggleAttribute('disabled', !made || isExample)
      showProblems(
        problems,
        findings.filter(({ field }) => field === undefined),
      )
      const errors = findings.filter(({ severity }) => severity === 'error')
      missing.replaceChildren(...(made ? [] : errors.flatMap((it) => createLink(it, goToField))))
      // The form is checked again after each answer, possibly after the file was saved.
      const savedFile = findSaved()
      setText(
        status,
        isExample
          ? exampleText
          : savedFile
            ? describeSaved(savedFile.name)
            : describe(made, findings),
      )
      setState(
        isExample
          ? 'An example'
          : made
            ? `${made.path} is ready`
            : formatCount(errors.length, 'problem'),
      )
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

/** Sets a text only if it changes, because screen readers announce each assignment. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const describeSaved = (path: string): string => `${path} is saved in the folder.`

const exampleText = 'An example, for north.example.com. Your first answer replaces it.'

/** Creates a link to the field that a problem is about. */
function createLink(
  { field, message }: FormFinding,
  goToField: (name: string) => void,
): HTMLElement[] {
  if (field === undefined) return []
  const label = fields.find(({ answer }) => answer === field)?.label ?? otherLabels[field] ?? field
  return [
    createElement(
      'li',
      {},
      createElement(
        'button',
        { type: 'button', class: 'link', onclick: () => goToField(field) },
        label,
      ),
      ': ',
      ...renderSentence(removeLabel(message, label)),
    ),
  ]
}

/** Removes the label of the field from the start of a message. */
function removeLabel(message: string, label: string): string {
  const start = [`invalid ${label.toLowerCase()}: `, `the ${label.toLowerCase()} `].find((words) =>
    message.startsWith(words),
  )
  return message.slice(start?.length ?? 0)
}

/** Labels of fields that are not answers. */
const otherLabels: Readonly<Record<string, string>> = {
  jwt: 'Enrollment token',
  more: 'Answers in YAML',
}

/** Creates the bar at the bottom of small screens, which leads to the result and back to the form. */
function createBar(result: HTMLElement): {
  bar: HTMLElement
  setState: (text: string) => void
  stop: () => void
} {
  const state = createElement('span', {})
  const button = createElement(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: () => {
        if (isSeen) return scrollTo({ top: 0 })
        result.scrollIntoView()
        return result.focus({ preventScroll: true })
      },
    },
    'Result',
  )
  let isSeen = false
  const observer = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting === true
    button.textContent = isSeen ? 'Form' : 'Result'
  })
  observer.observe(result)
  return {
    bar: createElement('div', { class: 'result-bar' }, state, button),
    setState: (text) => setText(state, text),
    stop: () => observer.disconnect(),
  }
}

function describe(made: FormResult['made'], findings: readonly FormFinding[]): string {
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
  const list = createElement(
    'ol',
    { class: 'steps', 'aria-label': 'Steps' },
    ...steps.map(({ what, how, isManual }) => {
      if (isManual === true)
        return createElement(
          'li',
          { class: 'manual' },
          createElement('span', {}, what),
          createElement('p', {}, how),
        )
      const command = createElement('code', {}, how)
      return createElement(
        'li',
        {},
        createElement('span', {}, what),
        command,
        createCopyButton(command, 'Copy', { name: `Copy: ${what}` }),
      )
    }),
  )
  return [
    createElement('h2', {}, 'Enroll and start it'),
    list,
    // Manual steps have no command to copy.
    ...(steps.every(({ isManual }) => isManual === true)
      ? []
      : [
          createElement(
            'p',
            { class: 'actions' },
            createCopyButton(list, 'Copy steps', { text: formatScript(steps) }),
          ),
        ]),
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

function createCommand(command: string): HTMLElement[] {
  const shown = createElement(
    'pre',
    { role: 'region', 'aria-label': 'Command', tabindex: '0' },
    command,
  )
  return [
    createElement('h2', {}, 'On the command line'),
    createElement('p', {}, ...renderSentence('`routerfile` writes the same files, byte for byte:')),
    shown,
    createElement('p', { class: 'actions' }, createCopyButton(shown, 'Copy command')),
  ]
}

/**
 * Creates a button that copies the text of an element, or `text`, and confirms it. If the browser
 * refuses, it selects the element instead.
 */
function createCopyButton(
  shown: Element,
  label: string,
  { name, text }: { name?: string; text?: string } = {},
): HTMLElement {
  const button = createElement(
    'button',
    { type: 'button', class: 'copy', 'aria-label': name },
    label,
  )
  button.addEventListener('click', () => {
    void copyText(text ?? shown.textContent, shown).then((isCopied) =>
      say(isCopied ? 'Copied' : 'Press Ctrl+C'),
    )
  })
  const say = (answer: string): void => {
    button.textContent = answer
    if (name !== undefined) button.setAttribute('aria-label', answer)
    setTimeout(() => {
      button.textContent = label
      if (name !== undefined) button.setAttribute('aria-label', name)
    }, 2000)
  }
  return button
}
