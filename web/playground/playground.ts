import { encodeText } from '../../src/document/decode-text.js'
import type { FolderView } from '../board/board.js'
import { createElement } from '../shared/dom.js'
import { keepRelease } from '../shared/kept-release.js'
import { connectFolder } from '../shared/local-folder.js'
import type { ReadFiles } from '../shared/read-files.js'
import { saveFile } from '../shared/save.js'
import { readFromTab, storeInTab } from '../shared/tab-storage.js'
import { visit } from '../shared/visit.js'
import { createAddressWriter, readAddress } from './address.js'
import { createButton } from './button.js'
import { createFileList } from './file-tabs.js'
import { createFindingsList } from './findings-list.js'
import { createFixButton } from './fix-button.js'
import { losesEdits } from './kept-scenes.js'
import { acceptDrops, createOpenButtons } from './open-buttons.js'
import type { OpenFile } from './open-files.js'
import { isEdited, readFileText, setOpened } from './open-files.js'
import { createOpenings } from './openings.js'
import { createEffectivePanel } from './panels/effective.js'
import { createExplainPanel } from './panels/explain.js'
import { createLinksPanel } from './panels/links.js'
import type { PanelContext } from './panels/panel.js'
import { formatError } from './panels/panel.js'
import { createSettingsPanel } from './panels/settings.js'
import { createUpgradePanel } from './panels/upgrade.js'
import { createPartBar } from './part-bar.js'
import { createReleaseSwitch } from './release-switch.js'
import type { Settings } from './settings.js'
import { toServerSettings } from './settings.js'
import { share } from './share-dialog.js'
import { createSplitter } from './splitter.js'
import { createStatusBar, formatLintCommand } from './status-bar.js'
import { createSamplePicker, createStory } from './story.js'
import { createTabs } from './tabs.js'
import { createValuesFile, findTemplates, findValues } from './template-values.js'
import { createVerdict } from './verdict.js'
import { createWorkbench } from './workbench.js'

/** The pause after which the visible panel follows a change, in milliseconds. */
const panelDelay = 250

/** How long a message is shown, in milliseconds. */
const messageTime = 10_000

type Timer = ReturnType<typeof setTimeout> | undefined

/** Builds the playground in a shadow root, and returns what ends it. */
export function createPlayground(root: ShadowRoot, base: string): () => void {
  const status = createElement('p', { class: 'status', role: 'status' })
  const pending: {
    panel: number
    timer: Timer
    message: Timer
    verdict: Timer
  } = {
    panel: -1,
    verdict: undefined,
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
      openings.keepSoon()
    },
    onMoved: () => {
      updatePanel()
      statusBar.show()
      openings.keepSoon()
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
    openings.keepSoon()
  }
  const toRulePage = (rule: string): string => `${base}rules/${rule}.html`
  const findings = createFindingsList({
    goTo: ({ from }) => workbench.goTo(from),
    apply: workbench.applyFix,
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
  /** What the visible panel is about. */
  const followed: { file: OpenFile | undefined; release: string } = { file: undefined, release: '' }
  /** Has the visible panel follow the editor: another file or release at once, edits after a pause. */
  const updatePanel = (): void => {
    clearTimeout(pending.timer)
    const update = (): void => panels[pending.panel]?.update()
    // While the page is built, there is no file yet.
    const file = workbench.listFiles().length > 0 ? workbench.getFile() : undefined
    const release = releases.get()
    const isOther = file !== followed.file || release !== followed.release
    Object.assign(followed, { file, release })
    if (file && isOther) update()
    else pending.timer = setTimeout(update, panelDelay)
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
  const picker = createSamplePicker((sample) => openings.pickSample(sample))
  const openings = createOpenings({
    workbench,
    story,
    picker,
    getRelease: releases.get,
    chooseRelease: releases.choose,
    getSettings: () => settings.current,
    setSettings: (taken) => {
      settings.current = taken
    },
    applySettings,
    goToLine: context.goToLine,
    showTab: tabs.show,
    showEditor: () => showPart('editor'),
    announce,
  })
  const copyCommand = (): void => {
    const command = formatLintCommand(workbench.getFile().name, releases.get(), settings.current)
    navigator.clipboard.writeText(command).then(
      () => announce(`Copied: ${command}`),
      () => announce(`The browser does not let pages copy. The command is: ${command}`),
    )
  }
  /** Takes what the address says beside the files. */
  const followAddress = ({
    release,
    file,
    tab,
    rules,
    variables,
  }: ReturnType<typeof readAddress>): void => {
    settings.current = {
      rules: rules ?? settings.current.rules,
      variables: {
        ...Object.fromEntries((variables ?? []).map((name) => [name, ''])),
        ...settings.current.variables,
      },
    }
    if (release !== undefined) releases.choose(release)
    else if (rules || variables) applySettings()
    if (file !== undefined) openings.showFile(file)
    if (tab !== undefined) tabs.show(tab)
  }

  const onLeave = (event: BeforeUnloadEvent): void => {
    openings.keep()
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
    openings.keepSoon()
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
        openings.takeAddress()
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
          isReplaceable: openings.isOpenSample,
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
  visit.handover = undefined
  openings.begin(handover, () => followAddress(wanted))
  window.addEventListener('beforeunload', onLeave)
  return () => {
    state.isOver = true
    openings.keep()
    openings.stop()
    folder.view?.stop()
    if (openings.isHandedOver() || folder.view)
      visit.edited = workbench
        .listFiles()
        .map((file) => ({ opened: file.opened, text: readFileText(file) }))
    window.removeEventListener('beforeunload', onLeave)
    clearTimeout(pending.timer)
    clearTimeout(pending.verdict)
    address.stop()
    parts.stop()
    workbench.stop()
  }
}

const shownPartKey = 'routerfile-ui-part'

/** Which part of the page of a folder was open when it was loaded last; the board at first. */
const findShownPart = (): 'board' | 'editor' =>
  readFromTab(shownPartKey) === 'editor' ? 'editor' : 'board'

const keepShownPart = (shown: 'board' | 'editor'): void => storeInTab(shownPartKey, shown)
