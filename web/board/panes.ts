import type { BoardFile } from '../../src/cli/commands/ui/messages.js'
import { formatCount } from '../../src/document/words.js'
import { createQueryWriter } from '../playground/address.js'
import { createElement, replaceItems } from '../shared/dom.js'
import { severityNames } from '../shared/verdict-words.js'
import type { Changes } from './changes.js'
import type { FolderChecks } from './checks.js'
import type { EditorFiles } from './editor-files.js'
import { createFileList } from './file-list.js'
import type { Grouping } from './groups.js'
import { groupings, renderCounts, renderGroups } from './groups.js'
import { renderLinks } from './links.js'
import { renderReleases } from './releases-table.js'

/** The content of the board: files, findings, releases and links. */
type Panes = {
  element: HTMLElement
  /** Renders the result of the last check. */
  show: () => void
  showReleases: () => void
  showUnsaved: () => void
  /** Shows why the folder cannot be checked; an empty string hides the message. */
  showFailure: (why: string) => void
  /** Returns the files that match the filter, with their matching findings. */
  listFiles: () => readonly BoardFile[]
  /** Focuses a file; focuses the filter if `path` is undefined or the file is not shown. */
  focus: (path: string | undefined) => void
  stop: () => void
}

type PanesOptions = {
  base: string
  checks: FolderChecks
  editorFiles: EditorFiles
  changes: Changes
  open: (path: string, line?: number) => void
}

