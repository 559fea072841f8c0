import type {
  Board,
  BoardFile,
  BoardFinding,
  BoardLinks,
  BoardVerdict,
  ReleaseVerdicts,
} from '../../src/cli/commands/ui/messages.js'
import { groupBy } from '../../src/document/group.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { formatCount } from '../../src/document/words.js'
import type { Workbench } from '../playground/workbench.js'
import { createElement, offerChoices, renderSentence, replaceItems } from '../shared/dom.js'
import type { LocalFolder } from '../shared/local-folder.js'
import { followFolder } from '../shared/local-folder.js'
import { adoptStyle } from '../shared/style.js'
import {
  describeVerdict,
  severitySigns,
  verdictColors,
  verdictSigns,
} from '../shared/verdict-words.js'
import css from './board.css'
import { createChanges } from './changes.js'
import { createEditorFiles } from './editor-files.js'

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

/** In what order findings are grouped. */
const groupings = ['file', 'rule', 'severity'] as const
type Grouping = (typeof groupings)[number]

const severityNames = { error: 'Error', warning: 'Warning', info: 'Note' } as const
const severityOrder = ['error', 'warning', 'info'] as const

/** More findings of a group are shown on a click. */
const maxFindings = 50

/** The pause after an edit before the folder is checked again, in milliseconds. */
const checkDelay = 600

