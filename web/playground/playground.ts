import { encodeText } from '../../src/document/decode-text.js'
import type { CallServer, ReleaseChoice } from '../shared/commands.js'
import { readChosen, readDropped } from '../shared/chosen-files.js'
import { createElement, renderSentence, replaceItems } from '../shared/dom.js'
import { connectFolder } from '../shared/local-folder.js'
import { keepRelease, readKeptRelease } from '../shared/kept-release.js'
import type { ReadFiles } from '../shared/read-files.js'
import type { OpenedFile } from '../shared/opened-file.js'
import { saveFile } from '../shared/save.js'
import { readFromTab, storeInTab } from '../shared/tab-storage.js'
import type { Handover } from '../shared/visit.js'
import { visit } from '../shared/visit.js'
import { version } from '../shared/version.js'
import type { FolderView } from '../board/board.js'
import { createFindingsList } from './findings-list.js'
import { selectHandedFiles } from './handover.js'
import type { Scene } from './kept-scenes.js'
import { findLastScene, findScene, getEntry, keepScene, losesEdits } from './kept-scenes.js'
import type { FileKind, OpenFile } from './open-files.js'
import { isEdited, readFileText, setOpened } from './open-files.js'
import { createEffectivePanel } from './panels/effective.js'
import { createAddressWriter, readAddress } from './address.js'
import { createExplainPanel } from './panels/explain.js'
import { createLinksPanel } from './panels/links.js'
import { createSettingsPanel } from './panels/settings.js'
import type { PanelContext } from './panels/panel.js'
import { formatError } from './panels/panel.js'
import { createUpgradePanel } from './panels/upgrade.js'
import { createPartBar } from './part-bar.js'
import type { Sample } from './samples.js'
import { fixSample, samples } from './samples.js'
import type { Shared } from './share.js'
import { fromFragment, toFragment, withoutSecrets } from './share.js'
import type { Settings } from './settings.js'
import { toServerSettings, withoutSecretValues } from './settings.js'
import { createSplitter } from './splitter.js'
import { createTabs } from './tabs.js'
import { createValuesFile, findTemplates, findValues } from './template-values.js'
import { createVerdict } from './verdict.js'
import type { Workbench } from './workbench.js'
import { createWorkbench, readLimits } from './workbench.js'

/** The pause after which the visible panel follows a change, in milliseconds. */
const panelDelay = 250

/** How long a message is shown, in milliseconds. */
const messageTime = 10_000

/** The pause after which edits are kept for a reload, in milliseconds. */
const keepDelay = 300

type Timer = ReturnType<typeof setTimeout> | undefined

