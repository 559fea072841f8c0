import type { BoardFile, BoardLinks } from '../../src/cli/commands/ui/messages.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { formatCount } from '../../src/document/words.js'
import type { Workbench } from '../playground/workbench.js'
import { createElement, offerChoices, renderSentence, replaceItems } from '../shared/dom.js'
import type { LocalFolder } from '../shared/local-folder.js'
import { followFolder } from '../shared/local-folder.js'
import { adoptStyle } from '../shared/style.js'
import { describeVerdict, severityNames } from '../shared/verdict-words.js'
import css from './board.css'
import { createChanges } from './changes.js'
import { createFolderChecks } from './checks.js'
import { createEditorFiles } from './editor-files.js'
import type { Grouping } from './groups.js'
import { groupings, renderCounts, renderGroups } from './groups.js'
import { renderReleases, renderSign } from './releases-table.js'

/** The board of a folder, and what leads from it to the editor and back. */
export type FolderView = {
  /** The board itself. */
  board: HTMLElement
  /** What is above the editor: the button back to the board, the choice of a file, and the button to save it. */
  tools: HTMLElement
  /** Follows the file in the editor. */
  show: () => void
  save: () => void
  stop: () => void
}

type FolderViewOptions = {
  base: string
  root: ShadowRoot
  folder: LocalFolder
  workbench: Workbench
  /** Shows the board instead of the editor, or the editor. */
  setShown: (shown: 'board' | 'editor') => void
  chooseRelease: (release: string) => void
  goToLine: (line: number) => void
  isReplaceable: () => boolean
  onOpen: () => void
  announce: (message: string) => void
}

