import { formatCount } from '../../src/document/words.js'
import { readChosen, readDropped } from '../shared/chosen-files.js'
import { createElement, renderSentence } from '../shared/dom.js'
import { takeDrops } from '../shared/drops.js'
import { sayLate } from '../shared/late.js'
import type { OpenedFile } from '../shared/opened-file.js'
import type { LocalFolder } from '../shared/local-folder.js'
import { connectFolder, followFolder } from '../shared/local-folder.js'
import type { ReadFiles, ReadLimits } from '../shared/read-files.js'
import { readKeptLine } from '../shared/kept-line.js'
import { keepRelease } from '../shared/kept-release.js'
import { defaultRelease, releaseLines } from '../shared/releases.js'
import { adoptStyle } from '../shared/style.js'
import shared from '../shared/tool-page.css'
import type { Mount } from '../shared/tool.js'
import { openPage, visit } from '../shared/visit.js'
import { linkWorker } from '../shared/worker-link.js'
import { followEdits, isSameFile } from './folder-files.js'
import css from './mesh.css'
import { unpackPairs } from './packed-pairs.js'
import type { MeshQuestion, PackedMesh, PlacedMesh } from './placed-mesh.js'
import type { Sample } from './samples.js'
import { samples } from './samples.js'
import { createMeshView, describeMesh } from './view.js'

/** Higher than in the playground: reports of large networks are larger than router files. */
const limits: ReadLimits = {
  maxFiles: 1000,
  maxSize: 50_000_000,
  maxTotal: 50_000_000,
  isReplacing: true,
  names: /\.(?:ya?ml|json)$/i,
  remedy: 'Use `routerfile mesh` for larger networks.',
}

/** Maximum number of listed files; the rest is counted. */
const maxListed = 200

/** The page's state when the user left it; restored when they come back. */
const left: {
  files: readonly OpenedFile[]
  edits: ReadonlyMap<string, string>
  sent: ReadonlyMap<string, string>
  isExample: boolean
  /** Whether the user opened files by hand, even if the page has a folder. */
  isOwn: boolean
  disabled: readonly string[]
  release: string
} = {
  files: [],
  edits: new Map(),
  sent: new Map(),
  isExample: false,
  isOwn: false,
  disabled: [],
  release: '',
}

/** The release that the folder's configuration sets for each file, by path. */
const configured = new Map<string, string>()