/** Builds the playground in a shadow root, and returns what ends it. */
export function createPlayground(root: ShadowRoot, base: string): () => void {
  const status = createElement('p', { class: 'status', role: 'status' })
  const pending: {
    panel: number
    timer: Timer
    message: Timer
    keep: Timer
    verdict: Timer
  } = {
    panel: -1,
    verdict: undefined,
    keep: undefined,
    timer: undefined,
    message: undefined,
  }
  const announce = (message: string): void => {
    clearTimeout(pending.message)
    status.textContent = message
    pending.message = setTimeout(() => {
      status.textContent = ''
    }, messageTime)
  }
  const state = { isOver: false }
  const folder: { view: FolderView | undefined } = { view: undefined }
  const workbench = createWorkbench({
    root,
    base,
    announce,
    onChecked: () => {
      findings.show(workbench.getFile())
      fixing.show()
      parts.show()
      fileList.show()
      verdictSoon()
      statusBar.show()
      address.write()
      folder.view?.show()
      updatePanel()
      keepSoon()
    },
    onMoved: () => {
      updatePanel()
      statusBar.show()
      keepSoon()
    },
  })
  const releases = createReleaseSwitch(workbench, () => applySettings())
  const settings: { current: Settings } = { current: { rules: {}, variables: {} } }
  const address = createAddressWriter(() => ({
    release: releases.get(),
    file: workbench.getFile().name,
    tab: tabs.getShown(),
    rules: settings.current.rules,
    variables: Object.keys(settings.current.variables),
  }))
  /** Has files checked for the chosen release, with the settings. */
  const applySettings = (): void => {
    const release = releases.get()
    workbench.setSettings({
      ...(release !== '' && { target: release }),
      ...toServerSettings(settings.current),
    })
    updatePanel()
    verdictSoon()
    address.write()
  }
  const changeSettings = (changed: Settings): void => {
    settings.current = changed
    applySettings()
    keepSoon()
  }
  const toRulePage = (rule: string): string => `${base}rules/${rule}.html`
  const findings = createFindingsList({
    goTo: ({ from }) => workbench.goTo(from),
    apply: ({ title, edit }) => {
      workbench.applyEdit(edit)
      announce(`Done: ${title}. Undo with Ctrl+Z.`)
    },
    toRulePage,
    formatRelease: () => releases.get(),
    listTemplates: (file) => findTemplates(file, workbench.listFiles()),
    addValues: ({ doc }) => {
      workbench.open([createValuesFile(doc.toString())], false)
      workbench.view.focus()
      announce('Fill in the values: the template is checked with them.')
    },
    openRendered: ({ name }, text) => {
      workbench.open(
        [{ name: name.replace(/(?:\.ya?ml)?(?:\.\w+)?$/, '.rendered.yml'), text }],
        false,
      )
      workbench.view.focus()
    },
  })
  const fileList = createFileList(workbench)
  const story = createStory(workbench)
  const context: PanelContext = {
    call: workbench.call,
    getFile: workbench.getFile,
    listFiles: workbench.listFiles,
    readValues: (file) =>
      file.kind === 'template'
        ? findValues(file, workbench.listFiles())?.doc.toString()
        : undefined,
    listReleases: releases.list,
    getRelease: releases.get,
    getPosition: () => {
      const { state } = workbench.view
      const { number, from } = state.doc.lineAt(state.selection.main.head)
      return { line: number - 1, character: state.selection.main.head - from }
    },
    goToLine: (line) => {
      const { doc } = workbench.view.state
      workbench.goTo(doc.line(Math.min(line, doc.lines)).from)
    },
    replaceText: (text) => {
      workbench.replaceText(text)
      workbench.view.focus()
    },
    toAddress: (target) => (/^https?:\/\//.test(target) ? target : undefined),
    announce,
  }
  const verdict = createVerdict({
    ...context,
    chooseRelease: (line) => {
      keepRelease(line)
      releases.choose(line)
    },
  })
  const verdictSoon = (): void => {
    verdict.follow()
    clearTimeout(pending.verdict)
    pending.verdict = setTimeout(verdict.update, panelDelay)
  }
  const fixing = createFixButton(workbench, { root, announce })
  const statusBar = createStatusBar(workbench, () => copyCommand())
  const panels = [
    createEffectivePanel(context),
    createUpgradePanel(context),
    createExplainPanel(context),
    createSettingsPanel(context, {
      getSettings: () => settings.current,
      change: changeSettings,
    }),
    createLinksPanel(context),
  ]
  const updatePanel = (): void => {
    clearTimeout(pending.timer)
    pending.timer = setTimeout(() => panels[pending.panel]?.update(), panelDelay)
  }
  const tabs = createTabs(
    'About the file',
    panels.map(({ title, element }, index) => ({
      title,
      element,
      onShow: () => {
        pending.panel = index
        updatePanel()
        address.write()
      },
    })),
  )

  /** The folder that the page is served with, and whether its board or the editor is shown. */
  const local = connectFolder(base)
  const showPart = (shown: 'board' | 'editor'): void => {
    if (!local) return
    body.classList.toggle('shows-board', shown === 'board')
    keepShownPart(shown)
  }
  const openRead = ({ files, refused }: ReadFiles): void => {
    if (files.length > 0) {
      story.hide()
      workbench.open(files, false)
      showPart('editor')
    }
    announce(
      [
        ...(files.length > 0
          ? [`${files.length === 1 ? 'One file' : `${files.length} files`} opened.`]
          : []),
        ...refused,
      ].join(' '),
    )
  }
  const picker = createSamplePicker((sample) => pickSample(sample))
  const opened: {
    sample: Sample | undefined
    /** The entry of the browser's history that the open files belong to. */
    entry: string
    address: string
    isHandedOver: boolean
  } = { sample: undefined, entry: getEntry(), address: location.hash, isHandedOver: false }
  /** The files of which it was said why they are not kept for a reload. */
  const said = new Set<string>()
  const readScene = (): Scene => ({
    files: workbench.readKept(),
    shown: workbench.getFile().name,
    release: releases.get(),
    settings: settings.current,
    sample: opened.sample?.name,
    isHandedOver: opened.isHandedOver,
    address: opened.address,
  })
  /** Keeps what is open, so that neither a reload nor another page loses edits; says once of each file why it cannot. */
  const keep = (): void => {
    clearTimeout(pending.keep)
    for (const { name, why } of keepScene(opened.entry, readScene())) {
      if (!said.has(name)) announce(`${name} is not kept for a reload of the page: ${why}.`)
      said.add(name)
    }
  }
  const keepSoon = (): void => {
    clearTimeout(pending.keep)
    pending.keep = setTimeout(keep, keepDelay)
  }
  const openScene = (scene: Scene): void => {
    const { files, shown, release, sample, isHandedOver } = scene
    story.hide()
    opened.sample = samples.find(({ name }) => name === sample)
    opened.isHandedOver = isHandedOver
    workbench.openKept(files, shown)
    settings.current = scene.settings
    releases.choose(release)
    picker.show(opened.sample)
  }
  const hasEdits = (): boolean => workbench.listFiles().some(isEdited)
  /** Opens a sample at an address of its own, from which Back leads to the files before. */
  const pickSample = (sample: Sample): void => {
    const hadEdits = hasEdits()
    keep()
    history.pushState(null, '', `#sample=${sample.name}`)
    opened.entry = getEntry()
    opened.address = location.hash
    openSample(sample)
    if (hadEdits) announce('Back brings your text again.')
  }
  const isOpenSample = (files: readonly OpenedFile[]): boolean =>
    JSON.stringify(files) === JSON.stringify(opened.sample?.files)
  const openSample = (sample: Sample): void => {
    opened.sample = sample
    picker.show(sample)
    workbench.open(sample.files, true)
    story.show(sample)
    if (sample.tab !== undefined) tabs.show(sample.tab)
  }
  const openAddress = async (): Promise<void> => {
    try {
      const { hash } = location
      const shared = await fromFragment(hash)
      const sample = samples.find(({ name }) => hash === `#sample=${name}`)
      if (shared) openShared(shared)
      else if (sample) openSample(sample)
    } catch (error) {
      announce(formatError(error))
    }
  }
  const openShared = ({ files, release, settings: shared }: Shared): void => {
    story.hide()
    opened.sample = undefined
    workbench.open(files, true)
    showPart('editor')
    if (shared) settings.current = shared
    if (release !== undefined) releases.choose(release)
    else if (shared) applySettings()
    announce('These files come from the link. Nothing was sent anywhere.')
  }

  const openHandover = (handover: Handover): void => {
    const { files, refused } = selectHandedFiles(handover)
    const { place, release, isMade = false } = handover
    opened.sample = undefined
    opened.isHandedOver = !isMade
    workbench.open(files, true)
    workbench.replaceFiles(handover.edits)
    showFile(place.name)
    context.goToLine(place.line)
    if (release !== undefined) releases.choose(release)
    const origin = isMade
      ? 'This file comes from the generator. Edits stay here.'
      : 'These files come from the mesh: go back to see your changes there.'
    announce([...refused, origin].join(' '))
  }
  const showFile = (name: string): void => {
    const file = workbench.listFiles().find((other) => other.name === name)
    if (file) workbench.show(file)
  }

  /** The command that finds the same on a machine. */
  const copyCommand = (): void => {
    const { rules, variables } = settings.current
    const command = [
      `routerfile lint ${quoteWord(workbench.getFile().name)}`,
      `--target ${releases.get()}`,
      ...Object.entries(rules).map(([id, severity]) => `--rule ${id}=${severity}`),
      ...Object.keys(variables).map((name) => `--env ${name}="$${name}"`),
    ].join(' ')
    navigator.clipboard.writeText(command).then(
      () => announce(`Copied: ${command}`),
      () => announce(`The browser does not let pages copy. The command is: ${command}`),
    )
  }
  /** Takes what the address says beside the files. */
  const followAddress = ({ release, file, tab, rules, variables }: Wanted): void => {
    settings.current = {
      rules: rules ?? settings.current.rules,
      variables: {
        ...Object.fromEntries((variables ?? []).map((name) => [name, ''])),
        ...settings.current.variables,
      },
    }
    if (release !== undefined) releases.choose(release)
    else if (rules || variables) applySettings()
    if (file !== undefined) showFile(file)
    if (tab !== undefined) tabs.show(tab)
  }

  const { pathname } = location
  /** Follows Back, Forward and other addresses of this page. */
  const onAddress = (): void => {
    if (location.pathname !== pathname) return
    const entry = getEntry()
    if (entry === opened.entry && location.hash === opened.address) return
    keep()
    const scene = findScene(entry)
    opened.entry = entry
    opened.address = location.hash
    if (scene?.address === location.hash) openScene(scene)
    else void openAddress()
  }
  const onLeave = (event: BeforeUnloadEvent): void => {
    keep()
    const isUnsaved =
      folder.view !== undefined &&
      workbench.listFiles().some((file) => file.origin !== undefined && isEdited(file))
    if (isUnsaved || losesEdits()) event.preventDefault()
  }
  const download = (): void => {
    const file = workbench.getFile()
    const text = workbench.readText()
    const content = encodeText(text, file.opened.encoding ?? 'utf-8')
    saveFile(file.name.slice(file.name.lastIndexOf('/') + 1), content, 'application/yaml')
    // A file of a folder is still to be saved there.
    if (!file.origin) setOpened(file, { ...file.opened, text })
    fileList.show()
    keepSoon()
  }
  const onKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key.toLowerCase() !== 's') return
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (folder.view) folder.view.save()
    else if (workbench.view.hasFocus) download()
    else return
    event.preventDefault()
  }
  const editor = createElement(
    'section',
    { class: 'pane', 'aria-label': 'Editor' },
    fileList.element,
    createElement('div', { class: 'editor' }, workbench.view.dom),
  )
  const found = createElement('div', { class: 'found' }, story.element, findings.element)
  const parts = createPartBar([
    { title: 'Code', element: editor },
    {
      title: 'Found',
      element: found,
      note: () => String(workbench.getFile().findings.length),
    },
    { title: 'More', element: tabs.element },
  ])
  const body = createElement(
    'div',
    { class: 'playground', onkeydown: onKey },
    createElement('h1', { class: 'hidden' }, 'Playground'),
    createElement(
      'div',
      { class: 'toolbar' },
      picker.element,
      createOpenButtons(workbench, openRead),
      createElement('span', { class: 'space' }),
      releases.element,
      fixing.element,
      createButton('Share', async () => {
        address.writeNow()
        await share(workbench, {
          release: releases.get(),
          settings: settings.current,
          root,
          announce,
        })
        opened.address = location.hash
        keep()
      }),
      createButton('Download', download),
    ),
    status,
    verdict.element,
    parts.element,
    createElement(
      'div',
      { class: 'panes' },
      editor,
      createSplitter({
        label: 'Width of the editor',
        orientation: 'vertical',
        name: 'editor-share',
        initial: 56,
      }),
      createElement(
        'section',
        { class: 'pane results', 'aria-label': 'Results' },
        found,
        createSplitter({
          label: 'Height of the findings',
          orientation: 'horizontal',
          name: 'found-share',
          initial: 45,
        }),
        tabs.element,
      ),
    ),
    statusBar.element,
  )
  acceptDrops(body, workbench, openRead)
  const { handover } = visit
  if (local) {
    // What a link or another page brings is in the editor.
    showPart(handover || location.hash !== '' ? 'editor' : findShownPart())
    import('../board/board.js').then(
      ({ createFolderView }) => {
        if (state.isOver) return
        const view = createFolderView({
          base,
          root,
          folder: local,
          workbench,
          setShown: showPart,
          chooseRelease: releases.choose,
          goToLine: context.goToLine,
          isReplaceable: () => isOpenSample(workbench.readFiles()),
          onOpen: story.hide,
          announce,
        })
        folder.view = view
        body.querySelector('.space')?.before(view.tools)
        body.append(view.board)
      },
      (error: unknown) => {
        showPart('editor')
        announce(formatError(error))
      },
    )
  }
  root.append(body)
  const wanted = readAddress()
  const before = findScene(opened.entry) ?? findLastScene()
  visit.handover = undefined
  if (handover) openHandover(handover)
  else if (before && ['', before.address].includes(location.hash)) openScene(before)
  else {
    const [first] = samples
    if (first) openSample(first)
    void openAddress().then(() => followAddress(wanted))
  }
  window.addEventListener('hashchange', onAddress)
  window.addEventListener('popstate', onAddress)
  window.addEventListener('beforeunload', onLeave)
  return () => {
    state.isOver = true
    keep()
    folder.view?.stop()
    if (opened.isHandedOver || folder.view)
      visit.edited = workbench
        .listFiles()
        .map((file) => ({ opened: file.opened, text: readFileText(file) }))
    window.removeEventListener('hashchange', onAddress)
    window.removeEventListener('popstate', onAddress)
    window.removeEventListener('beforeunload', onLeave)
    clearTimeout(pending.timer)
    clearTimeout(pending.keep)
    clearTimeout(pending.verdict)
    address.stop()
    parts.stop()
    workbench.stop()
  }
}

