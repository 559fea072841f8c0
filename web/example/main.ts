import { createFindingsList } from '../playground/findings-list.js'
import css from '../playground/playground.css'
import { isChecked } from '../playground/open-files.js'
import { fromFragment, toFragment, withoutSecrets } from '../playground/share.js'
import type { Workbench } from '../playground/workbench.js'
import { createWorkbench } from '../playground/workbench.js'
import { createElement } from '../shared/dom.js'
import { adoptStyle } from '../shared/style.js'
import exampleCss from './example.css'

/** An editor that replaces an example. */
type ExampleEditor = {
  /** Focuses the first finding, or else the start of the text. */
  focus: () => void
  /** Checks the example for another release line. */
  setRelease: (line: string) => void
  stop: () => void
}

type ExampleOptions = {
  /** Base path of the site. */
  base: string
  /** The link that opens the example in the playground; it includes the edits. */
  link: HTMLAnchorElement
  /** The release line that the reference shows; the link may set another one for this example. */
  release: string
}

/** How long the editor waits for its first check before it is shown, in milliseconds. */
const longestWait = 3000

/**
 * Shows the files of an example in an editor, with their findings below.
 *
 * @throws {Error} if the link contains no files, or the language server does not start.
 */
export async function editExample(
  host: HTMLElement,
  { base, link, release }: ExampleOptions,
): Promise<ExampleEditor> {
  const shared = await fromFragment(link.hash)
  if (!shared) throw new Error('the link holds no files')
  // The editor creates its styles by script, which the content security policy only allows in a
  // shadow root.
  const root = host.attachShadow({ mode: 'open' })
  adoptStyle(root, css, exampleCss)
  const shown = [...(host.closest('.example')?.querySelectorAll('pre') ?? [])]
    .map(({ textContent }) => textContent)
    .join('\n')
  const isCompleted = shared.files.some(({ text }) => !shown.includes(text.trimEnd()))
  const said = createElement('p', { class: 'said', role: 'status' })
  const names = createElement('div', { class: 'names', role: 'group', 'aria-label': 'Files' })
  const chosen = { release: shared.release ?? release }
  const announce = (sentence: string): void => {
    said.textContent = sentence
  }
  let markChecked = (): void => undefined
  let markBroken = (): void => undefined
  const isRead = new Promise<void>((resolve, reject) => {
    markChecked = resolve
    markBroken = () => reject(new Error('the language server could not be started'))
    setTimeout(resolve, longestWait)
  })
  const workbench = createWorkbench({
    root,
    base,
    announce,
    onChecked: () => {
      const file = workbench.getFile()
      findings.show(file)
      if (isChecked(file)) markChecked()
      names.replaceChildren(...renderNames(workbench))
      void updateLink()
    },
    onMoved: () => undefined,
    onBroken: () => markBroken(),
    onUnsafeFix: () =>
      announce('This fix may change what the router does: make it with its button below.'),
  })
  const findings = createFindingsList({
    goTo: ({ from }) => workbench.goTo(from),
    apply: workbench.applyFix,
    toRulePage: (rule) => `${base}rules/${rule}.html`,
    formatRelease: () => chosen.release,
    listTemplates: () => [],
    addValues: () => undefined,
    openRendered: () => undefined,
  })
  const updateLink = async (): Promise<void> => {
    const { files } = withoutSecrets(workbench.readFiles())
    link.hash = await toFragment({ ...shared, files }).catch(() => link.hash)
  }
  const check = (): void => workbench.setSettings({ target: chosen.release })
  root.append(
    createElement(
      'section',
      { class: 'example-editor', 'aria-label': 'Example' },
      names,
      isCompleted && createElement('p', { class: 'said' }, 'Completed, so that it can be checked.'),
      createElement('div', { class: 'editor' }, workbench.view.dom),
      createElement('div', { class: 'found' }, findings.element),
      said,
    ),
  )
  check()
  workbench.open(shared.files, true)
  await isRead
  return {
    focus: () => workbench.goTo(workbench.getFile().findings[0]?.from ?? 0),
    setRelease: (line) => {
      if (shared.release !== undefined) return
      chosen.release = line
      check()
    },
    stop: workbench.stop,
  }
}

/** Renders a button for each file if the example has several. */
const renderNames = ({ listFiles, getFile, show }: Workbench): HTMLElement[] =>
  listFiles().length < 2
    ? []
    : listFiles().map((file) =>
        createElement(
          'button',
          {
            type: 'button',
            'aria-pressed': String(file === getFile()),
            onclick: () => show(file),
          },
          file.name,
        ),
      )
