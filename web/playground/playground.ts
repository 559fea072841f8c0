import { encodeText } from '../../src/document/decode-text.js'
import { copyText } from '../shared/copy.js'
import type { ReadFiles } from '../shared/read-files.js'
import { saveFile } from '../shared/save.js'
import type { ToolPage } from '../shared/tool.js'
import { visit } from '../shared/visit.js'
import { createAddressWriter, readAddress } from './address.js'
import { createCheckOptions } from './check-options.js'
import { takeFolderFindings } from './findings.js'
import { createFolderParts } from './folder.js'
import { createFrame } from './frame.js'
import { losesEdits, markUnsaved, unmarkUnsaved } from './kept-scenes.js'
import { isBlank, readFileText, setOpened } from './open-files.js'
import { createOpenings } from './openings.js'
import { createResults } from './results.js'
import { share } from './share-dialog.js'
import { formatLintCommand } from './status-bar.js'
import { createStatus } from './status.js'
import { createSamplePicker, createStory } from './story.js'
import { showFileTitle } from './title.js'
import { createWorkbench } from './workbench.js'

/** Creates the playground in a shadow root, and returns a function that removes it. */
export function createPlayground(root: ShadowRoot, toolPage: ToolPage): () => void {
  const { handover } = visit
  const page = createPage(root, toolPage)
  root.append(page.frame.body)
  const wanted = readAddress()
  visit.handover = undefined
  page.openings.begin(handover, (isGiven) => {
    if (isGiven) followAddress(page, wanted)
    else if (wanted.tab !== undefined) page.results.tabs.show(wanted.tab)
  })
  state.open = page
  unmarkUnsaved()
  window.addEventListener('beforeunload', askBeforeLeaving)
  window.addEventListener('pagehide', markUnsaved)
  return () => {
    state.open = undefined
    endPage(page)
  }
}

/**
 * The open playground; undefined while another page of the site is shown. `askBeforeLeaving` stays registered then,
 * because reloading that page would lose the unsaved edits, too.
 */
const state: { open: Page | undefined } = { open: undefined }

type Page = ReturnType<typeof createPage>

/** Creates the parts of the page. Callbacks between them run only after all parts exist. */
function createPage(root: ShadowRoot, { base, onBroken }: ToolPage) {
  const { element: status, announce } = createStatus()
  const workbench = createWorkbench({
    root,
    base,
    announce,
    onChecked: () => {
      if (isBlank(workbench.getFile())) story.hide()
      story.showFix()
      results.show()
      frame.update()
      showFileTitle(root, workbench)
      address.write()
      folder.getView()?.show()
      openings.keepSoon()
    },
    onMoved: () => {
      story.showFix()
      results.followEditor()
      frame.updatePosition()
      openings.keepSoon()
    },
    onBroken,
    takeFolderFindings: (file, findings) => {
      const ofFolder = file.origin && folder.getView()?.listFindings(file.origin.path)
      const severities = checkOptions.getSettings().rules
      return ofFolder
        ? takeFolderFindings(findings, ofFolder, { doc: file.doc, severities })
        : findings
    },
    onUnsafeFix: (fix) => results.openFixes([fix]),
  })
  const goToLine = (line: number): void => {
    const { doc } = workbench.view.state
    workbench.goTo(doc.line(Math.min(line, doc.lines)).from)
  }
  const checkOptions = createCheckOptions(workbench, () => {
    results.followOptions()
    address.write()
  })
  const { releases } = checkOptions
  const address = createAddressWriter(() => ({
    release: releases.get(),
    file: workbench.getFile().name,
    tab: results.tabs.getShown(),
    rules: checkOptions.getSettings().rules,
    variables: Object.keys(checkOptions.getSettings().variables),
  }))
  const shared = { root, base, workbench, checkOptions, goToLine, announce }
  const results = createResults({
    ...shared,
    onTab: address.write,
    onSettings: () => openings.keepSoon(),
  })
  const story = createStory(workbench)
  const picker = createSamplePicker((sample) => openings.pickSample(sample))
  const openings = createOpenings({
    ...shared,
    story,
    picker,
    showTab: results.tabs.show,
    showEditor: () => folder.show('editor'),
  })
  const frame = createFrame({
    workbench,
    results,
    status,
    story: story.element,
    picker: picker.element,
    releases: releases.element,
    open: (read) => openRead(page, read),
    close: (file) => openings.closeFile(file),
    share: () => void shareFiles(page),
    download: () => download(page),
    copyCommand: () => void copyCommand(page),
    onKey: (event) => saveOnKey(page, event),
  })
  const folder = createFolderParts(frame.body, {
    ...shared,
    chooseRelease: releases.choose,
    leaveSample: openings.leaveSample,
    // Show files from a link or another page in the editor.
    isEditorFirst: visit.handover !== undefined || location.hash !== '',
  })
  const page = { ...shared, address, results, openings, frame, folder }
  return page
}