const createButton = (
  title: string,
  onClick: () => void | Promise<void>,
  style?: string,
): HTMLElement =>
  createElement('button', { type: 'button', class: style, onclick: () => void onClick() }, title)

const shownPartKey = 'routerfile-ui-part'

/** Which part of the page of a folder was open when it was loaded last; the board at first. */
const findShownPart = (): 'board' | 'editor' =>
  readFromTab(shownPartKey) === 'editor' ? 'editor' : 'board'

const keepShownPart = (shown: 'board' | 'editor'): void => storeInTab(shownPartKey, shown)

/** The switch for the release that files are checked for. */
function createReleaseSwitch({ call }: { call: CallServer }, onChange: () => void) {
  const select = createElement('select', {
    'aria-label': 'Release',
    onchange: () => {
      keepRelease(select.value)
      onChange()
    },
  })
  const listed = call('routerfile.releases').then((releases: readonly ReleaseChoice[]) => {
    select.append(
      ...releases.map(({ name, label }) => createElement('option', { value: name }, label)),
    )
    const current = releases.find(({ isCurrent }) => isCurrent)
    const kept = readKeptRelease()
    const chosen = releases.find(({ name }) => name === kept) ?? current
    if (chosen) select.value = chosen.name
    if (chosen !== current) onChange()
    return releases
  })
  return {
    element: createElement('label', { class: 'release' }, 'Release ', select),
    list: () => listed,
    get: () => select.value,
    choose: (release: string): void => {
      void listed.then((releases) => {
        const name = findChoice(release, releases)
        if (name === undefined) return
        if (!Array.from(select.options).some(({ value }) => value === name))
          select.append(createElement('option', { value: name }, name))
        select.value = name
        onChange()
      })
    },
  }
}

