import { createElement } from '../shared/dom.js'
import { takeDrops } from '../shared/drops.js'
import { readKeptLine } from '../shared/kept-line.js'
import { keepRelease } from '../shared/kept-release.js'
import { adoptStyle } from '../shared/style.js'
import shared from '../shared/tool-page.css'
import type { Mount } from '../shared/tool.js'
import { openPage, visit } from '../shared/visit.js'
import { linkWorker } from '../shared/worker-link.js'
import { connectFolder } from '../shared/local-folder.js'
import { readQrCode } from './read-qr.js'
import type { FormValues } from './answers.js'
import { getText } from './answers.js'
import css from './generator.css'
import { createForm, isGiven } from './form.js'
import { keepAnswers, readKeptAnswers } from './kept-answers.js'
import { createResult } from './result.js'
import type { FormAnswer, FormQuestion } from './worker.js'

/** Pause in typing before the result is updated, in milliseconds. */
const pause = 120

/** How often the page checks whether the token has expired, in milliseconds. */
const checkInterval = 30_000

/** Returns the initial values of the form: comments are on, and the release is the one chosen on another page. */
function readInitialValues(): FormValues {
  const kept = readKeptLine()
  return { comments: true, ...(kept && { target: kept }) }
}

const exampleValues: FormValues = {
  preset: 'public',
  name: 'north',
  advertise: 'north.example.com',
  controllers: 'ctrl.example.com:6262',
  platform: 'systemd',
}

export const mount: Mount = (root, { base, onBroken }) => {
  const removeStyle = adoptStyle(document, shared, css)
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      keep()
      update()
    }, pause)
  }
  const initialValues = readInitialValues()
  const keep = (): void => {
    const given = form.getValues()
    keepAnswers(isBegun(given, initialValues) ? given : {})
  }
  const form = createForm({ onChange: later, onFiles: (files) => void takeFiles(files) })
  const result = createResult({
    folder: connectFolder(base),
    goToField: form.goTo,
    openInPlayground: (file, release) => {
      const place = { name: file.name, line: 1 }
      visit.handover = { files: [file], edits: [], place, release, isMade: true }
      openPage(`${base}playground/`)
    },
  })
  const notice = createElement('p', { class: 'notice', role: 'alert' })
  const link = linkWorker<FormQuestion, FormAnswer>(`${base}tools/generator-worker.js`, {
    onHang: () => {
      notice.textContent = 'These answers took too long. Change them to try again.'
    },
    onBroken,
  })
  const update = (): void => {
    const given = form.getValues()
    const isExample = !isBegun(given, initialValues)
    // An empty form shows an example result.
    const values = isExample ? { ...given, ...exampleValues } : given
    const question = { values, given: isExample ? given : undefined, now: Date.now() }
    link.ask(question, (answer) => {
      form.showFindings(answer.findings)
      form.tokenFacts.replaceChildren(...createFacts(answer.facts))
      result.show(answer.result, { values, isExample })
    })
  }

  async function takeFiles(files: readonly File[]): Promise<void> {
    notice.textContent = ''
    const problems: string[] = []
    for (const file of files.slice(0, maxFiles)) {
      const read = await readDropped(file)
      if ('why' in read) problems.push(`${file.name}: ${read.why}.`)
      else form.setValues({ [read.field]: read.text })
    }
    notice.textContent = problems.join(' ')
  }

  const tool = createElement(
    'div',
    { class: 'tool-page generator' },
    createElement(
      'header',
      {},
      createElement('h1', {}, 'Generate a router file'),
      createElement(
        'p',
        {},
        'From an enrollment token, a few answers, or both: the file of a router, and what to run on its machine. Nothing leaves this page.',
      ),
      createElement(
        'p',
        { class: 'actions' },
        createElement(
          'button',
          { type: 'button', onclick: () => form.setValues(exampleValues) },
          'Fill in an example',
        ),
        createElement(
          'button',
          { type: 'button', onclick: () => form.setValues({ ...form.empty, ...initialValues }) },
          'Clear the form',
        ),
      ),
    ),
    notice,
    createElement('div', { class: 'columns' }, form.element, result.element),
    result.bar,
  )
  const stopDrops = takeDrops(({ files }) => void takeFiles([...files]))
  tool.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    void takeFiles(files)
  })
  form.element.addEventListener('change', () => keepRelease(getText(form.getValues()['target'])))
  root.replaceChildren(tool)
  form.setValues({ ...initialValues, ...readKeptAnswers() })
  update()
  const clock = setInterval(update, checkInterval)
  return () => {
    keep()
    clearTimeout(timer)
    clearInterval(clock)
    stopDrops()
    link.stop()
    result.stop()
    removeStyle()
    root.replaceChildren()
  }
}

/** Returns whether any field has text or a selection other than its initial one. Switches do not count. */
const isBegun = (values: FormValues, initial: FormValues): boolean =>
  Object.entries(values).some(([name, value]) => isGiven(value) && value !== initial[name])

const maxFiles = 10

/** Maximum size of a text file, in bytes. */
const maxTextSize = 1_000_000

/** Maximum size of a picture, in bytes. */
const maxPictureSize = 30_000_000

/** Reads a file, and returns the field that it belongs to with its text, or why it cannot be used. */
async function readDropped(
  file: File,
): Promise<{ field: 'jwt' | 'more'; text: string } | { why: string }> {
  if (file.type.startsWith('image/')) {
    if (file.size > maxPictureSize) return { why: 'the picture is larger than 30 MB' }
    const code = await readQrCode(file)
    return 'why' in code ? code : { field: 'jwt', text: code.text.trim() }
  }
  if (file.size > maxTextSize) return { why: 'the file is larger than 1 MB' }
  const text = (await file.text()).trim()
  if (/\.(?:ya?ml|json)$/i.test(file.name)) return { field: 'more', text }
  return text.includes('\0')
    ? { why: 'it is neither an enrollment token nor a picture' }
    : { field: 'jwt', text }
}

/** Renders the content of the token as a list. */
function createFacts(facts: FormAnswer['facts']): HTMLElement[] {
  if (facts.length === 0) return []
  return [
    createElement(
      'dl',
      { 'aria-label': 'What the token says' },
      ...facts.flatMap(({ name, values, isWarning }) => [
        createElement('dt', {}, name),
        ...values.map((value) =>
          createElement('dd', { class: isWarning ? 'warning' : undefined }, value),
        ),
      ]),
    ),
  ]
}
