import type { Range } from 'vscode-languageserver'
import type { Diagnostic, Edit, Span } from '../src/document/diagnostic.js'
import { findLineStarts } from '../src/document/diagnostic.js'
import { once } from '../src/document/lazy.js'
import type { EmbeddedFile } from '../src/embedded/embedded-file.js'
import {
  isInside,
  listBase64Spans,
  maskBase64,
  toInnerOffset,
  toOuterDiagnostics,
  toOuterSpan,
} from '../src/embedded/embedded-file.js'
import { positionsIn, viewOf } from '../src/language/index.js'
import { compareWithBaseline } from '../src/lint/baseline.js'
import { isRouterFile } from '../src/recognition/recognize.js'
import type { LspClient } from './client.js'
import type { Converter } from './convert.js'
import { createConverter } from './convert.js'
import type { OpenDocument } from './documents.js'
import type { RouterFiles, OpenRouterFile } from './router-files.js'
import type { EditorSettingsStore } from './settings.js'

/**
 * Converts edits of an embedded file to edits of the outer file; undefined if that is not possible, for example because
 * the string cannot represent the edited text.
 */
type EncodeEdits = (edits: readonly Edit[]) => Edit[] | undefined

/** A router file that is a string of another file. Its `convert` gives positions in that file. */
export type OpenEmbeddedFile = OpenRouterFile & {
  file: EmbeddedFile
  /** Converts between offsets and positions in the outer file. */
  outer: Converter
  encode: EncodeEdits
  /** Finds the findings that are not in the baseline, with positions in the outer file. */
  findDiagnostics: () => readonly Diagnostic[]
}

/** A text that may have router files in its strings, such as a document. */
export type HoldingText = Pick<OpenDocument, 'uri' | 'text'>

/** Finds the router files in the strings of files. `list` caches its result for each version of a document. */
export type EmbeddedFiles = {
  /** Loads the code, mainly a YAML library. Until it is loaded, the other functions find no router files. */
  load: () => Promise<void>
  /** Finds the router files in the strings of a text, without analyzing them. */
  find: (text: HoldingText) => readonly EmbeddedFile[]
  list: (document: HoldingText) => readonly OpenEmbeddedFile[]
  /** Finds the router file that a range touches, or that contains a cursor (an empty range). */
  findAt: (document: OpenDocument, range: Range | undefined) => OpenEmbeddedFile | undefined
  /**
   * Finds the router files in the strings of a template whose tags are masked. Variables in them have no values,
   * because masked tags also look like variables.
   */
  openMasked: (document: OpenDocument) => readonly OpenEmbeddedFile[]
  clear: () => void
}

type EmbeddedFilesDeps = {
  client: LspClient
  settings: EditorSettingsStore
  optionsFor: RouterFiles['optionsFor']
}

const loadEmbeddedModule = () => import('../src/embedded/embedded.js')

type EmbeddedModule = Awaited<ReturnType<typeof loadEmbeddedModule>>

