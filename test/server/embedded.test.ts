import type {
  CodeLens,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Range,
} from 'vscode-languageserver'
import { describe, expect, test } from 'vitest'
import { createNodeMachine } from '../../server/node-machine.js'
import { folderWith } from '../support/folders.js'
import { outerFixtures } from '../support/embedded.js'
import { startInProcess } from '../support/in-process-server.js'
import {
  capabilities,
  listItems,
  openOuter,
  toPosition,
  toRange,
  uri,
} from '../support/outer-client.js'
import { toRecord } from '../../src/document/record.js'
import { base, uriOf } from '../support/serving.js'
import { yaml } from '../support/yaml.js'

const inBlock = (content: string): string =>
  `${yaml`
  apiVersion: v1
  kind: ConfigMap
  metadata:
    name: north
  data:
    router.yaml: |
`}${content.replaceAll(/^(?=.)/gm, '    ')}`

describe('in a ConfigMap', () => {
  const text = inBlock(`${base}csr:\n  sans:\n    dns: [a.example.com]\n`)

  test('the outline has the router file, and what is in it', async () => {
    const { ask } = await openOuter(text)
    const [file, ...others] = await ask<DocumentSymbol[]>('documentSymbol')
    expect(others).toEqual([])
    expect(file?.name).toBe('ConfigMap/north:router.yaml')
    expect(file?.children?.map(({ name }) => name)).toContain('csr')
    const csr = file?.children?.find(({ name }) => name === 'csr')
    expect(csr?.selectionRange.start).toEqual(toPosition(text, text.indexOf('csr:')))
  })

  test('its sections and what is around it fold', async () => {
    const { ask } = await openOuter(text)
    const folds = await ask<FoldingRange[]>('foldingRange')
    const lines = text.split('\n')
    const folded = folds.map(({ startLine }) => lines[startLine]?.trim())
    expect(folded).toEqual(expect.arrayContaining(['data:', 'router.yaml: |', 'csr:', 'sans:']))
  })

  test('nothing is said at the header of the block, nor in the columns before it', async () => {
    const { ask } = await openOuter(text)
    const at = text.indexOf('csr:')
    expect(await ask('hover', at)).not.toBeNull()
    expect(await ask('hover', at - 2)).toBeNull()
    expect(await ask('hover', text.indexOf('|'))).toBeNull()
    expect(listItems(await ask('completion', text.indexOf('|') + 1))).toEqual([])
  })

  test('a blank line after its end is completed at the cursor', async () => {
    const open = `${text}    `
    const { ask } = await openOuter(open)
    const items = listItems(await ask('completion', open.length))
    expect(items.map(({ label }) => label)).toContain('forwarder')
    const cursor = toPosition(open, open.length)
    expect(items.map(toRange)).toEqual(items.map(() => ({ start: cursor, end: cursor })))
  })
})

