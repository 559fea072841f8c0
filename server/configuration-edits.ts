import type { WorkspaceEdit } from 'vscode-languageserver'
import { getConfigurationRoot } from '../src/project/configuration.js'
import type { Edit } from '../src/document/diagnostic.js'
import type { Document } from '../src/document/document.js'
import { parseDocument } from '../src/document/document.js'
import { detectLineEnd } from '../src/document/lines.js'
import { addEntry, replaceScalar } from '../src/edit/edit.js'
import { applyEdits } from '../src/edit/edits.js'
import { setJsonString } from '../src/edit/json-edit.js'
import { positionsIn } from '../src/language/index.js'
import { getErrorMessage } from '../src/document/errors.js'
import type { LspClient } from './client.js'
import { createConverter } from './convert.js'
import type { Documents, Folders } from './documents.js'
import { toWorkspaceEdit } from './workspace-edit.js'
import type { Machine } from './machine.js'
import type { EditorSettingsStore } from './settings.js'
import { formatDisplayPath } from './documents.js'

/** A string to set in a configuration: its path, the string, and the YAML for it. */
export type ConfigurationChange = { path: readonly string[]; value: string; yaml: string }

/** The edit of a configuration file, and the URI of that file. */
export type ConfigurationEdit = { uri: string; edit: WorkspaceEdit }

export type ConfigurationRefusal = { why: string }

/** Returns the edit that changes or creates the configuration of a file, or the reason why neither is possible. */
export type EditConfiguration = (
  uri: string,
  change: ConfigurationChange,
) => ConfigurationEdit | ConfigurationRefusal

export const disableRule = (rule: string): ConfigurationChange => ({
  path: ['rules', rule],
  value: 'off',
  yaml: 'off',
})

type ConfigurationEditDeps = {
  client: LspClient
  machine: Machine | undefined
  documents: Documents
  folders: Folders
  settings: EditorSettingsStore
}

export function createConfigurationEditor(deps: ConfigurationEditDeps): EditConfiguration {
  const { client, machine, folders } = deps
  return (uri, change) => {
    const path = machine?.toPath(uri)
    if (!machine || path === undefined)
      return { why: `no configuration file applies to \`${formatDisplayPath(uri, folders)}\`` }
    const target = findConfiguration({ ...deps, machine }, uri, path)
    if ('why' in target) return target
    const name = formatDisplayPath(target.uri, folders)
    if (target.text === undefined) {
      const edit = target.isMissing
        ? createConfigurationFile(target.uri, change, client)
        : undefined
      const why = target.isMissing
        ? 'there is no configuration file, and the editor does not let servers create one'
        : `\`${name}\` cannot be read`
      return edit ? { uri: target.uri, edit } : { why }
    }
    const edits = createConfigurationEdits(target.uri, target.text, change)
    if (!edits) return { why: `\`${name}\` has mistakes; correct them first` }
    const convert = createConverter(positionsIn(target.text), client.encoding)
    const file = { uri: target.uri, edits: edits.map(convert.edit) }
    return { uri: target.uri, edit: toWorkspaceEdit([file], deps) }
  }
}

/**
 * The config file to change or create. `text` is its text in the editor or, if it is not open, on disk; undefined if it
 * cannot be read.
 */
type ConfigurationTarget = {
  uri: string
  text: string | undefined
  isMissing: boolean
}

function findConfiguration(
  { machine, documents, folders, settings }: ConfigurationEditDeps & { machine: Machine },
  uri: string,
  path: string,
): ConfigurationTarget | ConfigurationRefusal {
  const { config, isolated } = settings.settingsFor(uri)
  if (isolated)
    return {
      why: 'configuration files are not read here; trust the workspace, or turn off the editor setting `routerfile.isolated`',
    }
  const folder = folders.folderFor(uri) ?? machine.toUri(machine.getFolder(path))
  const newFileUri = `${folder}/routerfile.config.json`
  try {
    const configPath = config ?? machine.findNearestConfiguration(machine.getFolder(path))
    const file = configPath ?? machine.toPath(newFileUri)
    const openDocument = file === undefined ? undefined : documents.get(machine.toUri(file))
    // The byte order mark is removed, because positions of the protocol do not count it.
    const text = openDocument?.text() ?? (file && machine.readText(file)?.replace(/^\ufeff/, ''))
    return {
      uri: openDocument?.uri ?? (configPath === undefined ? newFileUri : machine.toUri(configPath)),
      text,
      isMissing: configPath === undefined && (!file || machine.getStamp(file) === undefined),
    }
  } catch (error) {
    return { why: getErrorMessage(error) }
  }
}

const startPosition = { line: 0, character: 0 }

function createConfigurationFile(
  uri: string,
  { path, value }: ConfigurationChange,
  { hasDocumentChanges, createsFiles }: LspClient,
): WorkspaceEdit | undefined {
  if (!hasDocumentChanges || !createsFiles) return undefined
  const [creation] = setJsonString(parseDocument(''), path, value) ?? []
  if (!creation) return undefined
  return {
    documentChanges: [
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      {
        textDocument: { uri, version: null },
        edits: [{ range: { start: startPosition, end: startPosition }, newText: creation.text }],
      },
    ],
  }
}

/**
 * Creates the edits for a change of a configuration; undefined if the text has mistakes, or if the change would cause
 * mistakes.
 */
function createConfigurationEdits(
  uri: string,
  text: string,
  change: ConfigurationChange,
): Edit[] | undefined {
  const document = parseDocument(text)
  if (hasProblems(document)) return undefined
  const path = [...getConfigurationRoot(uri), ...change.path]
  const isJson = document.root ? document.root.isFlow : uri.endsWith('.json')
  const edits = isJson
    ? setJsonString(document, path, change.value)
    : editYaml(document, path, change.yaml)
  if (!edits) return undefined
  const changedText = applyEdits(text, edits)
  // The value may be set already, because several files can share a configuration.
  if (changedText === text) return []
  const changedDocument = parseDocument(changedText)
  return changedDocument.problems.length === 0 && changedDocument.find(path) ? edits : undefined
}

const hasProblems = ({ problems, unreadContent }: Document): boolean =>
  unreadContent !== undefined ||
  problems.some(({ code }) => code !== 'empty-document' && code !== 'null-document')

function editYaml(document: Document, path: readonly string[], yaml: string): Edit[] | undefined {
  const { text, root } = document
  if (!root) {
    const lineEnd = detectLineEnd(text)
    const lines = path.map((name, depth) => `${'  '.repeat(depth)}${name}:`)
    const lineBreak = text === '' || /[\r\n]$/.test(text) ? '' : lineEnd
    const addedText = `${lineBreak}${lines.join(lineEnd)} ${yaml}${lineEnd}`
    return [{ start: text.length, end: text.length, text: addedText }]
  }
  if (document.find(path)) return replaceScalar(document, path, yaml)
  const entry = { name: path.at(-1) ?? '', afterColon: ` ${yaml}`, linesBelow: [] }
  return addEntry(document, path.slice(0, -1), entry)
}
