import type { WorkspaceEdit, Diagnostic } from 'vscode-languageserver'
import { packageKey, readConfiguration } from '../src/project/configuration.js'
import { parseDocument } from '../src/document/document.js'
import type { Edit } from '../src/document/diagnostic.js'
import { addEntry } from '../src/fix/edit.js'
import { positionsIn } from '../src/language/index.js'
import { toRecord } from '../src/document/record.js'
import type { LspClient } from './client.js'
import { createConverter } from './convert.js'
import type { Documents, Folders, OpenDocument } from './documents.js'
import { toMultiFileEdit } from './navigation.js'
import type { Machine } from './machine.js'
import { toLspDiagnostic } from './diagnostics.js'
import { isConfiguration } from './router-files.js'

/** Switches a rule off in the configuration that counts for a file; undefined where that cannot be done. */
export type DisableRule = (uri: string, rule: string) => WorkspaceEdit | undefined

type ConfigurationEditDeps = {
  client: LspClient
  world: Machine | undefined
  documents: Documents
  folders: Folders
}

export function createRuleDisabler({
  client,
  world,
  documents,
  folders,
}: ConfigurationEditDeps): DisableRule {
  return (uri, rule) => {
    const path = world?.toPath(uri)
    if (!world || path === undefined) return undefined
    const found = world.nearestConfiguration(world.getFolder(path))
    if (found === undefined)
      return createConfigurationFile(
        `${folders.folderFor(uri) ?? world.toUri(world.getFolder(path))}/routerfile.config.json`,
        rule,
        client,
      )
    const target = world.toUri(found)
    const open = documents.get(target)
    const text = open?.text() ?? world.read(found)
    const edits = text === undefined ? undefined : createConfigurationEdits(found, text, rule)
    return text === undefined || !edits
      ? undefined
      : toMultiFileEdit(
          [
            {
              uri: target,
              version: open?.version ?? null,
              edits: edits.map(createConverter(positionsIn(text), client.encoding).edit),
            },
          ],
          client,
        )
  }
}

const startPosition = { line: 0, character: 0 }

function createConfigurationFile(
  uri: string,
  rule: string,
  { hasDocumentChanges, createsFiles }: LspClient,
): WorkspaceEdit | undefined {
  if (!hasDocumentChanges || !createsFiles) return undefined
  const newText = `${JSON.stringify({ rules: { [rule]: 'off' } }, undefined, 2)}\n`
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

function createConfigurationEdits(path: string, text: string, rule: string): Edit[] | undefined {
  if (path.endsWith('.json')) return editJson(text, rule, path.endsWith('package.json'))
  const document = parseDocument(text)
  if (document.problems.some(({ code }) => code !== 'empty-document' && code !== 'null-document'))
    return undefined
  const line = { name: rule, rest: ' off', below: [] }
  return document.root
    ? addEntry(document, ['rules'], line)
    : [{ start: text.length, end: text.length, text: `rules:\n  ${rule}: off\n` }]
}

/** The whole text anew, indented as it was. */
function editJson(text: string, rule: string, isPackage: boolean): Edit[] | undefined {
  try {
    const all = toRecord(JSON.parse(text))
    const own = isPackage ? toRecord(all[packageKey]) : all
    const changed = { ...own, rules: { ...toRecord(own['rules']), [rule]: 'off' } }
    const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
    return [
      {
        start: 0,
        end: text.length,
        text: `${JSON.stringify(isPackage ? { ...all, [packageKey]: changed } : changed, undefined, indent)}\n`,
      },
    ]
  } catch {
    return undefined
  }
}

/** A function that gives what is wrong with an open text as a configuration of ours; nothing where it is none. */
export function createConfigurationChecker({
  client,
  world,
}: {
  client: LspClient
  world: Machine | undefined
}): (document: OpenDocument) => Diagnostic[] {
  return ({ uri, text }) => {
    if (!isConfiguration(uri, text())) return []
    const path = world?.toPath(uri)
    const found =
      world && path !== undefined ? world.mistakesIn(path, text()) : findMistakes(uri, text())
    const convert = createConverter(positionsIn(text()), client.encoding)
    return found.map((item) => toLspDiagnostic(item, { uri, client, convert }))
  }
}

function findMistakes(uri: string, text: string) {
  const read = readConfiguration(uri, text)
  return 'content' in read ? [] : read.diagnostics
}
