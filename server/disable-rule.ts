import type { WorkspaceEdit } from 'vscode-languageserver'
import { packageKey } from '../src/project/configuration.js'
import { parseDocument } from '../src/document/document.js'
import type { Edit } from '../src/document/diagnostic.js'
import { addEntry } from '../src/fix/edit.js'
import { positionsIn } from '../src/language/index.js'
import { toRecord } from '../src/document/record.js'
import type { LspClient } from './client.js'
import { createConverter } from './convert.js'
import type { Documents, Folders } from './documents.js'
import { toWorkspaceEdit } from './workspace-edit.js'
import type { Machine } from './machine.js'

/** Turns a rule off in the configuration that applies to a file; undefined if that is not possible. */
export type DisableRule = (uri: string, rule: string) => WorkspaceEdit | undefined

type ConfigurationEditDeps = {
  client: LspClient
  machine: Machine | undefined
  documents: Documents
  folders: Folders
}

export function createRuleDisabler({
  client,
  machine,
  documents,
  folders,
}: ConfigurationEditDeps): DisableRule {
  return (uri, rule) => {
    const path = machine?.toPath(uri)
    if (!machine || path === undefined) return undefined
    const found = machine.nearestConfiguration(machine.getFolder(path))
    if (found === undefined)
      return createConfigurationFile(
        `${folders.folderFor(uri) ?? machine.toUri(machine.getFolder(path))}/routerfile.config.json`,
        rule,
        client,
      )
    const target = machine.toUri(found)
    const open = documents.get(target)
    const text = open?.text() ?? machine.read(found)
    const edits = text === undefined ? undefined : createConfigurationEdits(found, text, rule)
    return text === undefined || !edits
      ? undefined
      : toWorkspaceEdit(
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

/** Replaces the whole text, with the indentation that it had. */
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