export function createEmbeddedFiles({
  client,
  settings,
  optionsFor,
}: EmbeddedFilesDeps): EmbeddedFiles {
  const state: {
    module: EmbeddedModule | undefined
    files: WeakMap<HoldingText, readonly OpenEmbeddedFile[]>
  } = { module: undefined, files: new WeakMap() }
  const find: EmbeddedFiles['find'] = ({ uri, text }) => {
    const files = state.module?.findEmbedded(text(), isRouterFile) ?? []
    return files.length === 0 || optionsFor(uri).isExcluded ? [] : files
  }
  const openAll = (
    { createFixEncoder }: EmbeddedModule,
    outerText: HoldingText,
    usesEnvironment = true,
  ): OpenEmbeddedFile[] => {
    const embeddedFiles = find(outerText)
    if (embeddedFiles.length === 0) return []
    const { uri } = outerText
    const text = outerText.text()
    const editorSettings = settings.settingsFor(uri)
    const { options: fileOptions, findBaselineEntries, findVariable } = optionsFor(uri)
    const { env: _, ...optionsWithoutEnv } = fileOptions
    const options = usesEnvironment ? fileOptions : optionsWithoutEnv
    const lineStarts = once(() => findLineStarts(text))
    const outer = createConverter(positionsIn(text, lineStarts), client.encoding)
    const encode = createFixEncoder(text)
    const getMaskedBase64 = once(() => maskBase64(text, listBase64Spans(embeddedFiles)))
    return embeddedFiles.map((file): OpenEmbeddedFile => {
      const view = viewOf(file.text, options, { findVariable })
      const encodeEdits: EncodeEdits = (edits) =>
        encode({ title: '', edits: [...edits] }, file)?.edits
      return {
        uri,
        kind: 'router',
        view,
        options,
        settings: editorSettings,
        baselineEntries: findBaselineEntries(file.name),
        convert: createInnerConverter(file, outer, encodeEdits),
        encode: encodeEdits,
        lineIndent: file.indent,
        isQuoted: !['literal', 'folded', 'heredoc'].includes(file.style),
        file,
        outer,
        findDiagnostics: () =>
          compareWithBaseline(
            toOuterDiagnostics(view.diagnostics(), file, { text, lineStarts }),
            findBaselineEntries(file.name),
            getMaskedBase64(),
          ).newFindings,
      }
    })
  }
  const list: EmbeddedFiles['list'] = (document) => {
    if (!state.module) return []
    const files = state.files.get(document) ?? openAll(state.module, document)
    state.files.set(document, files)
    return files
  }
  return {
    load: async () => {
      state.module ??= await loadEmbeddedModule()
    },
    find,
    list,
    findAt: (document, place) => findFileAt(list(document), place, document.text()),
    openMasked: (document) => (state.module ? openAll(state.module, document, false) : []),
    clear: () => void (state.files = new WeakMap()),
  }
}

/** Finds the first of `files` that a range touches, or that contains a cursor (an empty range). */
export function findFileAt(
  files: readonly OpenEmbeddedFile[],
  range: Range | undefined,
  text: string,
): OpenEmbeddedFile | undefined {
  const span = range && files[0]?.outer.span(range)
  if (!span) return undefined
  return span.start < span.end
    ? files.find((file) => isTouchedBy(file, span))
    : findAtCursor(files, span.start, text)
}

/** Whether a range of the outer file touches a router file whose character positions in the outer file are known. */
const isTouchedBy = (
  { file: { span, offsets } }: OpenEmbeddedFile,
  { start, end }: Span,
): boolean => offsets !== undefined && start <= span.end && span.start <= end

/**
 * Finds the router file that contains a cursor. If the cursor is at the end of the router file, or on a blank line
 * after it, the converter maps the end of the router file to the cursor, so that text is appended there.
 */
function findAtCursor(
  files: readonly OpenEmbeddedFile[],
  offset: number,
  text: string,
): OpenEmbeddedFile | undefined {
  const cursorFile = files.find(({ file }) => isInside(file, offset, text))
  if (!cursorFile || toInnerOffset(cursorFile.file, offset) < cursorFile.file.text.length)
    return cursorFile
  return {
    ...cursorFile,
    convert: createInnerConverter(
      { ...cursorFile.file, appendAt: offset },
      cursorFile.outer,
      cursorFile.encode,
    ),
  }
}

/** Creates a converter between offsets in an embedded router file and positions in the outer file. */
function createInnerConverter(
  file: EmbeddedFile,
  outer: Converter,
  encode: EncodeEdits,
): Converter {
  const range = (span: Span): Range => outer.range(toOuterSpan(file, span))
  const offset: Converter['offset'] = (position) => toInnerOffset(file, outer.offset(position))
  return {
    position: (at) => range({ start: at, end: at }).start,
    range,
    location: (uri, span) => ({ uri, range: range(span) }),
    edit: (edit) => {
      const [encodedEdit = { ...toOuterSpan(file, edit), text: edit.text }] = encode([edit]) ?? []
      return outer.edit(encodedEdit)
    },
    edits: (edits) => encode(edits)?.map(outer.edit),
    offset,
    span: ({ start, end }) => ({ start: offset(start), end: offset(end) }),
  }
}