/** The name of a release among the choices: its line if it is the newest one of it, and else a choice of its own. */
function findChoice(release: string, releases: readonly ReleaseChoice[]): string | undefined {
  const line = releases.find(({ name }) => release === name || release.startsWith(`${name}.`))
  if (!line || !/^\d+\.\d+(?:\.\d+(?:-[\w.]+)?)?$/.test(release)) return undefined
  return release === line.newest ? line.name : release
}

/** The open files: a click shows one. */
function createFileList(workbench: Workbench): { element: HTMLElement; show: () => void } {
  const list = createElement('ul', { role: 'list', 'aria-label': 'Files' })
  return {
    element: createElement('nav', { class: 'files', 'aria-label': 'Files' }, list),
    show: () => {
      const files = workbench.listFiles()
      replaceItems(
        list,
        files.map((file) => renderFile(file, workbench)),
        workbench.view.contentDOM,
      )
    },
  }
}

function renderFile(file: OpenFile, { getFile, listFiles, show, close }: Workbench): HTMLElement {
  const errors = file.findings.filter(({ severity }) => severity === 'error').length
  const isShown = file === getFile()
  return createElement(
    'li',
    { class: isShown ? 'file shown' : 'file' },
    createElement(
      'button',
      { type: 'button', 'aria-current': isShown && 'true', onclick: () => show(file) },
      file.name,
      errors > 0 &&
        createElement('span', { class: 'count error', title: `${errors} errors` }, String(errors)),
    ),
    // Beside the button, whose name stays that of the file.
    isEdited(file) &&
      createElement(
        'span',
        { class: 'unsaved', title: 'Unsaved' },
        '●',
        createElement('span', { class: 'hidden' }, ' unsaved'),
      ),
    listFiles().length > 1 &&
      createElement(
        'button',
        {
          type: 'button',
          class: 'close',
          'aria-label': `Close ${file.name}`,
          onclick: () => close(file),
        },
        '×',
      ),
  )
}

