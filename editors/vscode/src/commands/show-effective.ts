import type { TextDocument, TextEditor } from 'vscode'
import {
  DiagnosticSeverity,
  Disposable,
  DocumentLink,
  languages,
  OverviewRulerLane,
  Range,
  ThemeColor,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { findDocument } from '../command.js'
import type { SyntaxFault } from '../effective-page.js'
import { formatEffectivePage, listOrigins, listRefusedLines } from '../effective-page.js'
import { effectiveLanguageId, viewScheme } from '../language.js'
import { getFileName } from '../names.js'
import { onClose } from '../on-close.js'
import { getAbout } from '../views.js'

/** Shows the values that the router uses beside its file, and updates them when the file changes. */
export const showEffective: EditorCommand = {
  name: 'routerfile.showEffective',
  run: async (services, parameters) => {
    const source = await findDocument(parameters)
    const { text, release } = await services.call('routerfile.effective', source.uri.toString())
    const values = { text, release }
    const view = await workspace.openTextDocument(writePage(services, source, { values }))
    if (view.languageId !== effectiveLanguageId)
      await languages.setTextDocumentLanguage(view, effectiveLanguageId)
    await window.showTextDocument(view, {
      viewColumn: ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    })
    follow(services, source, values)
  },
}

const identifyView = ({ uri }: TextDocument) => ({
  path: `/Effective configuration of ${getFileName(uri.path)}`,
  about: uri.toString(),
  command: 'Show Effective Configuration',
})

/** The last answer of the server. */
type EffectiveValues = { text: string; release: string | undefined }

type PageState = { values: EffectiveValues; refusal?: string }

const writePage = (
  { views, statusOf }: Services,
  source: TextDocument,
  { values, refusal }: PageState,
): Uri =>
  views.write({
    ...identifyView(source),
    text: formatEffectivePage({
      file: workspace.asRelativePath(source.uri),
      release: statusOf(source.uri)?.release ?? values.release,
      values: values.text,
      refusal,
      fault: findSyntaxFault(source.uri),
    }),
  })

/** The first syntax error among the findings of a file. */
function findSyntaxFault(uri: Uri): SyntaxFault | undefined {
  const fault = languages
    .getDiagnostics(uri)
    .find(
      ({ code, severity }) =>
        severity === DiagnosticSeverity.Error &&
        (typeof code === 'object' ? code.value : code) === 'yaml-syntax',
    )
  return fault && { line: fault.range.start.line + 1, message: fault.message.split('\n')[0] ?? '' }
}

/** The time without a keystroke before a view is updated, in milliseconds. */
const pause = 300

/** The subscriptions that update views, by the URI of the file. */
const followers = new Map<string, Disposable>()

type FollowState = {
  values: EffectiveValues
  release: string | undefined
  timer?: ReturnType<typeof setTimeout>
}

/** Updates the view when its file, the findings or the release change, until the view or the file is closed. */
function follow(services: Services, source: TextDocument, first: EffectiveValues): void {
  const key = source.uri.toString()
  followers.get(key)?.dispose()
  const state: FollowState = { values: first, release: first.release }
  const write = async (): Promise<void> => {
    try {
      state.values = await services.call('routerfile.effective', key)
      writePage(services, source, state)
    } catch (error) {
      const refusal = error instanceof Error ? error.message : String(error)
      writePage(services, source, { values: state.values, refusal })
    }
  }
  const update = (): void => {
    clearTimeout(state.timer)
    state.timer = setTimeout(() => void write(), pause)
  }
  const stop = (): void => {
    clearTimeout(state.timer)
    followers.get(key)?.dispose()
    followers.delete(key)
  }
  const { path, about } = identifyView(source)
  const isView = ({ uri }: TextDocument): boolean => uri.path === path && getAbout(uri) === about
  followers.set(
    key,
    Disposable.from(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === key) update()
      }),
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === key)) update()
      }),
      services.onDidChangeStatus(({ uri, release }) => {
        if (uri !== key || release === state.release) return
        state.release = release
        update()
      }),
      onClose((document) => {
        if (document.uri.toString() === key || isView(document)) stop()
      }),
    ),
  )
}

/** Highlights refused values in the views, and links each origin comment to its line in the file. */
export function decorateEffective(): Disposable {
  const refused = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('inputValidation.errorBackground'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.errorForeground'),
    overviewRulerLane: OverviewRulerLane.Right,
  })
  const mark = (
    { document }: Pick<TextEditor, 'document'>,
    editors = window.visibleTextEditors,
  ) => {
    if (document.uri.scheme !== viewScheme) return
    const ranges = listRefusedLines(document.getText()).map((line) => new Range(line, 0, line, 0))
    for (const editor of editors)
      if (editor.document === document) editor.setDecorations(refused, ranges)
  }
  return Disposable.from(
    refused,
    window.onDidChangeVisibleTextEditors((editors) => {
      for (const editor of editors) mark(editor, editors)
    }),
    workspace.onDidChangeTextDocument(mark),
    languages.registerDocumentLinkProvider(
      { scheme: viewScheme },
      {
        provideDocumentLinks: (document) =>
          document.uri.path.startsWith('/Effective configuration of ')
            ? listOrigins(document.getText()).map(({ line, start, end, sourceLine }) => {
                const source = Uri.parse(getAbout(document.uri)).with({
                  fragment: `L${sourceLine + 1}`,
                })
                return new DocumentLink(new Range(line, start, line, end), source)
              })
            : [],
      },
    ),
  )
}
