import type { WorkspaceEdit } from 'vscode-languageserver'
import { packageKey } from '../src/project/configuration.js'
import { parseDocument } from '../src/document/document.js'
import type { Edit } from '../src/document/diagnostic.js'
import { addEntry, replaceScalar } from '../src/fix/edit.js'
import { positionsIn } from '../src/language/index.js'
import { toRecord } from '../src/document/record.js'
import type { LspClient } from './client.js'
import { createConverter } from './convert.js'
import type { Documents, Folders } from './documents.js'
import { toWorkspaceEdit } from './workspace-edit.js'
import type { Machine } from './machine.js'

/** A value of a configuration: where it is, and how it is written in JSON and in YAML. */
export type ConfigurationChange = { path: readonly string[]; value: string; yaml: string }

/** The change of a configuration file, and its address. */
export type ConfigurationEdit = { uri: string; edit: WorkspaceEdit }

/**
 * Changes the configuration that applies to a file, or creates one in its workspace folder; undefined if that is not
 * possible.
 */
export type EditConfiguration = (
  uri: string,
  change: ConfigurationChange,
) => ConfigurationEdit | undefined

/** Turns a rule off in the configuration that applies to a file; undefined if that is not possible. */
export type DisableRule = (uri: string, rule: string) => WorkspaceEdit | undefined

export const createRuleDisabler =
  (editConfiguration: EditConfiguration): DisableRule =>
  (uri, rule) =>
    editConfiguration(uri, { path: ['rules', rule], value: 'off', yaml: 'off' })?.edit

type ConfigurationEditDeps = {
  client: LspClient
  machine: Machine | undefined
  documents: Documents
  folders: Folders
}

export function createConfigurationEditor({
  client,
  machine,
  documents,
  folders,
}: ConfigurationEditDeps): EditConfiguration {
  return (uri, change) => {
    const path = machine?.toPath(uri)
    if (!machine || path === undefined) return undefined
    const found = machine.nearestConfiguration(machine.getFolder(path))
    if (found === undefined) {
      const folder = folders.folderFor(uri) ?? machine.toUri(machine.getFolder(path))
      const created = `${folder}/routerfile.config.json`
      const edit = createConfigurationFile(created, change, client)
      return edit && { uri: created, edit }
    }
    const target = machine.toUri(found)
    const open = documents.get(target)
    const text = open?.text() ?? machine.read(found)
    const edits = text === undefined ? undefined : createConfigurationEdits(found, text, change)
    if (text === undefined || !edits) return undefined
    const converted = edits.map(createConverter(positionsIn(text), client.encoding).edit)
    const version = open?.version ?? null
    return {
      uri: target,
      edit: toWorkspaceEdit([{ uri: target, version, edits: converted }], client),
    }
  }
}

const startPosition = { line: 0, character: 0 }

function createConfigurationFile(
  uri: string,
  { path, value }: ConfigurationChange,
  { hasDocumentChanges, createsFiles }: LspClient,
): WorkspaceEdit | undefined {
  if (!hasDocumentChanges || !createsFiles) return undefined
  const newText = `${JSON.stringify(setAt({}, path, value), undefined, 2)}\n`
  return {
    documentChanges: [
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      {
        textDocument: { uri, version: null },
        edits: [{ range: { start: startPosition, end: startPosition }, newText }],
      },
    ],
  }
}

function createConfigurationEdits(
  file: string,
  text: string,
  change: ConfigurationChange,
): Edit[] | undefined {
  return file.endsWith('.json')
    ? editJson(text, change, file.endsWith('package.json'))
    : editYaml(text, change)
}

function editYaml(text: string, { path, yaml }: ConfigurationChange): Edit[] | undefined {
  const document = parseDocument(text)
  if (document.problems.some(({ code }) => code !== 'empty-document' && code !== 'null-document'))
    return undefined
  if (!document.root) {
    const lines = path.map((name, depth) => `${'  '.repeat(depth)}${name}:`)
    return [{ start: text.length, end: text.length, text: `${lines.join('\n')} ${yaml}\n` }]
  }
  if (document.find(path)) return replaceScalar(document, path, yaml)
  const line = { name: path.at(-1) ?? '', rest: ` ${yaml}`, below: [] }
  return addEntry(document, path.slice(0, -1), line)
}

/** Replaces the whole text, with the indentation that it had. */
function editJson(
  text: string,
  { path, value }: ConfigurationChange,
  isPackage: boolean,
): Edit[] | undefined {
  try {
    const all = toRecord(JSON.parse(text))
    const changed = setAt(all, isPackage ? [packageKey, ...path] : path, value)
    const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
    return [{ start: 0, end: text.length, text: `${JSON.stringify(changed, undefined, indent)}\n` }]
  } catch {
    return undefined
  }
}

/** A map with another value at a path. */
function setAt(map: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  return name === undefined
    ? value
    : { ...toRecord(map), [name]: setAt(toRecord(map)[name], rest, value) }
}
