import type { OpenedFile } from '../shared/opened-file.js'
import type { Handover } from '../shared/visit.js'
import type { CheckOptions } from './check-options.js'
import { createEntry, getEntry } from './entries.js'
import { selectHandedFiles } from './handover.js'
import type { KeptFile } from './kept-file.js'
import type { Scene } from './kept-scenes.js'
import { findLastScene, findScene, keepScene } from './kept-scenes.js'
import type { OpenFile } from './open-files.js'
import { isBlank, isEdited, isUnsaved } from './open-files.js'
import { formatError } from './panels/panel.js'
import type { Sample } from './samples.js'
import { samples } from './samples.js'
import type { Shared } from './share.js'
import { fromFragment } from './share.js'
import type { createSamplePicker, createStory } from './story.js'
import type { Workbench } from './workbench.js'

/** Pause after an edit before it is kept for a reload, in milliseconds. */
const keepDelay = 300

/** Opens files in the playground, keeps track of their source, and restores them on reload, Back and Forward. */
type Openings = {
  /**
   * Opens the initial files: those of another page, those from before a reload, or those in the
   * address. `onRead` is called with whether the address contains state that the page did not
   * write itself.
   */
  begin: (handover: Handover | undefined, onRead: (isGiven: boolean) => void) => void
  /** Opens a sample at a new history entry; Back returns to the previous files. */
  pickSample: (sample: Sample) => void
  /** Closes a file. If it has edits, adds a history entry, so that Back restores them. */
  closeFile: (file: OpenFile) => void
  /** Shows an open file. */
  showFile: (name: string) => void
  /**
   * Keeps the open files, so that neither a reload nor another page loses edits. Announces once for
   * each file why it cannot be kept.
   */
  keep: () => void
  keepSoon: () => void
  /**
   * Accepts the address with which sharing replaced the previous one. It contains the open files, which must not be
   * opened again.
   */
  takeAddress: () => void
  /**
   * Leaves the open sample, if any, and hides its explanation. Returns whether the open files are the unedited or
   * emptied files of the sample, which can be closed without losing edits.
   */
  leaveSample: () => boolean
  /** Returns whether another page is waiting for the edits. */
  isHandedOver: () => boolean
  stop: () => void
}

type OpeningsOptions = {
  workbench: Workbench
  story: ReturnType<typeof createStory>
  picker: ReturnType<typeof createSamplePicker>
  checkOptions: CheckOptions
  goToLine: (line: number) => void
  showTab: (title: string) => void
  showEditor: () => void
  announce: (message: string) => void
}