/** The story of a sample, above the editor: broken, explained, fixed. */
function createStory({ replaceFiles, view }: Workbench) {
  const element = createElement('section', { class: 'story', 'aria-label': 'Story of the sample' })
  element.hidden = true
  const hide = (): void => {
    element.hidden = true
  }
  return {
    element,
    hide,
    show: (sample: Sample) => {
      const { title, story, remedy } = sample
      const fix = createButton('Fix this sample', () => {
        replaceFiles(fixSample(sample))
        fix.remove()
        view.focus()
      })
      element.replaceChildren(
        createElement('h2', {}, title),
        createElement('p', {}, ...renderSentence(story)),
        createElement(
          'details',
          {},
          createElement('summary', {}, 'Why, and what to do'),
          createElement('p', {}, ...renderSentence(remedy)),
        ),
        createElement(
          'div',
          { class: 'actions' },
          fix,
          createButton('Close the story', () => {
            hide()
            view.focus()
          }),
        ),
      )
      element.hidden = false
    },
  }
}

function createSamplePicker(open: (sample: Sample) => void): {
  element: HTMLElement
  /** Shows which sample is open, or that none is. */
  show: (sample: Sample | undefined) => void
} {
  const select = createElement(
    'select',
    {
      'aria-label': 'Sample',
      onchange: () => {
        const sample = samples.find(({ name }) => name === select.value)
        if (sample) open(sample)
      },
    },
    ...samples.map(({ name, title }) => createElement('option', { value: name }, title)),
  )
  return {
    element: createElement('label', { class: 'sample' }, 'Sample ', select),
    show: (sample) => {
      select.value = sample?.name ?? ''
    },
  }
}