/** Applies the page state in the address. */
function followAddress(
  { checkOptions, openings, results }: Page,
  { release, file, tab, rules, variables }: ReturnType<typeof readAddress>,
): void {
  const settings = checkOptions.getSettings()
  checkOptions.setSettings({
    rules: rules ?? settings.rules,
    variables: {
      ...Object.fromEntries((variables ?? []).map((name) => [name, ''])),
      ...settings.variables,
    },
  })
  if (release !== undefined) checkOptions.releases.choose(release)
  else if (rules || variables) checkOptions.apply()
  if (file !== undefined) openings.showFile(file)
  if (tab !== undefined) results.tabs.show(tab)
}

/** Opens files that the user chose or dropped. */
function openRead({ workbench, openings, folder, announce }: Page, { files, refused }: ReadFiles) {
  const opened = files.length === 1 ? 'One file' : `${files.length} files`
  const said: string[] = []
  if (files.length > 0) {
    said.push(`${opened} opened.`, ...workbench.open(files, openings.leaveSample()))
    if (folder.getView())
      said.push('Save writes only files that are opened from the folder. Download keeps others.')
    folder.show('editor')
  }
  announce([...said, ...refused].join(' '))
}

async function shareFiles(page: Page): Promise<void> {
  const { root, base, workbench, checkOptions, address, openings, announce } = page
  address.writeNow()
  await share(workbench, {
    base,
    release: checkOptions.releases.get(),
    settings: checkOptions.getSettings(),
    root,
    announce,
  })
  openings.takeAddress()
}

function download({ workbench, frame, openings }: Page): void {
  const file = workbench.getFile()
  const text = workbench.readText()
  const content = encodeText(text, file.opened.encoding ?? 'utf-8')
  saveFile(file.name.slice(file.name.lastIndexOf('/') + 1), content, 'application/yaml')
  // A file of a folder stays unsaved until it is saved there.
  if (!file.origin) setOpened(file, { ...file.opened, text })
  frame.updateFiles()
  openings.keepSoon()
}

async function copyCommand({ workbench, checkOptions, announce }: Page): Promise<void> {
  const { name, origin } = workbench.getFile()
  const command = formatLintCommand(
    origin?.path ?? name,
    checkOptions.releases.get(),
    checkOptions.getSettings(),
  )
  announce(
    (await copyText(command))
      ? `Copied: ${command}`
      : `The browser does not let pages copy. The command is: ${command}`,
  )
}

/** Saves on Ctrl+S: in the folder, if there is one, or else as a download if the editor has the focus. */
function saveOnKey(page: Page, event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key.toLowerCase() !== 's') return
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  if (!page.folder.save()) {
    if (!page.workbench.view.hasFocus) return
    download(page)
  }
  event.preventDefault()
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  state.open?.openings.keep()
  if (losesEdits()) event.preventDefault()
}

/** Removes the page, and passes edits to the page that waits for them. */
function endPage({ workbench, results, address, openings, frame, folder }: Page): void {
  openings.keep()
  openings.stop()
  folder.stop()
  if (openings.isHandedOver() || folder.getView())
    visit.edited = workbench
      .listFiles()
      .map((file) => ({ opened: file.opened, text: readFileText(file) }))
  results.stop()
  address.stop()
  frame.stop()
  workbench.stop()
}