export function createPanes(options: PanesOptions): Panes {
  const { base, checks, editorFiles, changes, open } = options
  const state: {
    grouping: Grouping
    /** The words of the filter, in lowercase. */
    filter: string
    /** Groups of findings that the user collapsed. */
    closed: Set<string>
  } = { ...readAddress(), closed: new Set() }
  const address = createQueryWriter(() => ({
    filter: state.filter,
    by: state.grouping === groupings[0] ? '' : state.grouping,
  }))
  const filter = createFilter(state.filter, (words) => {
    state.filter = words
    address.write()
    show()
  })
  const title = createElement('p', { class: 'board-title', role: 'status' })
  const counts = createElement('p', { class: 'board-counts' })
  const message = createElement('p', { class: 'board-message', role: 'status' })
  const fixAll = createElement(
    'button',
    // Whether there are fixes is unknown before the first check.
    {
      type: 'button',
      class: 'primary',
      disabled: true,
      onclick: () => changes.fix(undefined),
    },
    'Fix all',
  )
  const saveAll = createElement('button', { type: 'button', onclick: changes.saveAll }, 'Save all')
  const fileList = createFileList({ editorFiles, open })
  const grouping = createGroupingSwitch(state.grouping, (chosen) => {
    state.grouping = chosen
    address.write()
    show()
  })
  const found = createElement('div', { class: 'board-groups' })
  const releases = createElement('div', { class: 'board-releases' })
  const links = createElement('div', { class: 'board-links' })

  const listFiles = (): BoardFile[] => filterFiles(checks.getBoard()?.files ?? [], state.filter)
  const show = (): void => {
    const board = checks.getBoard()
    if (!board) return
    const files = listFiles()
    const findings = files.flatMap((file) => file.findings)
    title.textContent = `${board.folder === '.' ? 'This folder' : board.folder}: ${formatCount(board.files.length, 'file')}${describeReleases(board.files)}`
    counts.replaceChildren(...renderCounts(findings))
    fileList.show(files, filter)
    replaceItems(
      found,
      findings.length > 0
        ? renderGroups(files, state.grouping, { open, fix: changes.fix, closed: state.closed })
        : [renderNoFindings(board.files, state.filter)],
      filter,
    )
    replaceItems(links, renderLinks(board.links, base), filter)
    fixAll.textContent = state.filter === '' ? 'Fix all' : 'Fix shown files'
    fixAll.disabled = !findings.some(({ fix }) => fix)
    showReleases()
    showUnsaved()
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
  const showUnsaved = (): void => {
    const { length } = editorFiles.listUnsaved()
    saveAll.textContent = length > 0 ? `Save all ${length}` : 'Save all'
    saveAll.disabled = length === 0
  }
  return {
    element: layOutBoard({
      head: [title, counts, filter, createElement('span', { class: 'space' }), fixAll, saveAll],
      message,
      files: fileList.element,
      grouping,
      found,
      releases,
      links,
    }),
    show,
    showReleases,
    showUnsaved,
    showFailure: (why) => {
      message.textContent = why
    },
    listFiles,
    focus: (path) => ((path !== undefined && fileList.findButton(path)) || filter).focus(),
    stop: address.stop,
  }
}

/** Formats the release that files are checked for, as the end of the title. */
function describeReleases(files: readonly BoardFile[]): string {
  const [first, ...others] = new Set(files.map(({ release }) => release))
  if (first === undefined) return ''
  return others.length === 0 ? `, release ${first}` : `, ${others.length + 1} releases`
}

/** Reads the filter and the grouping from the address. */
function readAddress(): { grouping: Grouping; filter: string } {
  const query = new URLSearchParams(location.search)
  return {
    grouping: groupings.find((name) => name === query.get('by')) ?? groupings[0],
    filter: (query.get('filter') ?? '').toLowerCase(),
  }
}

function createFilter(initial: string, onChange: (words: string) => void): HTMLInputElement {
  const label = 'Filter files, rules, messages'
  const input = createElement('input', {
    type: 'search',
    placeholder: label,
    'aria-label': label,
    spellcheck: 'false',
    value: initial,
    oninput: () => onChange(input.value.trim().toLowerCase()),
  })
  return input
}

function createGroupingSwitch(
  initial: Grouping,
  onChange: (grouping: Grouping) => void,
): HTMLElement {
  const buttons = groupings.map((name) =>
    createElement(
      'button',
      {
        type: 'button',
        'aria-pressed': String(name === initial),
        onclick: ({ currentTarget }) => {
          for (const button of buttons)
            button.setAttribute('aria-pressed', String(button === currentTarget))
          onChange(name)
        },
      },
      `By ${name}`,
    ),
  )
  return createElement(
    'div',
    { class: 'board-tabs', role: 'group', 'aria-label': 'Group by' },
    ...buttons,
  )
}

/**
 * Returns files whose name contains `words`, with all findings, and other files with the findings
 * that contain them.
 */
const filterFiles = (files: readonly BoardFile[], words: string): BoardFile[] =>
  files.flatMap((file) => {
    if (words === '' || file.name.toLowerCase().includes(words)) return [file]
    const findings = file.findings.filter(({ rule, message, severity }) =>
      [rule, message, severityNames[severity]].some((part) => part.toLowerCase().includes(words)),
    )
    return findings.length > 0 ? [{ ...file, findings }] : []
  })

const renderNoFindings = (files: readonly BoardFile[], filter: string): HTMLElement =>
  createElement(
    'p',
    { class: 'hint' },
    files.length === 0
      ? 'There are no router files in this folder. The page follows the disk: put one there, or generate one.'
      : filter !== ''
        ? 'No file, rule or message has these words. Clear the filter to see all.'
        : 'No findings.',
  )

type BoardParts = {
  head: readonly HTMLElement[]
  message: HTMLElement
  files: HTMLElement
  grouping: HTMLElement
  found: HTMLElement
  releases: HTMLElement
  links: HTMLElement
}

const layOutBoard = (parts: BoardParts): HTMLElement =>
  createElement(
    'section',
    { class: 'board', 'aria-label': 'Folder' },
    createElement('div', { class: 'board-head' }, ...parts.head),
    parts.message,
    createElement(
      'div',
      { class: 'board-panes' },
      createElement(
        'section',
        { class: 'board-pane board-files' },
        createElement('h2', {}, 'Files'),
        parts.files,
      ),
      createElement(
        'section',
        { class: 'board-pane board-found', 'aria-label': 'Findings of the folder' },
        createElement(
          'div',
          { class: 'board-pane-head' },
          createElement('h2', {}, 'Findings'),
          parts.grouping,
        ),
        parts.found,
      ),
      createElement(
        'div',
        { class: 'board-side' },
        createElement(
          'section',
          { class: 'board-pane', 'aria-label': 'Releases' },
          createElement('h2', {}, 'Releases'),
          parts.releases,
        ),
        createElement(
          'section',
          { class: 'board-pane', 'aria-label': 'Links of the folder' },
          createElement('h2', {}, 'Links'),
          parts.links,
        ),
      ),
    ),
  )