/** Buttons that open files and folders. */
function createOpenButtons({ readFiles }: Workbench, open: (read: ReadFiles) => void): HTMLElement {
  const createInput = (label: string, isFolder: boolean): HTMLElement => {
    const input = createElement('input', {
      type: 'file',
      multiple: true,
      webkitdirectory: isFolder,
      'aria-label': label,
      onchange: () => {
        if (input.files) void readChosen(input.files, readLimits, readFiles()).then(open)
        input.value = ''
      },
    })
    return createElement('label', { class: 'button' }, label, input)
  }
  return createElement(
    'span',
    { class: 'group' },
    createInput('Open files', false),
    createInput('Open folder', true),
  )
}

/** Opens what is dropped anywhere on an element. */
function acceptDrops(
  element: HTMLElement,
  { readFiles }: Workbench,
  open: (read: ReadFiles) => void,
): void {
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') === true
  const mark = (isOver: boolean): void => void element.classList.toggle('is-over', isOver)
  element.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      mark(true)
    },
    true,
  )
  element.addEventListener('dragleave', (event) => {
    if (event.target === element) mark(false)
  })
  element.addEventListener(
    'drop',
    (event) => {
      mark(false)
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      void readDropped(event.dataTransfer, readLimits, readFiles()).then(open)
    },
    true,
  )
}