export const mount: Mount = (root, { base, onBroken }) => {
  const removeStyle = adoptStyle(document, shared, css)
  const state = {
    files: [...left.files],
    /** Texts of the edited files by name, whether edited here or in the playground. */
    edits: new Map(left.edits),
    /** The last texts that this page and the playground agreed on, by file name. */
    sent: new Map(left.sent),
    /** Whether the files are those of an example. The first file that the user opens replaces them. */
    isExample: left.isExample,
    isOwn: left.isOwn,
    disabled: new Set(left.disabled),
    refusals: [] as readonly string[],
    /** Number of reads from the disk that are in progress. */
    readings: 0,
  }
  function setEdit({ name, text: before }: OpenedFile, text: string): void {
    if (text === before) state.edits.delete(name)
    else state.edits.set(name, text)
  }
  /** Applies the edits that the playground returned, once, so that they do not overwrite later edits. */
  const takeEdited = (): void => {
    visit.edited = visit.edited?.filter(({ opened, text }) => {
      // A sample may have the same name as a file of the folder.
      const index = state.files.findIndex((file) => isSameFile(file, opened))
      const file = state.files[index]
      if (!file) return true
      const { name } = file
      const [edit, sent] = [state.edits.get(name), state.sent.get(name)]
      // The playground did not change this text, so the newer edit of this page wins.
      if (edit !== undefined && edit !== sent && (text === sent || text === opened.text))
        return false
      state.files[index] = { ...opened, name }
      setEdit({ ...opened, name }, text)
      state.sent.set(name, text)
      return false
    })
  }
  takeEdited()
  const readText = (name: string): string | undefined =>
    state.edits.get(name) ?? state.files.find((file) => file.name === name)?.text
  const status = createElement('p', { class: 'status', role: 'status' })
  let endWait = (): void => undefined
  const sayReading = (what = 'the files'): void => {
    endWait()
    status.textContent = ''
    endWait = sayLate(() => {
      status.textContent = `Reading ${what} …`
    })
  }
  const notice = createElement('div', { class: 'notice', role: 'alert' })
  const folder = connectFolder(base)
  const release = createReleaseSelect(
    folder ? 'as configured' : `${defaultRelease} (default)`,
    () => {
      keepRelease(release.value || (folder ? '' : defaultRelease))
      read()
    },
  )
  // Files of a folder use the releases of its configuration, as on the board.
  release.value = folder ? left.release : (readKeptLine() ?? left.release)
  /** Returns the release for a file; undefined means the default. */
  const getRelease = (file: OpenedFile | undefined): string | undefined =>
    release.value || (file?.origin && configured.get(file.origin.path))
  const view = createMeshView({
    onDisable: (name, isDisabled) => {
      if (isDisabled) state.disabled.add(name)
      else state.disabled.delete(name)
      read()
    },
    isDisabled: (name) => state.disabled.has(name),
    readFile: readText,
    editTitle: 'Open in the editor',
    onEdit: (name, line) => {
      const { files, edits } = state
      state.sent = new Map(files.map((file) => [file.name, edits.get(file.name) ?? file.text]))
      visit.handover = {
        files,
        edits: [...edits].map(([edited, text]) => ({ name: edited, text })),
        place: { name, line },
        release: getRelease(files.find((file) => file.name === name)),
      }
      openPage(`${base}playground/`)
    },
    moves: {
      preview: async (name, move) => {
        const before = readText(name) ?? ''
        const { moveRouter } = await import('../../src/mesh/move-router.js')
        return { before, after: moveRouter(before, move) }
      },
      apply: (name, { before, after }) => {
        const file = state.files.find((other) => other.name === name)
        // Another program may have changed the file since the edit was shown.
        if (!file || readText(name) !== before) return false
        setEdit(file, after)
        read()
        return true
      },
    },
  })
  const stopping = new AbortController()
  const list = createElement('ul', { class: 'files', 'aria-label': 'Files in the picture' })
  const fileList = createElement(
    'details',
    { class: 'file-list', hidden: true, open: true },
    createElement('summary', {}, 'Files'),
    list,
  )
  const link = linkWorker<MeshQuestion, PackedMesh>(`${base}tools/mesh-worker.js`, {
    onHang: () => {
      endWait()
      status.textContent = ''
      showFileList()
      notice.replaceChildren(
        createRefusal('These files took too long and were left; `routerfile mesh` has no limit.'),
      )
    },
    onBroken,
  })
  /** Shows the list of files. Only called after the picture above the list is drawn, which would push the list down. */
  const showFileList = (): void => {
    fileList.hidden = state.files.length === 0
  }
  const show = (mesh: PlacedMesh): void => {
    // The user's files are being loaded, so the example must not be shown as theirs.
    if (state.readings > 0 && state.isExample) return
    view.show(mesh)
    showFileList()
    notice.replaceChildren(...createRefusals([...state.refusals, ...mesh.refused]))
    if (state.readings > 0) return
    endWait()
    status.textContent = `${state.isExample && mesh.routers.length > 1 ? 'Example with ' : ''}${describeMesh(mesh, 'There are no router files. Open some, or choose an example.')}`
  }
  const read = (): void => {
    const { files, edits, disabled } = state
    sayReading(formatCount(files.length, 'file'))
    list.replaceChildren(
      ...files.slice(0, maxListed).map(({ name }) => createFileEntry(name)),
      ...(files.length > maxListed
        ? [createElement('li', {}, `and ${files.length - maxListed} more`)]
        : []),
    )
    link.ask(
      {
        files: files.map((file) => ({
          ...file,
          text: edits.get(file.name) ?? file.text,
          target: getRelease(file),
        })),
        options: { disabled: [...disabled] },
      },
      (packed) => show({ ...packed, missing: unpackPairs(packed.missing) }),
    )
  }
  /** Returns whether the open files are those of the folder. */
  const isOfFolder = (): boolean => !state.isOwn && !state.isExample
  const createFileEntry = (name: string): HTMLElement =>
    createElement(
      'li',
      {},
      name,
      state.edits.has(name) && createElement('span', { class: 'count' }, ' edited'),
      ' ',
      state.edits.has(name) &&
        createElement(
          'button',
          {
            type: 'button',
            'aria-label': `Undo the edit of ${name}`,
            onclick: () => {
              state.edits.delete(name)
              read()
              // The open file is still the version that the edit was based on; read the current
              // one.
              if (folder && isOfFolder()) void openFolder(folder).catch(() => undefined)
            },
          },
          'Undo the edit',
        ),
      createElement(
        'button',
        {
          type: 'button',
          'aria-label': `Remove ${name}`,
          onclick: () => replaceFiles(state.files.filter((file) => file.name !== name)),
        },
        'Remove',
      ),
    )
  const replaceFiles = (next: readonly OpenedFile[]): void => {
    state.files = [...next]
    const names = new Set(next.map(({ name }) => name))
    for (const name of state.edits.keys()) if (!names.has(name)) state.edits.delete(name)
    read()
  }
  const openExample = ({ files }: Sample): void => {
    state.refusals = []
    state.disabled.clear()
    state.edits.clear()
    state.isExample = true
    view.clear()
    replaceFiles(files())
  }
  const addFiles = async (reading: Promise<ReadFiles>): Promise<void> => {
    sayReading()
    // Hide the example while the user's files are being read.
    if (state.isExample) view.element.hidden = true
    state.readings += 1
    const { files: added, refused } = await reading
    state.readings -= 1
    state.refusals = refused
    if (added.length > 0) state.isOwn = true
    if (added.length > 0 && state.isExample) {
      state.isExample = false
      state.disabled.clear()
      state.edits.clear()
      state.files = []
      view.clear()
    }
    const names = new Set(added.map(({ name }) => name))
    for (const name of names) state.edits.delete(name)
    replaceFiles([...state.files.filter(({ name }) => !names.has(name)), ...added])
  }
  /** Opens the files of the `routerfile ui` folder, with their edits from the playground. */
  const openFolder = async (source: LocalFolder): Promise<void> => {
    sayReading('the folder')
    const files = await source.readAll()
    if (stopping.signal.aborted) return
    if (files.length === 0) {
      openFirst()
      return
    }
    for (const file of files) configured.set(file.path, file.release)
    const folderFiles = files.map(({ path, name, text, version }) => ({
      name,
      text,
      origin: { path, version },
    }))
    if (state.isExample) state.edits.clear()
    // Open all files of the folder, so that `takeEdited` also applies edits of files that were not
    // open here.
    state.files = [
      ...state.files.filter(({ origin }) => origin),
      ...folderFiles.filter((file) => !state.files.some((other) => isSameFile(other, file))),
    ]
    takeEdited()
    Object.assign(state, followEdits(state, folderFiles))
    state.isExample = false
    read()
  }
  /** Returns the files that stay open next to new ones. */
  const listOpen = (): readonly OpenedFile[] => (state.isExample ? [] : state.files)
  const input = createElement('input', {
    type: 'file',
    multiple: true,
    class: 'hidden-input',
    accept: '.yml,.yaml,.json',
    onchange: () => {
      const given = [...(input.files ?? [])]
      input.value = ''
      void addFiles(readChosen(given, limits, listOpen()))
    },
  })
  view.element.hidden = true
  root.replaceChildren(
    createElement(
      'div',
      { class: 'tool-page mesh' },
      createElement(
        'header',
        {},
        createElement('h1', {}, 'Links between routers'),
        createElement(
          'p',
          {},
          'Drop router files, a folder of them, or what ',
          createElement('code', {}, 'routerfile mesh --live --format json'),
          ' wrote. Nothing leaves this page.',
        ),
        createElement(
          'div',
          { class: 'actions' },
          createElement('label', { class: 'button primary' }, input, 'Open files'),
          createElement('span', { class: 'word' }, 'Examples:'),
          ...samples.map((sample) =>
            createElement(
              'button',
              { type: 'button', onclick: () => openExample(sample) },
              sample.title,
            ),
          ),
        ),
        createElement('label', { class: 'release' }, 'Release', release),
      ),
      status,
      notice,
      createElement('div', { class: 'room' }, view.element),
      fileList,
    ),
  )
  const askBeforeLeaving = (event: BeforeUnloadEvent): void => {
    if (state.edits.size > 0 && !state.isExample) event.preventDefault()
  }
  window.addEventListener('beforeunload', askBeforeLeaving)
  const stopDrops = takeDrops((dropped) => void addFiles(readDropped(dropped, limits, listOpen())))
  const openFirst = (): void => {
    const [example] = samples
    if (state.files.length > 0) read()
    else if (example) openExample(example)
  }
  if (folder && !left.isOwn) {
    void openFolder(folder).catch(openFirst)
    followFolder(folder, stopping.signal, async () => {
      if (isOfFolder()) await openFolder(folder)
    })
  } else openFirst()
  return () => {
    Object.assign(left, {
      files: state.files,
      edits: state.edits,
      sent: state.sent,
      isExample: state.isExample,
      isOwn: state.isOwn,
      disabled: [...state.disabled],
      release: release.value,
    })
    stopping.abort()
    endWait()
    window.removeEventListener('beforeunload', askBeforeLeaving)
    stopDrops()
    link.stop()
    view.stop()
    removeStyle()
    root.replaceChildren()
  }
}

const createReleaseSelect = (noChoice: string, onChange: () => void): HTMLSelectElement =>
  createElement(
    'select',
    { onchange: onChange },
    createElement('option', { value: '' }, noChoice),
    ...releaseLines.map(({ line, newest }) =>
      createElement('option', { value: line }, `${line} (${newest})`),
    ),
  )

/** Maximum number of listed refusals; the rest is counted. */
const maxRefusals = 20

const createRefusals = (refusals: readonly string[]): HTMLElement[] => [
  ...refusals.slice(0, maxRefusals).map(createRefusal),
  ...(refusals.length > maxRefusals
    ? [createRefusal(`And ${refusals.length - maxRefusals} more.`)]
    : []),
]

const createRefusal = (text: string): HTMLElement => createElement('p', {}, ...renderSentence(text))