/** Builds the board of the folder, which is checked at once and after each change. */
export function createFolderView(options: FolderViewOptions): FolderView {
  const { root, folder, workbench, setShown, announce, base } = options
  adoptStyle(root, css)
  const state: { grouping: Grouping; filter: string } = { grouping: 'file', filter: '' }
  /** The groups of findings that somebody closed. */
  const closed = new Set<string>()
  const stopping = new AbortController()
  const editorFiles = createEditorFiles({
    workbench,
    folder,
    isReplaceable: options.isReplaceable,
    onOpen: options.onOpen,
    chooseRelease: (path) => {
      const release = listAll().find((file) => file.path === path)?.release
      options.chooseRelease(checks.getRelease() || (release ?? ''))
    },
  })
  const report = (work: Promise<string>): Promise<void> =>
    work.then(announce, (error: unknown) => announce(getErrorMessage(error))).finally(show)
  const open = (path: string, line?: number): void =>
    void report(
      editorFiles.open(path).then((sentence) => {
        setShown('editor')
        if (line !== undefined) options.goToLine(line)
        else workbench.view.focus()
        return sentence
      }),
    )

  const checks = createFolderChecks({
    folder,
    listUnsaved: editorFiles.listUnsaved,
    onBoard: () => showBoard(),
    onVerdict: () => showReleases(),
    onFailure: (why) => {
      message.textContent = why
    },
  })
  const { check } = checks
  const listAll = (): readonly BoardFile[] => checks.getBoard()?.files ?? []
  const { fix, saveAll } = createChanges({
    root,
    folder,
    editorFiles,
    getFiles: listAll,
    listShown: () => listFiles(),
    getRelease: checks.getRelease,
    onSaved: async () => {
      await check()
      show()
    },
    announce,
  })

  const message = createElement('p', { class: 'board-message', role: 'status' })
  const title = createElement('p', { class: 'board-title', role: 'status' })
  const counts = createElement('p', { class: 'board-counts' })
  const list = createElement('ul', { role: 'list', 'aria-label': 'Files', onkeydown: moveInList })
  const found = createElement('div', { class: 'board-groups' })
  const releases = createElement('div', { class: 'board-releases' })
  const links = createElement('div', { class: 'board-links' })
  const fixAll = createElement(
    'button',
    { type: 'button', class: 'primary', onclick: () => fix(undefined) },
    'Fix all',
  )
  const saveAllButton = createElement('button', { type: 'button', onclick: saveAll }, 'Save all')
  const filter = createElement('input', {
    type: 'search',
    placeholder: 'Filter files, rules, messages',
    'aria-label': 'Filter files, rules, messages',
    spellcheck: 'false',
    oninput: () => {
      state.filter = filter.value.trim().toLowerCase()
      showBoard()
    },
  })
  const grouping = createElement(
    'div',
    { class: 'board-tabs', role: 'group', 'aria-label': 'Group by' },
    ...groupings.map((name) =>
      createElement(
        'button',
        {
          type: 'button',
          'aria-pressed': String(name === state.grouping),
          onclick: ({ currentTarget }) => {
            state.grouping = name
            for (const button of grouping.querySelectorAll('button'))
              button.setAttribute('aria-pressed', String(button === currentTarget))
            showBoard()
          },
        },
        `By ${name}`,
      ),
    ),
  )

  /** The files that the filter leaves, with the findings that it leaves. */
  const listFiles = (): BoardFile[] => {
    const word = state.filter
    return listAll().flatMap((file) => {
      if (word === '' || file.name.toLowerCase().includes(word)) return [file]
      const findings = file.findings.filter(({ rule, message: text, severity }) =>
        [rule, text, severityNames[severity]].some((part) => part.toLowerCase().includes(word)),
      )
      return findings.length > 0 ? [{ ...file, findings }] : []
    })
  }
  const showBoard = (): void => {
    const board = checks.getBoard()
    if (!board) return
    const files = listFiles()
    const all = files.flatMap(({ findings }) => findings)
    title.textContent = `${board.folder === '.' ? 'This folder' : board.folder}: ${formatCount(board.files.length, 'file')}`
    counts.replaceChildren(...renderCounts(all))
    replaceItems(
      list,
      files.map((file) =>
        renderFile(file, {
          open,
          isUnsaved: editorFiles.isUnsaved(file.path),
          isOutdated: editorFiles.isOutdated(file.path),
        }),
      ),
      filter,
    )
    const none =
      state.filter !== ''
        ? 'Nothing has these words.'
        : board.files.length === 0
          ? 'There are no router files in this folder. The page follows the disk: put one there, or generate one.'
          : 'No findings.'
    replaceItems(
      found,
      all.length > 0
        ? renderGroups(files, state.grouping, { open, fix, closed })
        : [createElement('p', { class: 'hint' }, none)],
      filter,
    )
    replaceItems(links, renderLinks(board.links, base), filter)
    fixAll.disabled = !all.some((finding) => finding.fix)
    showReleases()
    show()
  }
  const showReleases = (): void =>
    replaceItems(
      releases,
      renderReleases(listFiles(), checks.getVerdicts(), {
        chosen: checks.getRelease(),
        open,
        choose: (line) => checks.setRelease(checks.getRelease() === line ? '' : line),
      }),
      filter,
    )
  const select = createElement('select', {
    'aria-label': 'File of the folder',
    onchange: () => open(select.value),
  })
  const saved = createElement('span', { class: 'saved', role: 'status' })
  const show = (): void => {
    const file = workbench.getFile()
    const word = file.origin && (editorFiles.isUnsaved(file.origin.path) ? 'Unsaved' : 'Saved')
    if (saved.textContent !== (word ?? '')) saved.textContent = word ?? ''
    const { length } = editorFiles.listUnsaved()
    saveAllButton.textContent = length > 0 ? `Save all ${length}` : 'Save all'
    saveAllButton.disabled = length === 0
    const path = file.origin?.path
    offerChoices(
      select,
      [
        { value: '', label: 'Choose a file', disabled: true },
        ...listAll().map((it) => ({ value: it.path, label: it.name })),
      ],
      // Where the file has to be read again, the same choice must be possible.
      path !== undefined && !editorFiles.isOutdated(path) ? path : '',
    )
  }
  const back = (): void => {
    setShown('board')
    void check()
    const path = workbench.getFile().origin?.path
    const item =
      path === undefined
        ? undefined
        : list.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
    ;(item ?? filter).focus()
  }
  void check()
  followFolder(folder, stopping.signal, async () => {
    await check()
    await editorFiles.follow(new Map(listAll().map(({ path, version }) => [path, version])))
    show()
  })
  return {
    board: createElement(
      'section',
      { class: 'board', 'aria-label': 'Folder' },
      createElement(
        'div',
        { class: 'board-head' },
        title,
        counts,
        filter,
        createElement('span', { class: 'space' }),
        fixAll,
        saveAllButton,
      ),
      message,
      createElement(
        'div',
        { class: 'board-panes' },
        createElement(
          'section',
          { class: 'board-pane board-files' },
          createElement('h2', {}, 'Files'),
          list,
        ),
        createElement(
          'section',
          { class: 'board-pane board-found', 'aria-label': 'Findings of the folder' },
          createElement(
            'div',
            { class: 'board-pane-head' },
            createElement('h2', {}, 'Findings'),
            grouping,
          ),
          found,
        ),
        createElement(
          'div',
          { class: 'board-side' },
          createElement(
            'section',
            { class: 'board-pane', 'aria-label': 'Releases' },
            createElement('h2', {}, 'Releases'),
            releases,
          ),
          createElement(
            'section',
            { class: 'board-pane', 'aria-label': 'Links of the folder' },
            createElement('h2', {}, 'Links'),
            links,
          ),
        ),
      ),
    ),
    tools: createElement(
      'span',
      { class: 'group folder-tools' },
      createElement(
        'button',
        { type: 'button', 'aria-label': 'Back to the board', onclick: back },
        '← Board',
      ),
      select,
      createElement(
        'button',
        { type: 'button', onclick: () => void report(editorFiles.save()) },
        'Save',
      ),
      saved,
    ),
    show: () => {
      show()
      checks.checkSoon()
    },
    save: () => void report(editorFiles.save()),
    stop: () => {
      stopping.abort()
      checks.stop()
    },
  }
}

