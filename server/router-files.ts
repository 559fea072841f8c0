import type {
  FindVariable,
  Variable,
  VariableOrigin,
  VariablePlace,
} from '../src/document/environment.js'
import { hideValues, toEnvironment } from '../src/document/environment.js'
import { once } from '../src/document/lazy.js'
import type { View } from '../src/language/index.js'
import { viewOf } from '../src/language/index.js'
import type { BaselineEntry } from '../src/lint/baseline.js'
import type { Options } from '../src/lint/lint.js'
import type { Check } from '../src/project/machine.js'
import { formatReportPath } from '../src/project/reports.js'
import type { SettingOrigin, VariableSource } from '../src/project/settings.js'
import { createSettingsMerger, formatOrigin } from '../src/project/settings.js'
import { isConfiguration } from '../src/recognition/configuration.js'
import { findFormat } from '../src/recognition/formats.js'
import { outline } from '../src/recognition/outline.js'
import { isInRouterFolder, isRouterName, recognize } from '../src/recognition/recognize.js'
import type { TemplateLanguage } from '../src/template/language.js'
import { detectLanguage, isTemplateName } from '../src/template/language.js'
import { recognizeTemplate } from '../src/template/recognize-template.js'
import { getFailureMessage } from '../src/document/errors.js'
import type { LintHost } from '../src/lint/host.js'
import type { LspClient } from './client.js'
import type { Converter } from './convert.js'
import { createConverter } from './convert.js'
import type { Folders, OpenDocument } from './documents.js'
import type { FileConfiguration, Machine } from './machine.js'
import type { EditorSettings, EditorSettingsStore } from './settings.js'
import { toConfigurationSearch } from './settings.js'

/** A router file, complete or not, as features receive it. */
export type OpenRouterFile = {
  uri: string
  kind: Exclude<FileKind, 'other'>
  view: View
  options: Options
  settings: EditorSettings
  baselineEntries: readonly BaselineEntry[]
  convert: Converter
  /** For a router file in a string of another file: the indentation of all its lines in that file. */
  lineIndent?: string
  /** For a router file in a string of another file: whether the string is in quotes. */
  isQuoted?: boolean
}

type TextSource = Pick<OpenDocument, 'uri' | 'languageId' | 'text'>

/** Analyzes texts with their settings. Each version of an open text is analyzed only once. */
export type RouterFiles = {
  /**
   * Opens the router file in a document; undefined if it is another kind of file, or if a configuration excludes it.
   */
  get: (document: OpenDocument) => OpenRouterFile | undefined
  /** Like `get`, for a text that is not open in the editor. */
  inspect: (text: TextSource) => OpenRouterFile | undefined
  optionsFor: (uri: string) => OpenFileOptions
  /**
   * Lists the folders to which relative paths in a file may refer: the one in which the router is likely to start, and
   * the one of the file. None if the file is not on the machine.
   */
  foldersFor: (uri: string) => readonly string[]
  /** Returns the host through which checks of a file inspect the machine; undefined if the file is not on it. */
  hostFor: (uri: string, checks?: readonly Check[]) => LintHost | undefined
  /** Resolves when the first router file is opened. */
  firstOpened: Promise<void>
  /** Drops all results, because settings or files changed. */
  clear: () => void
}

type RouterFilesDeps = {
  client: LspClient
  folders: Folders
  machine: Machine | undefined
  settings: EditorSettingsStore
  showError: (message: string) => void
}

