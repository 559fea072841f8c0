import { LSPClient } from '@codemirror/lsp-client'
import { EditorState, Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { Finding } from '../../../web/playground/findings.js'
import { addFixes, check, takeFolderFindings } from '../../../web/playground/findings.js'
import { OpenFiles, filesOf } from '../../../web/playground/open-files.js'

const doc = Text.of(['v: 3', 'link:', '  listeners: []'])

const createFinding = (rule: string, line: number): Finding => ({
  ...{ rule, line, from: doc.line(line).from, to: doc.line(line).to },
  ...{ severity: 'warning', message: rule, fixes: [] },
})

test.each<[severities: Readonly<Record<string, string>>, found: string[]]>([
  [{}, ['3 fleet-here warning', '3 unknown-key warning']],
  [{ 'fleet-here': 'error' }, ['3 fleet-here error', '3 unknown-key warning']],
  [{ 'fleet-here': 'off' }, ['3 unknown-key warning']],
])(
  'a file of a folder has the findings of comparing it with that folder, not with open files: %j',
  (severities, expected) => {
    const own = [createFinding('fleet-open', 1), createFinding('unknown-key', 3)]
    const ofFolder = [createFinding('fleet-here', 3), createFinding('unknown-key', 1)]
    const found = takeFolderFindings(own, ofFolder, { doc, severities })
    expect(found.map(({ line, rule, severity }) => `${line} ${rule} ${severity}`).sort()).toEqual(
      expected,
    )
    expect(found.find(({ rule }) => rule === 'fleet-here')?.from ?? 13).toBe(13)
  },
)

/** A file of a client whose server answers each request about it with an error. */
async function openRefused(code: number) {
  const client = new LSPClient({ workspace: (owner) => new OpenFiles(owner) })
  let answer = (_: string): void => undefined
  client.connect({
    send: (text) => {
      const { id, method } = JSON.parse(text) as { id?: number; method?: string }
      if (id === undefined) return
      const content =
        method === 'initialize'
          ? { result: { capabilities: {} } }
          : { error: { code, message: 'the text changed' } }
      queueMicrotask(() => answer(JSON.stringify({ jsonrpc: '2.0', id, ...content })))
    },
    subscribe: (listener) => {
      answer = listener
    },
    unsubscribe: () => undefined,
  })
  await client.initializing
  const opened = { name: 'router.yml', text: doc.toString() }
  const file = filesOf(client).add(opened.name, EditorState.create({ doc }), opened)
  return { client, file }
}

test('a check of a text that changed before the server answered is no failure, and others are', async () => {
  const changed = await openRefused(-32801)
  expect(await check(changed.client, changed.file)).toBeUndefined()
  expect(await addFixes(changed.client, changed.file, [])).toBeUndefined()
  const refused = await openRefused(-32603)
  await expect(check(refused.client, refused.file)).rejects.toMatchObject({ code: -32603 })
  await expect(addFixes(refused.client, refused.file, [])).rejects.toMatchObject({ code: -32603 })
})
