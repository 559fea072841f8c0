import type { Position, Range } from 'vscode-languageserver'
import type { Span } from '../src/document/diagnostic.js'
import { once } from '../src/document/lazy.js'
import { maxTextLength } from '../src/document/limits.js'
import { positionsIn, viewOf } from '../src/language/index.js'
import { detectLanguage } from '../src/template/language.js'
import type { MaskedTemplate } from '../src/template/mask.js'
import { maskTags } from '../src/template/mask.js'
import type { LspClient } from './client.js'
import type { Converter } from './convert.js'
import { createConverter } from './convert.js'
import type { OpenDocument } from './documents.js'
import type { EmbeddedFiles } from './embedded-files.js'
import { findFileAt } from './embedded-files.js'
import type { RouterFiles, OpenRouterFile } from './router-files.js'
import { findTemplateLanguage } from './router-files.js'
import type { EditorSettingsStore } from './settings.js'

/** An open template that is rendered to a router file, or may have router files in its strings. */
export type OpenTemplate = {
  uri: string
  text: string
  /** Converts between offsets and positions in the template. */
  convert: Converter
  /**
   * Finds the router file at a range, with masked tags: an embedded one or, if the template has none and is rendered to
   * a router file, the whole template. Undefined if there is none.
   */
  findFile: (range: Range | undefined) => OpenRouterFile | undefined
  findTag: (position: Position) => Span | undefined
  touchesTag: (range: Range) => boolean
}

/** The open templates. Each version is analyzed only once. */
export type TemplateFiles = {
  /** Undefined unless the document is a template that is rendered to a router file, or may contain router files. */
  get: (document: OpenDocument) => OpenTemplate | undefined
  clear: () => void
}

type TemplateFilesDeps = {
  client: LspClient
  settings: EditorSettingsStore
  routerFiles: Pick<RouterFiles, 'optionsFor'>
  embeddedFiles: Pick<EmbeddedFiles, 'openMasked'>
}

export function createTemplateFiles(deps: TemplateFilesDeps): TemplateFiles {
  const state = { templates: new WeakMap<OpenDocument, OpenTemplate | 'none'>() }
  return {
    get: (document) => {
      const template = state.templates.get(document) ?? openTemplate(document, deps) ?? 'none'
      state.templates.set(document, template)
      return template === 'none' ? undefined : template
    },
    clear: () => void (state.templates = new WeakMap()),
  }
}

function openTemplate(document: OpenDocument, deps: TemplateFilesDeps): OpenTemplate | undefined {
  const { uri } = document
  const text = document.text()
  const routerLanguage = text.length > maxTextLength ? undefined : findTemplateLanguage(document)
  const language = routerLanguage ?? findQuotingLanguage(uri, text)
  if (!language) return undefined
  const maskedTemplate = maskTags(text, language)
  const convert = createConverter(positionsIn(text), deps.client.encoding)
  const listEmbeddedFiles = once(() =>
    deps.embeddedFiles.openMasked({ ...document, text: () => maskedTemplate.text }),
  )
  const getWholeFile = once(() =>
    routerLanguage ? openWholeFile(uri, maskedTemplate, convert, deps) : undefined,
  )
  const findTagIn = ({ start, end }: Span): Span | undefined =>
    maskedTemplate.tags.find((tag) => tag.start < end && start < tag.end)
  return {
    uri,
    text,
    convert,
    findFile: (range) =>
      listEmbeddedFiles().length > 0
        ? findFileAt(listEmbeddedFiles(), range, maskedTemplate.text)
        : getWholeFile(),
    findTag: (position) => {
      const offset = convert.offset(position)
      return findTagIn({ start: offset, end: offset + 1 })
    },
    touchesTag: (range) => findTagIn(convert.span(range)) !== undefined,
  }
}

/**
 * Returns the language of a template that may have a router file in one of its strings, such as the template of a
 * ConfigMap in a Helm chart; undefined for other texts.
 */
const findQuotingLanguage = (path: string, text: string): 'go' | undefined =>
  text.length <= maxTextLength &&
  text.includes('.Values.') &&
  detectLanguage(text, { path }) === 'go'
    ? 'go'
    : undefined

/** Opens the masked text of a template as a router file; undefined if the configuration excludes it. */
function openWholeFile(
  uri: string,
  { text }: MaskedTemplate,
  convert: Converter,
  { routerFiles, settings }: TemplateFilesDeps,
): OpenRouterFile | undefined {
  const { options, isExcluded, baselineEntries } = routerFiles.optionsFor(uri)
  if (isExcluded) return undefined
  const { env: _, ...optionsWithoutEnv } = options
  return {
    uri,
    kind: 'router',
    view: viewOf(text, optionsWithoutEnv),
    options: optionsWithoutEnv,
    settings: settings.settingsFor(uri),
    baselineEntries,
    convert,
  }
}