export function createRouterFiles(deps: RouterFilesDeps): RouterFiles {
  const { folders, machine } = deps
  const foldersFor = (uri: string): string[] => {
    const path = machine?.toPath(uri)
    const root = machine?.toPath(folders.folderFor(uri) ?? '')
    return machine && path !== undefined
      ? [...(root === undefined ? [] : [root]), machine.getFolder(path)]
      : []
  }
  const readOptions = createOptionsReader(deps)
  const optionsFor = (uri: string): OpenFileOptions =>
    readOptions(uri, deps.settings.settingsFor(uri))
  const hostFor: RouterFiles['hostFor'] = (uri, checks = optionsFor(uri).checks) =>
    machine?.toPath(uri) === undefined ? undefined : machine.createHost(checks, foldersFor(uri))
  const openFile = createFileOpener(deps, { hostFor, optionsFor })
  const state = {
    files: new WeakMap<OpenDocument, OpenRouterFile | 'none'>(),
    noteOpened: (): void => undefined,
  }
  const firstOpened = new Promise<void>((resolve) => {
    state.noteOpened = resolve
  })
  const openVersions = new WeakMap<object, { document: OpenDocument; file: OpenRouterFile }>()

  /** Analyzes a version of a document. Reuses the view of the previous version, which becomes invalid. */
  const openVersion = (document: OpenDocument): OpenRouterFile | undefined => {
    const previousVersion = openVersions.get(document.lifetimeKey)
    openVersions.delete(document.lifetimeKey)
    if (previousVersion) state.files.delete(previousVersion.document)
    const file = openFile(document, previousVersion?.file.view)
    if (file) {
      openVersions.set(document.lifetimeKey, { document, file })
      state.noteOpened()
    }
    return file
  }

  return {
    get: (document) => {
      const file = state.files.get(document) ?? openVersion(document) ?? 'none'
      state.files.set(document, file)
      return file === 'none' ? undefined : file
    },
    inspect: (text) => openFile(text),
    firstOpened,
    optionsFor,
    foldersFor,
    hostFor,
    clear: () => {
      state.files = new WeakMap()
      machine?.clear()
    },
  }
}

/**
 * Creates a function that analyzes a document, faster with the view of an earlier version. It returns undefined if the
 * document is not a router file, or excluded.
 */
function createFileOpener(
  { client, settings }: RouterFilesDeps,
  { hostFor, optionsFor }: Pick<RouterFiles, 'hostFor' | 'optionsFor'>,
): (text: TextSource, before?: View) => OpenRouterFile | undefined {
  return ({ uri, languageId, text: getText }, before) => {
    const text = getText()
    const editorSettings = settings.settingsFor(uri)
    const getFileOptions = once(() => optionsFor(uri))
    const kind = detectFileKind({ uri, languageId, text }, () => getFileOptions().isRouter)
    if (kind === 'other') return undefined
    const { options, checks, isExcluded, baselineEntries, findVariable } = getFileOptions()
    if (isExcluded) return undefined
    const view = viewOf(text, options, { host: hostFor(uri, checks), before, findVariable })
    const convert = createConverter(view, client.encoding)
    return { uri, kind, view, options, settings: editorSettings, baselineEntries, convert }
  }
}

/** The kind of a text: a router file, an incomplete one (in which missing keys are not reported), or neither. */
export type FileKind = 'router' | 'incomplete' | 'other'

/** Language ids of router files; the content of a document can overrule them. */
const languageIds: readonly string[] = ['routerfile', 'openziti-router']

type Text = { uri: string; languageId: string; text: string }

/**
 * Detects the kind by content and, if there is too little content, also by language id, file name and configuration.
 */
function detectFileKind(
  { uri, languageId, text }: Text,
  isConfiguredRouter: () => boolean,
): FileKind {
  if (isConfiguration(uri) || isTemplateOnly({ uri, text })) return 'other'
  const claim = languageIds.includes(languageId)
    ? 'chosen'
    : isRouterName(uri)
      ? 'declared'
      : isInRouterFolder(uri)
        ? 'passed'
        : undefined
  const recognition = recognize(text, { ...(claim && { claim }) })
  if (recognition.kind === 'router') return 'router'
  const isIncomplete =
    recognition.kind === 'incomplete-router' ||
    (recognition.kind === 'other' &&
      recognition.looksLike === undefined &&
      claim !== 'chosen' &&
      isConfiguredRouter() &&
      recognize(text, { claim: 'chosen' }).kind === 'incomplete-router')
  if (!isIncomplete) return 'other'
  return hasFewLines(text) ? 'incomplete' : 'router'
}

