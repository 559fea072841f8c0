import { setDiagnostics } from '@codemirror/lint'
import { historyField, isolateHistory } from '@codemirror/commands'
import type { Text } from '@codemirror/state'
import { ChangeSet, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { WorkspaceEdit } from 'vscode-languageserver-protocol'
import type { CallServer } from '../shared/commands.js'
import { createElement, renderSentence } from '../shared/dom.js'
import type { FileOrigin, OpenedFile } from '../shared/opened-file.js'
import type { ReadLimits } from '../shared/read-files.js'
import { describeTooLarge } from '../shared/read-files.js'
import { createServerClient } from './client.js'
import { createExtensions, maxTextLength } from './editor.js'
import type { Finding, Fix } from './findings.js'
import { addFixes, check, findAllFixes, toFinding } from './findings.js'
import type { ProposedFix } from './fixes.js'
import { joinFixes, listProposedFixes, toChanges } from './fixes.js'
import type { OpenFile } from './open-files.js'
import type { KeptFile } from './kept-file.js'
import { findNewer } from './kept-file.js'
import {
  filesOf,
  isAhead,
  isBlank,
  isChecked,
  isEdited,
  isUnsaved,
  readFileText,
  setOpened,
  toUri,
} from './open-files.js'
import { formatError } from './panels/panel.js'
import { findValues } from './template-values.js'
import { toShownText } from './text-form.js'

/**
 * Limits for opening files. `names` matches files that may be or contain router files, templates,
 * and files with values for templates (such as `values.env`).
 */
export const readLimits: ReadLimits = {
  maxFiles: 100,
  maxSize: maxTextLength,
  maxTotal: 20_000_000,
  isReplacing: false,
  names: /\.(?:ya?ml|json|j2|jinja2?|tmpl|tpl|template|envsubst|conf|env|txt|tf|cfg)$/i,
  remedy: 'Check larger files and folders with `routerfile lint`.',
}

/** The editor with the open files and their findings. */
export type Workbench = {
  view: EditorView
  call: CallServer
  /** Returns the file in the editor. */
  getFile: () => OpenFile
  listFiles: () => readonly OpenFile[]
  /** Returns the text in the editor in the form in which it is written to the disk. */
  readText: () => string
  /** Returns all open files with their current texts. */
  readFiles: () => OpenedFile[]
  /** Returns the open files with their edits, for `openKept`. */
  readKept: () => KeptFile[]
  /**
   * Closes all files and opens kept ones, with their edits and undo history. An open file of the
   * folder stays, unless that would lose kept edits.
   */
  openKept: (files: readonly KeptFile[], shown: string) => void
  /** Opens kept files in addition to the open files, which keep their names. */
  openBeside: (files: readonly KeptFile[]) => void
  /**
   * Opens files and shows the first one. `isReplacing` closes all others except unsaved files of
   * the folder; undo brings back the text of a closed file with the same name. Adds a number to
   * names that are taken, and returns a sentence about each.
   */
  open: (files: readonly OpenedFile[], isReplacing: boolean) => string[]
  /**
   * Renames the open file with this name, including its edits, unless it is from the folder, so that a file of the
   * folder can have the name. Returns the new name; undefined if no file was renamed.
   */
  makeWay: (name: string) => string | undefined
  show: (file: OpenFile) => void
  close: (file: OpenFile) => void
  goTo: (offset: number) => void
  replaceText: (text: string) => void
  /**
   * Replaces the text in the editor by one that was derived from `madeOf`. Returns false and does
   * nothing if the editor has another text by now.
   */
  replaceMade: (madeOf: Text, text: string) => boolean
  /** Replaces the texts of the open files with these names. */
  replaceFiles: (files: readonly OpenedFile[]) => void
  /** Applies a fix and announces the result; does nothing if the text has changed since its check. */
  applyFix: (fix: Fix) => void
  /** Returns the fixes of the file in the editor. */
  listFixes: () => readonly ProposedFix[]
  /** Applies fixes to the checked text, and returns how many of them could be combined. */
  previewFixes: (
    checked: Text,
    chosen: readonly ProposedFix[],
  ) => Promise<{ text: string; count: number }>
  /**
   * Replaces the text by the fixed one, as `replaceMade` does. Returns the number of findings
   * before and after; undefined if the editor has another text by now.
   */
  takeFixed: (checked: Text, text: string) => Promise<{ before: number; after: number } | undefined>
  /** Checks all files again with new settings, such as another release. */
  setSettings: (settings: object) => void
  /** Checks all files again, because the findings of the board changed. */
  checkAgain: () => void
  stop: () => void
}

type WorkbenchOptions = {
  root: ShadowRoot
  base: string
  /** Called when the findings or the kind of a file change, or other files are open. */
  onChecked: () => void
  /** Called when the text, the file or the cursor position in the editor changes. */
  onMoved: () => void
  /** Called when the language server could not be started, so that nothing is checked. */
  onBroken: () => void
  /**
   * Replaces a file's findings from comparing the open files with the board's findings from
   * comparing all files of the folder.
   */
  takeFolderFindings?: (file: OpenFile, findings: readonly Finding[]) => readonly Finding[]
  /** Called when the user presses the key for a fix that may change the router's behavior. */
  onUnsafeFix: (fix: ProposedFix) => void
  announce: (message: string) => void
}

/** Pause in typing before the text is checked, in milliseconds. */
const checkDelay = 120

export function createWorkbench(options: WorkbenchOptions): Workbench {
  const { root, base, onChecked, onMoved, onBroken, onUnsafeFix, announce } = options
  const { client, call, setSettings, stop } = createServerClient({
    base,
    onKind: (uri, kind) => {
      const file = files.getFile(uri)
      if (!file || file.kind === kind) return
      file.kind = kind
      onChecked()
      if (kind === 'template') schedule(0)
    },
    onRestart: () =>
      announce('The check took too long and was stopped. It goes on after the next change.'),
    onBroken,
  })
  const files = filesOf(client)
  const extensions = createExtensions({
    onChange: ({ isText }) => {
      if (isText) schedule()
      onMoved()
    },
    onFix: () => fixLine(),
    onTooLong: (length) => announce(describeTooLarge('The text', length, readLimits)),
  })
  const view = new EditorView({ root })
  const state: { shown: OpenFile | undefined; timer: ReturnType<typeof setTimeout> | undefined } = {
    shown: undefined,
    timer: undefined,
  }

  const getFile = (): OpenFile => {
    if (!state.shown) throw new Error('no file is open')
    return state.shown
  }

  const listNames = (): Set<string> => new Set(files.files.map(({ name }) => name))

  const add = (opened: OpenedFile): OpenFile => {
    const free = findFreeName(opened.name, listNames())
    return files.add(
      free,
      EditorState.create({
        doc: toShownText(opened.text),
        extensions: [extensions, client.plugin(toUri(free), 'yaml')],
      }),
      opened,
    )
  }

  /**
   * Closes all files except unsaved ones of the folder, and opens new ones. Undo brings back the
   * text of a closed file with the same name and origin.
   */
  const replaceAll = (newFiles: readonly OpenedFile[]): OpenFile[] => {
    const filesToClose = files.files.filter((file) => !isUnsaved(file))
    const closed = filesToClose.map((file) => ({ ...file, state: file.view?.state ?? file.state }))
    for (const file of filesToClose) files.remove(file)
    return newFiles.map((opened) => {
      const file = add(opened)
      // The name is not enough: undo must not bring the text of a sample into a file of a folder,
      // where it could be saved.
      const before = closed.find(
        ({ name, origin }) => name === file.name && origin?.path === file.origin?.path,
      )?.state
      if (before)
        file.state = before.update({
          changes: { from: 0, to: before.doc.length, insert: file.state.doc },
          selection: { anchor: 0 },
          annotations: isolateHistory.of('full'),
        }).state
      file.doc = file.state.doc
      return file
    })
  }

  const addKept = ({ name, opened, openedAt, shown, state: json }: KeptFile): OpenFile => {
    const file = add({ ...opened, name, text: shown })
    setOpened(file, opened)
    file.openedAt = openedAt
    if (json === undefined) return file
    const setup = { extensions: [extensions, client.plugin(file.uri, 'yaml')] }
    try {
      file.state = EditorState.fromJSON(json, setup, { history: historyField })
      file.doc = file.state.doc
    } catch {
      // Another version of the page stored the state; only the text is restored.
    }
    return file
  }

  const makeWay = (name: string): string | undefined => {
    const file = files.files.find((other) => other.name === name && !other.origin)
    if (!file) return undefined
    const kept = { ...toKept(file), name: findFreeName(name, listNames()) }
    files.remove(file)
    const renamed = addKept(kept)
    if (file === state.shown) show(renamed)
    return renamed.name
  }

  const show = (file: OpenFile): void => {
    if (file === state.shown) return
    client.sync()
    if (state.shown) state.shown.state = view.state
    state.shown = file
    view.setState(file.state)
    onChecked()
    onMoved()
    offerFixes(file).catch(reportFailure)
  }

  /**
   * Checks all files, starting with the one in the editor. Stops if a file changes, which schedules
   * another check.
   */
  const checkFiles = async (): Promise<void> => {
    const shown = getFile()
    for (const file of [shown, ...files.files.filter((other) => other !== shown)]) {
      const found = await check(client, file)
      if (!found) return
      const { doc } = file
      const own = isBlank(file) ? [] : ((await render(file)) ?? found)
      const findings = options.takeFolderFindings?.(file, own) ?? own
      if (file.doc !== doc) return
      file.findings = findings
      file.checked = doc
      onChecked()
      underline(file)
      if (file === state.shown) await offerFixes(file)
    }
  }

  /** Adds fixes to the findings of a file; only called for the file in the editor, which shows them. */
  const offerFixes = async (file: OpenFile): Promise<void> => {
    const { findings } = file
    if (findings.length === 0 || isAhead(file)) return
    const fixable = await addFixes(client, file, findings)
    if (!fixable || file.findings !== findings) return
    file.findings = fixable
    onChecked()
    underline(file)
  }

  /**
   * Renders a template with its values, and returns the findings in the result; undefined if the file is not a
   * template, has no values, or cannot be rendered.
   */
  const render = async (file: OpenFile): Promise<readonly Finding[] | undefined> => {
    file.rendering = undefined
    const values = file.kind === 'template' ? findValues(file, files.files) : undefined
    if (!values) return undefined
    const { name, doc } = values
    try {
      const { text, diagnostics } = await call('routerfile.render', file.uri, doc.toString())
      file.rendering = { values: name, text }
      return diagnostics.map((item) => toFinding(item, file.doc))
    } catch (error) {
      file.rendering = { values: name, refusal: formatError(error) }
      return undefined
    }
  }

  /** Underlines the findings of a file; for a file that the editor does not show, in its stored state. */
  const underline = (file: OpenFile): void => {
    if (isAhead(file)) return
    const isShown = file === state.shown
    const marks = setDiagnostics(
      isShown ? view.state : file.state,
      file.findings.map(({ from, to, severity, rule, message, fixes }) => ({
        from,
        to,
        severity,
        source: rule,
        message,
        renderMessage: () =>
          createElement(
            'span',
            {},
            ...renderSentence(message),
            ' ',
            createElement('code', { class: 'rule' }, rule),
          ),
        actions: fixes.map((fix) => ({
          name: fix.title,
          apply: () => {
            applyFix(fix)
            view.focus()
          },
        })),
      })),
    )
    if (isShown) view.dispatch(marks)
    else file.state = file.state.update(marks).state
  }

  const schedule = (delay = checkDelay): void => {
    clearTimeout(state.timer)
    state.timer = setTimeout(() => {
      checkFiles().catch(reportFailure)
    }, delay)
  }

  const reportFailure = (): void => announce('The text could not be checked.')

  const applyEdit = (edit: WorkspaceEdit): boolean => {
    const file = getFile()
    // Fixes refer to positions in the checked text.
    if (!isChecked(file)) return false
    view.dispatch({
      changes: toChanges(edit, file.uri, file.doc),
      userEvent: 'input.fix',
      scrollIntoView: true,
    })
    return true
  }

  const applyFix = ({ title, edit }: Fix): void =>
    announce(
      applyEdit(edit)
        ? `Done: ${title}. Undo with Ctrl+Z.`
        : 'The text has changed, and its check is under way. Then the fix can be made.',
    )

  /** Applies the first fix in the current line, or calls `onUnsafeFix` if it is not safe. */
  const fixLine = (): void => {
    const file = getFile()
    const { number } = view.state.doc.lineAt(view.state.selection.main.head)
    const [fix] = file.findings.flatMap(({ line, fixes }) => (line === number ? fixes : []))
    if (!fix) return announce('There is no fix in this line. F8 goes to the next finding.')
    if (fix.isSafe) applyFix(fix)
    else onUnsafeFix({ ...fix, line: number })
  }

  const previewFixes: Workbench['previewFixes'] = async (checked, chosen) => {
    const file = getFile()
    const { uri } = file
    const apply = (changes: ReturnType<typeof toChanges>): string =>
      ChangeSet.of(changes, checked.length).apply(checked).toString()
    const isCurrent = (): boolean => isChecked(file) && file.checked === checked
    const safe = listProposedFixes(file.findings).filter(({ isSafe }) => isSafe)
    const isAllSafe = chosen.length === safe.length && chosen.every(({ isSafe }) => isSafe)
    // The server can also combine fixes that overlap: it applies them one after the other.
    const edit =
      isAllSafe && chosen.length > 0 && isCurrent() ? await findAllFixes(client, file) : undefined
    if (edit && isCurrent())
      return { text: apply(toChanges(edit, uri, checked)), count: chosen.length }
    const { changes, count } = joinFixes(chosen, uri, checked)
    return { text: apply(changes), count }
  }

  /** Replaces the text between the first and the last difference, so that the cursor keeps its place. */
  const replaceText = (fileText: string): void => {
    const text = toShownText(fileText)
    const old = view.state.doc.toString()
    const shorter = Math.min(old.length, text.length)
    let from = 0
    while (from < shorter && old[from] === text[from]) from += 1
    let same = 0
    while (same < shorter - from && old.at(-1 - same) === text.at(-1 - same)) same += 1
    view.dispatch({
      changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })
  }

  const replaceMade = (madeOf: Text, text: string): boolean => {
    if (!view.state.doc.eq(madeOf)) return false
    replaceText(text)
    return true
  }

  const close = (file: OpenFile): void => {
    const rest = files.files.filter((other) => other !== file)
    if (file === state.shown) show(rest[0] ?? add({ name: 'router.yml', text: '' }))
    files.remove(file)
    onChecked()
    schedule(0)
  }

  return {
    view,
    call,
    getFile,
    listFiles: () => files.files,
    readText: () => readFileText(getFile()),
    readFiles: () =>
      files.files.map((file) => ({
        name: file.name,
        text: readFileText(file),
        ...(file.origin && { origin: file.origin }),
        ...(file.opened.encoding && { encoding: file.opened.encoding }),
      })),
    readKept: () => files.files.map(toKept),
    openKept: (kept, shownName) => {
      const open = files.files.filter(({ origin }) => origin).map(toKept)
      for (const file of files.files) files.remove(file)
      const opened = kept.map((file) => addKept(findNewer(file, open) ?? file))
      for (const file of open)
        if (file.isEdited && !kept.some(isOf(file.opened.origin))) addKept(file)
      const shown = opened[kept.findIndex(({ name }) => name === shownName)] ?? opened[0]
      if (shown) show(shown)
      onChecked()
      schedule(0)
    },
    openBeside: (kept) => {
      for (const file of kept) addKept(file)
      onChecked()
      schedule(0)
    },
    open: (texts, isReplacing) => {
      const opened = isReplacing ? replaceAll(texts) : texts.map(add)
      const [first] = opened
      if (first) show(first)
      onChecked()
      schedule(0)
      return opened.flatMap((file, index) => {
        const name = texts[index]?.name ?? file.name
        return name === file.name
          ? []
          : [`Another ${name} is open, so this one is ${file.name} here.`]
      })
    },
    makeWay,
    show,
    close,
    goTo: (offset) => {
      view.dispatch({
        selection: { anchor: Math.min(offset, view.state.doc.length) },
        effects: EditorView.scrollIntoView(Math.min(offset, view.state.doc.length), {
          y: 'center',
        }),
      })
      view.focus()
    },
    replaceText,
    replaceMade,
    replaceFiles: (texts) => {
      for (const { name, text } of texts) {
        const file = files.getFile(toUri(name))
        if (!file) continue
        show(file)
        replaceText(text)
      }
    },
    applyFix,
    listFixes: () => listProposedFixes(getFile().findings),
    previewFixes,
    takeFixed: async (checked, text) => {
      const before = getFile().findings.length
      if (!replaceMade(checked, text)) return undefined
      clearTimeout(state.timer)
      await checkFiles()
      return { before, after: getFile().findings.length }
    },
    setSettings: (settings) => {
      setSettings(settings)
      schedule(0)
    },
    checkAgain: () => schedule(0),
    stop: () => {
      clearTimeout(state.timer)
      stop()
      view.destroy()
    },
  }
}

/** Creates a predicate for kept files with the same path in the folder. */
const isOf =
  (origin: FileOrigin | undefined) =>
  ({ opened }: KeptFile): boolean =>
    origin !== undefined && opened.origin?.path === origin.path

function toKept(file: OpenFile): KeptFile {
  const current = file.view?.state ?? file.state
  const json: unknown = current.toJSON({ history: historyField })
  return {
    name: file.name,
    opened: file.opened,
    openedAt: file.openedAt,
    isEdited: isEdited(file),
    shown: current.doc.toString(),
    state: json,
  }
}

/** Returns a name that no open file has: `router.yml`, `router-2.yml` and so on. */
function findFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : name.replace(/(\.[^./]*)?$/, `-${number}$1`)
    if (!taken.has(free)) return free
  }
}