/** The button that shows what all fixes would change; off while there are none. Their count is beside it. */
function createFixButton(
  workbench: Workbench,
  { root, announce }: { root: ShadowRoot; announce: (message: string) => void },
): { element: HTMLElement; show: () => void } {
  const take = async ({ text, count }: { text: string; count: number }): Promise<void> => {
    const { before, after } = await workbench.takeFixed(text)
    workbench.view.focus()
    const fixed = Math.max(before - after, 0)
    const made =
      fixed === 0
        ? `${count === 1 ? 'One fix is' : `${count} fixes are`} made`
        : `${fixed === 1 ? 'One finding' : `${fixed} findings`} fixed`
    announce(`${made}, ${after === 0 ? 'none' : after} left. Undo with Ctrl+Z.`)
  }
  const button = createElement(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: () => {
        const fixes = workbench.listFixes()
        const { name } = workbench.getFile()
        const text = workbench.view.state.doc.toString()
        import('./fix-dialog.js').then(
          ({ openFixDialog }) =>
            openFixDialog({
              root,
              name,
              text,
              fixes,
              preview: workbench.previewFixes,
              apply: (fixed) => void take(fixed),
            }),
          () => announce('The fixes cannot be shown, as a script of the page was blocked.'),
        )
      },
    },
    'Fix all',
  )
  const number = createElement('span', { class: 'number' })
  return {
    element: createElement('span', { class: 'group' }, button, number),
    show: () => {
      const { length } = workbench.listFixes()
      button.disabled = length === 0
      button.title = length === 0 ? 'No finding of this file has a fix' : 'Show what fixes change'
      number.textContent = length === 0 ? '' : String(length)
    },
  }
}

/** What a kind of file is called below the editor. */
const kindNames: Readonly<Record<FileKind, string>> = {
  router: 'router file',
  begun: 'router file, begun',
  parts: 'router files in strings',
  template: 'template',
  other: 'not a router file',
  unknown: 'not a router file yet',
}

/** The line below the panes: the place of the cursor, the kind of the file, keys, and the version. */
function createStatusBar(
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
      kind.textContent = kindNames[getFile().kind ?? 'unknown']
    },
  }
}

/** A word of a command line, in quotes where a shell needs them. */
const quoteWord = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

type Wanted = ReturnType<typeof readAddress>

type ShareOptions = {
  release: string
  settings: Settings
  root: ShadowRoot
  announce: (message: string) => void
}

/** Puts all files into the address of the page, and shows it to be copied. */
async function share(
  workbench: Workbench,
  { release, settings, root, announce }: ShareOptions,
): Promise<void> {
  const { files, hidden } = withoutSecrets(workbench.readFiles())
  try {
    history.replaceState(
      history.state,
      '',
      await toFragment({ files, release, settings: withoutSecretValues(settings) }),
    )
  } catch {
    announce('The files are too large for a link. Download them instead.')
    return
  }
  const link = location.href
  const field = createElement('input', { type: 'text', readonly: true, value: link, id: 'link' })
  const copied = await navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  )
  const dialog = createElement(
    'dialog',
    { 'aria-labelledby': 'link-title', onclose: () => dialog.remove() },
    createElement('h2', { id: 'link-title' }, 'Link to these files'),
    createElement(
      'p',
      {},
      'The files are in the link itself, compressed. They are sent to nobody but those who get the link.',
    ),
    hidden > 0 &&
      createElement(
        'p',
        { class: 'warning' },
        hidden === 1
          ? 'One secret was replaced by … in the link. Your files keep it.'
          : `${hidden} secrets were replaced by … in the link. Your files keep them.`,
      ),
    createElement('label', { for: 'link' }, 'Link'),
    field,
    createElement(
      'p',
      { class: 'facts' },
      copied ? 'It is in the clipboard.' : 'Copy it from the field.',
    ),
    createElement(
      'form',
      { method: 'dialog' },
      createElement('button', { type: 'submit', class: 'primary' }, 'Done'),
    ),
  )
  root.append(dialog)
  dialog.showModal()
  field.select()
}
