import type { WorkspaceEdit } from 'vscode-languageserver'
import { packageKey } from '../src/configuration/read.js'
import { parseDocument } from '../src/document.js'
import type { Edit } from '../src/diagnostic.js'
import { add } from '../src/edit/add.js'
import { positionsIn } from '../src/language/index.js'
import { toRecord } from '../src/record.js'
import type { Client } from './client.js'
import { convertIn } from './convert.js'
import type { Documents } from './documents.js'
import type { Folders } from './folders.js'
import { editOf } from './navigation.js'
import type { World } from './world.js'

/** Switches a rule off in the configuration that counts for a file; undefined where that cannot be done. */
export type SwitchOff = (uri: string, rule: string) => WorkspaceEdit | undefined

type Means = { client: Client; world: World | undefined; documents: Documents; folders: Folders }

export function configurationEdits({ client, world, documents, folders }: Means): SwitchOff {
  return (uri, rule) => {
    const path = world?.pathOf(uri)
    if (!world || path === undefined) return undefined
    const found = world.nearestConfiguration(world.folderOf(path))
    if (found === undefined)
      return creation(
        `${folders.of(uri) ?? world.uriOf(world.folderOf(path))}/routerfile.config.json`,
        rule,
        client,
      )
    const target = world.uriOf(found)
    const open = documents.get(target)
    const text = open?.text() ?? world.read(found)
    const edits = text === undefined ? undefined : editsFor(found, text, rule)
    return text === undefined || !edits
      ? undefined
      : editOf(
          [
            {
              uri: target,
              version: open?.version ?? null,
              edits: edits.map(convertIn(positionsIn(text), client.encoding).edit),
            },
          ],
          client,
        )
  }
}

const start = { line: 0, character: 0 }

function creation(
  uri: string,
  rule: string,
  { hasDocumentChanges, createsFiles }: Client,
): WorkspaceEdit | undefined {
  if (!hasDocumentChanges || !createsFiles) return undefined
  const newText = `${JSON.stringify({ rules: { [rule]: 'off' } }, undefined, 2)}\n`
  return {
    documentChanges: [
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText }] },
    ],
  }
}

function editsFor(path: string, text: string, rule: string): Edit[] | undefined {
  if (path.endsWith('.json')) return editJson(text, rule, path.endsWith('package.json'))
  const document = parseDocument(text)
  if (document.problems.some(({ code }) => code !== 'empty-document' && code !== 'null-document'))
    return undefined
  const line = { name: rule, rest: ' off', below: [] }
  return document.root
    ? add(document, ['rules'], line)
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
