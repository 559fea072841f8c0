import type { DocumentSymbol, FoldingRange, Hover, Range } from 'vscode-languageserver'
import { describe, expect, test } from 'vitest'
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
import { base } from '../support/serving.js'
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

  test('over several lines, keys are hovered where they are', async () => {
    const text =
      outerFixtures().find(({ path }) => path === 'kubernetes/configmap-wrapped.yaml')?.text ?? ''
    const { ask } = await openOuter(text)
    const at = text.indexOf('listeners:')
    const hover = await ask<Hover>('hover', at + 2)
    expect(hover.range?.start).toEqual(toPosition(text, at))
  })
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