describe('in double quotes', () => {
  const wrap = (content: string): string =>
    `kind: ConfigMap\nmetadata: {name: north}\ndata:\n  router.yaml: ${JSON.stringify(content)}\n`

  test('keys and values are completed, with escapes', async () => {
    const text = wrap(`${base}link:\n  dialers:\n    - binding: \n`)
    const { ask } = await openOuter(text)
    const values = listItems(await ask('completion', text.indexOf('binding: ') + 9))
    expect(values.map(({ label }) => label)).toContain('transport')
    const keys = wrap(`${base}forw\n`)
    const other = await openOuter(keys)
    const found = listItems(await other.ask('completion', keys.indexOf('forw') + 4))
    const item = found.find(({ label }) => label === 'forwarder')
    const edit = item?.textEdit && 'newText' in item.textEdit ? item.textEdit.newText : ''
    expect(edit).toMatch(/^forwarder:/)
    expect(edit).not.toContain('\n')
  })

  const wrapped =
    outerFixtures().find(({ path }) => path === 'kubernetes/configmap-wrapped.yaml')?.text ?? ''

  test('over several lines, keys and values are completed where they are', async () => {
    const [key, value] = ['linkDialWorkerCount', 'transport']
    const { ask } = await openOuter(wrapped)
    for (const [word, length] of [
      [key, 4],
      [value, 0],
    ] as const) {
      const at = wrapped.indexOf(word)
      const item = listItems(await ask('completion', at + length)).find(
        ({ label }) => label === word,
      )
      expect(item && toRange(item)).toEqual({
        start: toPosition(wrapped, at),
        end: toPosition(wrapped, at + word.length),
      })
    }
    const open = wrapped.replace('forwarder:', 'forw')
    const other = await openOuter(open)
    const at = open.indexOf('forw')
    const found = listItems(await other.ask('completion', at + 4))
    const edit = found.find(({ label }) => label === 'forwarder')?.textEdit
    expect(edit?.newText).toMatch(/^forwarder:/)
    expect(edit?.newText).not.toContain('\n')
  })

  test('over several lines, keys are hovered where they are', async () => {
    const text = wrapped
    const { ask } = await openOuter(text)
    const at = text.indexOf('listeners:')
    const hover = await ask<Hover>('hover', at + 2)
    expect(hover.range?.start).toEqual(toPosition(text, at))
  })
})

describe('what leads elsewhere', () => {
  const text = inBlock(
    `${base}edge: {}\nlisteners:\n  - binding: edge\n    address: &address tls:0.0.0.0:3022\n  - binding: edge\n    address: *address\n`,
  )

  test('paths of files that exist are links, at their places', async () => {
    const folder = folderWith({ 'a.cert': '' })
    const client = await startInProcess({
      folders: [uriOf(folder)],
      machine: createNodeMachine(),
      settings: { check: [] },
    })
    const outer = uriOf(folder, 'outer.yaml')
    client.open(outer, text)
    const start = text.indexOf('a.cert')
    expect(
      await client.connection.sendRequest('textDocument/documentLink', {
        textDocument: { uri: outer },
      }),
    ).toEqual([
      expect.objectContaining({
        range: { start: toPosition(text, start), end: toPosition(text, start + 6) },
        target: uriOf(folder, 'a.cert'),
      }),
    ])
  })

  test.each([
    ['an alias, to its anchor', '*address', '&address', 1],
    ['a binding, to the section that it needs', 'edge\n        address: &', '\n    edge: {}', 5],
  ])('the definition of %s', async (_, from, to, skipped) => {
    const { ask } = await openOuter(text)
    const [found, ...others] = await ask<Location[]>('definition', text.indexOf(from) + 1)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      uri,
      range: { start: toPosition(text, text.indexOf(to) + skipped) },
    })
  })

  test('the lenses are at the start of each, with its release and its findings', async () => {
    const { ask } = await openOuter(text)
    const lenses = await ask<CodeLens[]>('codeLens')
    const start = toPosition(text, text.indexOf('v: 3'))
    expect(lenses.map(({ range }) => range.start)).toEqual([start, start])
    expect(lenses.map(({ command }) => command?.title)).toEqual([
      expect.stringMatching(/^release \d/),
      expect.stringMatching(/^\d+ (?:error|warning|info)/),
    ])
  })
})

test('in base64, where no place is known, nothing is colored and the string is named', async () => {
  const content = Buffer.from(`${base}forwarder:\n  latencyProbeInterval: 0\n`).toString('base64')
  const text = `kind: Secret\nmetadata: {name: north}\ndata:\n  router.yaml: ${content}\n`
  const { ask, client } = await openOuter(text)
  expect(await ask('semanticTokens/full')).toMatchObject({ data: [] })
  expect(await ask('documentSymbol')).toMatchObject([
    { name: 'Secret/north:router.yaml', children: [] },
  ])
  expect(await ask('codeLens')).not.toEqual([])
  const offset = text.indexOf('router.yaml') + 40
  expect(await ask('hover', offset)).toBeNull()
  expect(listItems(await ask('completion', offset))).toEqual([])
  expect(await client.execute('routerfile.effective', uri)).toMatchObject({
    text: expect.stringContaining('tls:ctrl.example.com:6262'),
  })
  const { text: upgraded } = toRecord(await client.execute('routerfile.upgrade', uri, '2.1', '2.0'))
  expect(upgraded).toMatch(/^kind: Secret\n/)
  const [{ edits = [] } = {}] = (await client.execute('routerfile.findFixes')) as {
    edits?: unknown[]
  }[]
  expect(edits).toHaveLength(1)
})