/** Arrows move along the list of files. */
function moveInList(event: Event): void {
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof HTMLElement)) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget
  if (step === undefined || !(list instanceof HTMLElement)) return
  event.preventDefault()
  const buttons = Array.from(list.querySelectorAll('button'))
  buttons[buttons.findIndex((button) => button === event.target) + step]?.focus()
}

type FileState = {
  open: (path: string, line?: number) => void
  isUnsaved: boolean
  isOutdated: boolean
}

function renderFile(file: BoardFile, { open, isUnsaved, isOutdated }: FileState): HTMLElement {
  const { path, name, findings } = file
  return createElement(
    'li',
    {},
    renderSign(file),
    createElement(
      'button',
      { type: 'button', class: 'link', 'data-path': path, title: path, onclick: () => open(path) },
      name,
    ),
    createElement('span', { class: 'words' }, describeVerdict(file)),
    isUnsaved && createElement('span', { class: 'badge unsafe' }, 'Unsaved'),
    isOutdated && createElement('span', { class: 'badge unsafe' }, 'changed on disk'),
    findings.length > 0 && createElement('span', { class: 'number' }, String(findings.length)),
  )
}

/** Pairs without a link that are shown; the mesh shows all of them. */
const maxPairs = 8

function renderLinks(
  { sentence, unlinked, unlinkedCount, nearGroups }: BoardLinks,
  base: string,
): HTMLElement[] {
  return [
    createElement('p', {}, sentence),
    ...nearGroups.map(({ name, routers, meant }) =>
      createElement(
        'p',
        { class: 'near' },
        createElement('span', { class: 'sign warning', 'aria-hidden': 'true' }, '!'),
        createElement('code', {}, name),
        ` (${routers.slice(0, 3).join(', ')}) is nearly `,
        createElement('code', {}, meant),
        '.',
      ),
    ),
    ...(unlinked.length > 0
      ? [
          createElement('h3', {}, `${formatCount(unlinkedCount, 'pair')} without a link`),
          createElement(
            'ul',
            { role: 'list', class: 'pairs' },
            ...unlinked
              .slice(0, maxPairs)
              .map(({ between, reasons }) =>
                createElement(
                  'li',
                  {},
                  createElement('strong', {}, between.join(' – ')),
                  ': ',
                  ...renderSentence(reasons.map(({ why }) => why).join('; ')),
                ),
              ),
          ),
        ]
      : []),
    createElement('a', { class: 'button', href: `${base}mesh/` }, 'Open the mesh'),
  ]
}