/** Minimum number of lines with content in a complete router file; a shorter text may be an incomplete one. */
const minCompleteLines = 5

/** Whether a text has so little content that missing keys are not reported. */
function hasFewLines(text: string): boolean {
  let lineCount = 0
  for (const [line] of text.matchAll(/.+/g)) {
    const content = line.trimStart()
    if (content !== '' && !content.startsWith('#') && (lineCount += 1) >= minCompleteLines)
      return false
  }
  return true
}

/**
 * Finds the template language of a document that is rendered to a router file; undefined for other documents. A
 * template with too many mistakes to be recognized is accepted if the editor gives it the language id of router files,
 * unless it looks like a file of another program.
 */
export function findTemplateLanguage({
  uri,
  languageId,
  text: getText,
}: TextSource): TemplateLanguage | undefined {
  const text = getText()
  const source = { path: uri, text }
  const language = recognizeTemplate(source)
  const isDeclared = languageIds.includes(languageId)
  if (language || !isDeclared || !detectLanguage(text, { path: uri, isDeclared })) return language
  const isOther = outline(text).some((root) => findFormat(root) !== undefined)
  return recognize(text).kind === 'template' && !isOther
    ? recognizeTemplate({ ...source, isDeclared })
    : undefined
}

/**
 * Whether a text is a template with the file name of a template. Such a text is not read as a router file, even if it
 * parses as one.
 */
const isTemplateOnly = ({ uri, text }: Pick<Text, 'uri' | 'text'>): boolean =>
  isTemplateName(uri) && recognizeTemplate({ path: uri, text }) !== undefined

export type ReleaseSource = 'configuration' | 'setting'

/** The options for checking a file, from config files and editor settings; editor settings take precedence. */
export type OpenFileOptions = {
  options: Options
  /** Where the release is set; missing for the default release. */
  releaseFrom?: ReleaseSource
  /** The setting of the editor, or the file and line, that sets the release. */
  releaseOrigin?: string
  /**
   * Whether configuration files are ignored, because the editor setting `isolated` is on or the file is not on the
   * machine.
   */
  isUnconfigured: boolean
  /** The URIs of the config files and environment files that were read. */
  sources: readonly string[]
  checks: readonly Check[]
  isExcluded: boolean
  /** Whether a configuration says that the file is a router file. */
  isRouter: boolean
  findVariable: FindVariable
  baselineEntries: readonly BaselineEntry[]
  /** The baseline entries for the router file with this name in the strings of the file. */
  findBaselineEntries: (part: string) => readonly BaselineEntry[]
}

type ReadOptions = (uri: string, settings: EditorSettings) => OpenFileOptions

type OptionsDeps = Pick<RouterFilesDeps, 'machine' | 'folders' | 'showError'>

/**
 * Creates a function that reads the options of a file. It shows errors to the user, and leaves out options that failed.
 */