describe('commands and colors of router files in another file', () => {
  const secret = base.replace('v: 3', 'v: 3\nforwarder:\n  linkDialWorkerCnt: 5')
  const text = inBlock(secret)

  test('all safe fixes of all of them are made', async () => {
    const edits: unknown[] = []
    const client = await startInProcess({
      capabilities: { ...capabilities, workspace: { applyEdit: true } },
      settings: { check: [] },
    })
    client.connection.onRequest('workspace/applyEdit', ({ edit }: { edit: unknown }) => {
      edits.push(edit)
      return { applied: true }
    })
    const old = `${base}edge:\n  csr:\n    sans:\n      dns: [a.example.com]\n`
    const both = `${inBlock(old)}  other.yaml: |\n${old.replaceAll(/^(?=.)/gm, '    ')}`
    client.open(uri, both)
    expect(await client.execute('routerfile.fixAll', uri)).toEqual({ isChanged: true })
    const written = JSON.stringify(edits)
    expect(written.match(/csr:/g)).toHaveLength(2)
    expect(written).toMatch(/\\n {4}csr:|^ {4}csr:/)
  })

  test('the worst finding is counted with the others', async () => {
    const { client } = await openOuter(text)
    const shown = await client.execute('routerfile.showFindings', uri)
    expect(shown).toEqual({ count: expect.any(Number) })
    expect((shown as { count: number }).count).toBeGreaterThan(0)
  })

  test('effective values name their lines in the whole file', async () => {
    const { client } = await openOuter(text)
    const { text: values } = toRecord(await client.execute('routerfile.effective', uri))
    const [, line] = /^v: 3 *# file, line (\d+)$/m.exec(String(values)) ?? []
    expect(text.split('\n')[Number(line) - 1]?.trim()).toBe('v: 3')
  })

  test('an upgrade writes the whole file', async () => {
    const { client } = await openOuter(
      inBlock(
        base
          .replace(/^csr:\n(?: {2}.*\n)*/m, '')
          .replace('edge: {}', 'edge:\n  csr:\n    sans:\n      dns: [a.example.com]'),
      ),
    )
    const upgraded = await client.execute('routerfile.upgrade', uri, '2.0', '1.3')
    expect(upgraded).toMatchObject({
      from: expect.stringMatching(/^1\.3/),
      to: expect.stringMatching(/^2\.0/),
    })
    const { text: whole, changes } = upgraded as { text: string; changes: { range?: Range }[] }
    expect(whole).toMatch(/^apiVersion: v1\nkind: ConfigMap\n/)
    expect(changes.length).toBeGreaterThan(0)
    for (const { range } of changes) if (range) expect(range.start.line).toBeGreaterThan(5)
  })

  test('their keys and values are colored at their places', async () => {
    const { ask } = await openOuter(text)
    const { data } = await ask<{ data: number[] }>('semanticTokens/full')
    expect(data.length).toBeGreaterThan(20)
    const lines = text.split('\n')
    let [line, character] = [0, 0]
    const words: string[] = []
    for (let index = 0; index < data.length; index += 5) {
      const [down = 0, right = 0, length = 0] = data.slice(index, index + 3)
      character = down === 0 ? character + right : right
      line += down
      words.push(lines[line]?.slice(character, character + length) ?? '')
    }
    expect(words).toContain('identity')
    expect(words).toContain('linkDialWorkerCnt')
    expect(words.every((word) => /^\S/.test(word))).toBe(true)
  })
})