/** Builds the board of the folder, which is checked at once and after each change. */
export function createFolderView(options: FolderViewOptions): FolderView {
  const { root, folder, workbench, setShown, announce, base } = options
  adoptStyle(root, css)
  const state: {
    board: Board | undefined
    grouping: Grouping
    filter: string
    release: string
    verdicts: Map<string, { key: string; lines: ReleaseVerdicts['lines'] }>
    timer: ReturnType<typeof setTimeout> | undefined
    latest: number
  } = {
    board: undefined,
    grouping: 'file',
    filter: '',
    release: '',
    verdicts: new Map(),
    timer: undefined,
    latest: 0,
  }
  /** The groups of findings that somebody closed. */
  const closed = new Set<string>()
  const stopping = new AbortController()
  const editorFiles = createEditorFiles({
    workbench,
    folder,
    isReplaceable: options.isReplaceable,
    onOpen: options.onOpen,
    chooseRelease: (path) => {
      const release = state.board?.files.find((file) => file.path === path)?.release
      options.chooseRelease(state.release || (release ?? ''))
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

  /** Checks the folder, with the texts that are not saved. */
  const check = async (): Promise<void> => {
    clearTimeout(state.timer)
    state.latest += 1
    const number = state.latest
    try {
      const board = await folder.check({
        texts: editorFiles.listUnsaved().map(({ path, text }) => ({ path, text })),
        ...(state.release !== '' && { release: state.release }),
      })
      if (number !== state.latest) return
      state.board = { ...board, files: board.files.map((file) => shortenPaths(file, board.folder)) }
      message.textContent = ''
      showBoard()
      void judgeAll(number)
    } catch (error) {
      if (number === state.latest) message.textContent = getErrorMessage(error)
    }
  }
  const checkSoon = (): void => {
    clearTimeout(state.timer)
    state.timer = setTimeout(() => void check(), checkDelay)
  }
  /** Fills in what each release does with each file, one file after the other. */
  const judgeAll = async (number: number): Promise<void> => {
    const unsaved = new Map(editorFiles.listUnsaved().map(({ path, text }) => [path, text]))
    for (const { path, version } of state.board?.files ?? []) {
      if (number !== state.latest || stopping.signal.aborted) return
      const text = unsaved.get(path)
      const key = text ?? version
      if (state.verdicts.get(path)?.key === key) continue
      try {
        const { lines } = await folder.judge(path, text)
        // The newest come first, as most routers run one of them.
        state.verdicts.set(path, { key, lines: lines.toReversed() })
      } catch {
        // The file is gone; the next check knows.
        continue
      }
      if (number === state.latest) showReleases()
    }
  }
  const { fix, saveAll } = createChanges({
    root,
    folder,
    editorFiles,
    getFiles: () => state.board?.files ?? [],
    listShown: () => listFiles(),
    getRelease: () => state.release,
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
    return (state.board?.files ?? []).flatMap((file) => {
      if (word === '' || file.name.toLowerCase().includes(word)) return [file]
      const findings = file.findings.filter(({ rule, message: text, severity }) =>
        [rule, text, severityNames[severity]].some((part) => part.toLowerCase().includes(word)),
      )
      return findings.length > 0 ? [{ ...file, findings }] : []
    })
  }
  const showBoard = (): void => {
    if (!state.board) return
    const files = listFiles()
    const all = files.flatMap(({ findings }) => findings)
    title.textContent = `${state.board.folder === '.' ? 'This folder' : state.board.folder}: ${formatCount(state.board.files.length, 'file')}`
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
        : state.board.files.length === 0
          ? 'There are no router files in this folder. The page follows the disk: put one there, or generate one.'
          : 'No findings.'
    replaceItems(
      found,
      all.length > 0
        ? renderGroups(files, state.grouping, { open, fix, closed })
        : [createElement('p', { class: 'hint' }, none)],
      filter,
    )
    replaceItems(links, renderLinks(state.board.links, base), filter)
    fixAll.disabled = !all.some((finding) => finding.fix)
    showReleases()
    show()
  }
  const showReleases = (): void =>
    replaceItems(
      releases,
      renderReleases(listFiles(), state.verdicts, {
        chosen: state.release,
        open,
        choose: (line) => {
          state.release = state.release === line ? '' : line
          void check()
        },
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
        ...(state.board?.files ?? []).map((it) => ({ value: it.path, label: it.name })),
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
    await editorFiles.follow(
      new Map(state.board?.files.map(({ path, version }) => [path, version])),
    )
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
      checkSoon()
    },
    save: () => void report(editorFiles.save()),
    stop: () => {
      stopping.abort()
      clearTimeout(state.timer)
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

/** A file whose findings name other files of the folder by their path below it. */
const shortenPaths = (file: BoardFile, folder: string): BoardFile => ({
  ...file,
  findings: file.findings.map((finding) => ({
    ...finding,
    message: finding.message.replaceAll(`${folder.replace(/\/$/, '')}/`, ''),
  })),
})

const countSeverities = (findings: readonly BoardFinding[]) =>
  severityOrder.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }))

const renderCounts = (findings: readonly BoardFinding[]): HTMLElement[] =>
  countSeverities(findings).map(({ severity, count }) =>
    createElement(
      'span',
      { class: `tally ${severity}` },
      createElement('span', { 'aria-hidden': 'true' }, `${severitySigns[severity]} `),
      formatCount(count, severityNames[severity].toLowerCase()),
    ),
  )

/** The color and the sign of a verdict. */
const renderSign = ({ outcome }: BoardVerdict): HTMLElement =>
  createElement(
    'span',
    { class: `sign ${verdictColors[outcome]}`, 'aria-hidden': 'true' },
    verdictSigns[outcome],
  )

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
    isUnsaved && createElement('span', { class: 'badge' }, 'Unsaved'),
    isOutdated && createElement('span', { class: 'badge unsafe' }, 'changed on the disk'),
    findings.length > 0 && createElement('span', { class: 'number' }, String(findings.length)),
  )
}

type FindingEvents = {
  open: (path: string, line?: number) => void
  fix: (rule: string) => void
  /** The groups that are closed, by what they are grouped by and their name. */
  closed: Set<string>
}

type PlacedFinding = BoardFinding & { path: string; name: string }

function renderGroups(
  files: readonly BoardFile[],
  grouping: Grouping,
  events: FindingEvents,
): HTMLElement[] {
  const all = files.flatMap(({ path, name, findings }) =>
    findings.map((finding): PlacedFinding => ({ ...finding, path, name })),
  )
  const groups = groupBy(all, (finding) => (grouping === 'file' ? finding.name : finding[grouping]))
  return [...groups]
    .map(([key, findings]) => ({ key, findings, rank: rankGroup(findings) }))
    .sort((left, right) => right.rank - left.rank)
    .map(({ key, findings }) => renderGroup(key, findings, grouping, events))
}

/** Groups with errors come first, then those with most findings. */
const rankGroup = (findings: readonly BoardFinding[]): number =>
  findings.length +
  1e6 * Math.max(...findings.map(({ severity }) => 2 - severityOrder.indexOf(severity)))

function renderGroup(
  key: string,
  findings: readonly PlacedFinding[],
  grouping: Grouping,
  { open, fix, closed }: FindingEvents,
): HTMLElement {
  const id = `${grouping} ${key}`
  const [first] = findings
  const fileCount = new Set(findings.map(({ path }) => path)).size
  const fixable = findings.filter((finding) => finding.fix).length
  const list = createElement('ul', { role: 'list' })
  const append = (from: number, to: number): void =>
    list.append(
      ...findings.slice(from, to).map((finding) => renderFinding(finding, grouping, open)),
    )
  append(0, maxFindings)
  const rest = findings.length - maxFindings
  const more = createElement(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: () => {
        append(maxFindings, Infinity)
        more.remove()
      },
    },
    `Show ${rest} more`,
  )
  const group = createElement(
    'details',
    {
      open: !closed.has(id),
      ontoggle: () => void (group.open ? closed.delete(id) : closed.add(id)),
    },
    createElement(
      'summary',
      {},
      createElement(
        'span',
        { class: 'group-name' },
        grouping === 'severity' && first ? `${severityNames[first.severity]}s` : key,
      ),
      createElement(
        'span',
        { class: 'words' },
        grouping === 'file'
          ? formatCount(findings.length, 'finding')
          : `${findings.length} in ${formatCount(fileCount, 'file')}`,
      ),
    ),
    grouping === 'rule' &&
      fixable > 0 &&
      createElement(
        'button',
        { type: 'button', class: 'group-fix', onclick: () => fix(key) },
        `Fix ${fixable}`,
      ),
    list,
    rest > 0 && more,
  )
  return group
}

function renderFinding(
  { path, name, line, severity, rule, message, fix }: PlacedFinding,
  grouping: Grouping,
  open: (path: string, line?: number) => void,
): HTMLElement {
  const place = grouping === 'file' ? `Line ${line}` : `${name}, line ${line}`
  return createElement(
    'li',
    { class: `row ${severity}` },
    createElement(
      'span',
      { class: `sign ${severity}`, 'aria-hidden': 'true' },
      severitySigns[severity],
    ),
    createElement(
      'button',
      {
        type: 'button',
        class: 'link',
        'aria-label': `${severityNames[severity]}, ${name}, line ${line}, ${rule}`,
        onclick: () => open(path, line),
      },
      place,
    ),
    createElement('span', { class: 'text' }, ...renderSentence(message)),
    createElement('code', { class: 'rule' }, rule),
    fix !== undefined &&
      createElement(
        'span',
        { class: fix === 'safe' ? 'badge' : 'badge unsafe' },
        fix === 'safe' ? 'fix' : 'unsafe fix',
      ),
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

type ReleaseEvents = {
  /** The release line that all files are checked for; empty for those of their configuration. */
  chosen: string
  open: (path: string) => void
  choose: (line: string) => void
}

/** What each release does with each file, side by side. */
function renderReleases(
  files: readonly BoardFile[],
  verdicts: ReadonlyMap<string, { lines: ReleaseVerdicts['lines'] }>,
  { chosen, open, choose }: ReleaseEvents,
): HTMLElement[] {
  const lines = [...verdicts.values()].find(({ lines: all }) => all.length > 0)?.lines ?? []
  if (lines.length === 0)
    return files.length === 0 ? [] : [createElement('p', { class: 'hint' }, 'Checking …')]
  return [
    createElement(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'All releases' },
      createElement(
        'table',
        { 'aria-label': 'Releases' },
        createElement(
          'thead',
          {},
          createElement(
            'tr',
            {},
            createElement('th', { scope: 'col' }, 'File'),
            ...lines.map(({ line, release }) =>
              createElement(
                'th',
                { scope: 'col' },
                createElement(
                  'button',
                  {
                    type: 'button',
                    class: 'link',
                    'aria-pressed': String(chosen === line),
                    title: `Check all files for ${release}`,
                    onclick: () => choose(line),
                  },
                  line,
                ),
              ),
            ),
          ),
        ),
        createElement(
          'tbody',
          {},
          ...files.map(({ path, name }) => {
            const own = verdicts.get(path)?.lines ?? []
            return createElement(
              'tr',
              {},
              createElement(
                'th',
                { scope: 'row' },
                createElement(
                  'button',
                  { type: 'button', class: 'link', onclick: () => open(path) },
                  name,
                ),
              ),
              ...lines.map(({ line }) => {
                const verdict = own.find((other) => other.line === line)
                return createElement(
                  'td',
                  verdict ? { title: `${line}: ${describeVerdict(verdict)}` } : {},
                  verdict && renderSign(verdict),
                  verdict && createElement('span', { class: 'hidden' }, describeVerdict(verdict)),
                )
              }),
            )
          }),
        ),
      ),
    ),
    createElement(
      'p',
      { class: 'hint' },
      chosen === ''
        ? '✓ runs, ! ignores or changes something, ✕ does not run. A click on a release checks all files for it.'
        : `All files are checked for ${chosen}. Another click brings back the releases of the configuration.`,
    ),
  ]
}