export function createOpenings({
  workbench,
  story,
  picker,
  checkOptions,
  goToLine,
  showTab,
  showEditor,
  announce,
}: OpeningsOptions): Openings {
  const opened: {
    sample: Sample | undefined
    /** The history entry of the open files. */
    entry: string
    address: string
    search: string
    isHandedOver: boolean
  } = {
    sample: undefined,
    entry: getEntry(),
    address: location.hash,
    search: location.search,
    isHandedOver: false,
  }
  /** Announcements about files that are not kept for a reload; each is made once. */
  const said = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const { releases } = checkOptions
  const { pathname } = location
  const readScene = (): Scene => ({
    files: workbench.readKept(),
    shown: workbench.getFile().name,
    release: releases.get(),
    settings: checkOptions.getSettings(),
    sample: opened.sample?.name,
    isHandedOver: opened.isHandedOver,
    address: opened.address,
    search: opened.search,
  })
  const keep = (): void => {
    clearTimeout(timer)
    // While navigating to another page, the address is already that of the other page.
    if (location.pathname === pathname) opened.search = location.search
    for (const { name, why } of keepScene(opened.entry, readScene())) {
      const sentence = `${name} is not kept for a reload of the page: ${why}.`
      if (!said.has(sentence)) announce(sentence)
      said.add(sentence)
    }
  }
  /** Adds a history entry, from which Back returns to the files that are open now. */
  const beginEntry = (address: string): void => {
    keep()
    history.pushState(createEntry(), '', address)
    opened.entry = getEntry()
    opened.address = location.hash
  }
  const openScene = (scene: Scene): void => {
    const { files, shown, release, sample, isHandedOver } = scene
    story.hide()
    opened.sample = samples.find(({ name }) => name === sample)
    opened.isHandedOver = isHandedOver
    workbench.openKept(files, shown)
    checkOptions.setSettings(scene.settings)
    releases.choose(release)
    picker.show(opened.sample)
  }
  const openSample = (sample: Sample): void => {
    opened.sample = sample
    picker.show(sample)
    workbench.open(sample.files, true)
    story.show(sample)
    if (sample.tab !== undefined) showTab(sample.tab)
  }
  const openShared = ({ files, release, settings }: Shared): void => {
    story.hide()
    opened.sample = undefined
    picker.show(undefined)
    const renamed = workbench.open(files, true)
    showEditor()
    if (settings) checkOptions.setSettings(settings)
    if (release !== undefined) releases.choose(release)
    else if (settings) checkOptions.apply()
    announce(['These files come from the link. Nothing was sent anywhere.', ...renamed].join(' '))
  }
  /** Opens files of another page. Unsaved files of the folder stay open, because their edits exist nowhere else. */
  const openHandover = (handover: Handover, before: Scene | undefined): void => {
    const { files, refused } = selectHandedFiles(handover)
    const { place, release, isMade = false } = handover
    opened.sample = undefined
    picker.show(undefined)
    opened.isHandedOver = !isMade
    const renamed = workbench.open(files, true)
    workbench.replaceFiles(handover.edits)
    const { folderFiles, otherFiles } = selectEdited(before, files)
    workbench.openBeside(folderFiles)
    showFile(place.name)
    goToLine(place.line)
    if (release !== undefined) releases.choose(release)
    const isSaved = files.some((file) => file.origin !== undefined)
    const origin = isMade
      ? `This file comes from the generator. ${isSaved ? 'Save writes it.' : 'Edits stay here.'}`
      : 'These files come from the mesh: go back to see your changes there.'
    announce(
      [
        ...refused,
        origin,
        ...renamed,
        // Files that came from the mesh page were already returned to it.
        ...(otherFiles.length > 0 && (isMade || !before?.isHandedOver)
          ? [
              `Back, beyond the ${isMade ? 'generator' : 'mesh'}, brings your edits of before again.`,
            ]
          : []),
      ].join(' '),
    )
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
  const showFile = (name: string): void => {
    const file = workbench.listFiles().find((other) => other.name === name)
    if (file) workbench.show(file)
  }

  /** Handles Back, Forward and other addresses of this page. */
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
  window.addEventListener('hashchange', onAddress)
  window.addEventListener('popstate', onAddress)
  return {
    begin: (handover, onRead) => {
      const before = findScene(opened.entry) ?? findLastScene()
      if (handover) openHandover(handover, before)
      else if (before && ['', before.address].includes(location.hash)) {
        openScene(before)
        onRead(location.search !== before.search)
      } else {
        const [first] = samples
        if (first) openSample(first)
        void openAddress().then(() => onRead(true))
      }
    },
    pickSample: (sample) => {
      const isClosed = (file: OpenFile): boolean => isEdited(file) && !isUnsaved(file)
      const hadEdits = workbench.listFiles().some(isClosed)
      beginEntry(`#sample=${sample.name}`)
      openSample(sample)
      if (hadEdits) announce('Back brings your text again.')
    },
    closeFile: (file) => {
      const hadEdits = isEdited(file)
      if (hadEdits) beginEntry(location.href)
      workbench.close(file)
      if (hadEdits) announce(`${file.name} is closed. Back brings it with your edits again.`)
    },
    showFile,
    keep,
    keepSoon: () => {
      clearTimeout(timer)
      timer = setTimeout(keep, keepDelay)
    },
    takeAddress: () => {
      opened.address = location.hash
      keep()
    },
    leaveSample: () => {
      const isUntouched =
        isSame(workbench.readFiles(), opened.sample?.files) ||
        (opened.sample !== undefined && workbench.listFiles().every(isBlank))
      story.hide()
      opened.sample = undefined
      picker.show(undefined)
      if (location.hash.startsWith('#sample=')) {
        history.replaceState(history.state, '', location.pathname + location.search)
        opened.entry = getEntry()
        opened.address = location.hash
      }
      return isUntouched
    },
    isHandedOver: () => opened.isHandedOver,
    stop: () => {
      clearTimeout(timer)
      window.removeEventListener('hashchange', onAddress)
      window.removeEventListener('popstate', onAddress)
    },
  }
}

/**
 * Splits the edited files of a scene: `folderFiles` are from the folder and not among the new files, so they stay open;
 * `otherFiles` are not from the folder.
 */
function selectEdited(
  scene: Scene | undefined,
  newFiles: readonly OpenedFile[],
): { folderFiles: readonly KeptFile[]; otherFiles: readonly KeptFile[] } {
  const edited = (scene?.files ?? []).filter(({ isEdited }) => isEdited)
  const paths = new Set(newFiles.map(({ origin }) => origin?.path))
  return {
    folderFiles: edited.filter(({ opened: { origin } }) => origin && !paths.has(origin.path)),
    otherFiles: edited.filter(({ opened: { origin } }) => !origin),
  }
}

const isSame = (files: readonly OpenedFile[], others: readonly OpenedFile[] | undefined): boolean =>
  JSON.stringify(files) === JSON.stringify(others)