function createOptionsReader({ machine, folders, showError }: OptionsDeps): ReadOptions {
  const mergeSettings = createSettingsMerger()
  const tryRead = <Result>(read: () => Result): Result | undefined => {
    try {
      return read()
    } catch (error) {
      showError(getFailureMessage(error))
      return undefined
    }
  }
  const readVariables = (sources: readonly VariableSource[]): readonly Variable[] | undefined =>
    sources.length > 0
      ? tryRead(() => (machine?.readVariables ?? listSettingVariables)(sources))
      : undefined
  return (uri, editorSettings) => {
    const path = machine?.toPath(uri)
    const configuration = readConfiguration(machine, path, editorSettings)
    if (configuration.problem !== undefined) showError(configuration.problem)
    const settings = mergeSettings([...configuration.layers, editorSettings.configSettings])
    const variables = readVariables(settings.env)
    const platform = settings.platform?.value ?? machine?.platform
    const readBaselineEntries = (reportPath: string | undefined): readonly BaselineEntry[] =>
      (reportPath === undefined
        ? undefined
        : tryRead(() => machine?.findBaselineEntries(reportPath, settings))) ?? []
    const rules = Object.fromEntries(
      Object.entries(settings.rules).map(([id, { value }]) => [id, value]),
    )
    return {
      options: {
        ...(settings.target && { target: settings.target.value }),
        ...(platform && { platform }),
        rules,
        ...(variables && {
          env: hideValues(
            toEnvironment(variables),
            listOutsideVariables(variables, uri, { machine, folders }),
          ),
        }),
      },
      ...(settings.target && {
        releaseFrom: editorSettings.configSettings.target ? 'setting' : 'configuration',
        releaseOrigin: formatSettingOrigin(settings.target.origin, uri, { machine, folders }),
      }),
      isUnconfigured: path === undefined || editorSettings.isolated,
      sources: [
        ...(configuration.paths ?? []),
        ...settings.env.flatMap((item) => ('file' in item ? item.file.value : [])),
      ].flatMap((source) => machine?.toUri(source) ?? []),
      findVariable: (name) => {
        const variable = variables?.findLast((item) => item.name === name)
        return variable && toVariablePlace(variable.origin, uri, { machine, folders })
      },
      checks: settings.check?.value ?? ['files', 'certificates'],
      isExcluded: configuration.isExcluded,
      isRouter: settings.kind?.value === 'router',
      baselineEntries: readBaselineEntries(path),
      findBaselineEntries: (part) => readBaselineEntries(path && formatReportPath({ path, part })),
    }
  }
}

const readConfiguration = (
  machine: Machine | undefined,
  path: string | undefined,
  editorSettings: EditorSettings,
): FileConfiguration =>
  machine && path !== undefined
    ? machine.readConfiguration(path, toConfigurationSearch(editorSettings))
    : { layers: [], isExcluded: false }

/**
 * Lists the variables that settings define directly. Those in environment files are left out, because reading files
 * needs a machine.
 */
const listSettingVariables = (sources: readonly VariableSource[]): readonly Variable[] =>
  sources.flatMap((item) =>
    'file' in item
      ? []
      : [
          {
            name: item.name,
            value: item.value.value,
            origin: { setting: formatOrigin(item.value.origin) },
          },
        ],
  )

/**
 * Lists the names of the variables that are set in files outside the project and the open folder of a router file.
 * Their values must not be disclosed to other people.
 */
function listOutsideVariables(
  variables: readonly Variable[],
  uri: string,
  { machine, folders }: Pick<RouterFilesDeps, 'machine' | 'folders'>,
): string[] {
  const path = machine?.toPath(uri)
  if (!machine || path === undefined) return []
  const folder = machine.toPath(folders.folderFor(uri) ?? '')
  const files = new Set(variables.flatMap(({ origin }) => ('file' in origin ? [origin.file] : [])))
  const outside = [...files].filter((file) =>
    machine.isOutside(file, path, folder === undefined ? [] : [folder]),
  )
  return variables.flatMap(({ name, origin }) =>
    'file' in origin && outside.includes(origin.file) ? [name] : [],
  )
}

/** Formats where a setting is set, for users: paths are relative to the folder that is open in the editor. */
function formatSettingOrigin(
  from: SettingOrigin,
  uri: string,
  { machine, folders }: Pick<RouterFilesDeps, 'machine' | 'folders'>,
): string {
  const root = machine?.toPath(folders.folderFor(uri) ?? '')
  return typeof from === 'string' || !machine || root === undefined
    ? formatOrigin(from)
    : formatOrigin({ ...from, file: machine.toRelativePath(root, from.file) })
}

/** Formats where a variable is set, for users: paths are relative to the folder that is open in the editor. */
function toVariablePlace(
  origin: VariableOrigin,
  uri: string,
  { machine, folders }: Pick<RouterFilesDeps, 'machine' | 'folders'>,
): VariablePlace {
  if ('setting' in origin) return { label: `the editor setting \`${origin.setting}\`` }
  const { file, place } = origin
  const root = machine?.toPath(folders.folderFor(uri) ?? '')
  const path = machine && root !== undefined ? machine.toRelativePath(root, file) : file
  return { label: `\`${path}\`, line ${place.line + 1}`, target: origin }
}
