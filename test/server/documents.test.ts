import type { TextDocumentContentChangeEvent } from 'vscode-languageserver'
import { describe, expect, test } from 'vitest'
import { createDocuments, createFolders, formatDisplayPath } from '../../server/documents.js'

const uri = 'file:///router.yaml'

/** A change as an editor sends it for typed text. */
const insert = (line: number, character: number, text: string): TextDocumentContentChangeEvent => ({
  range: { start: { line, character }, end: { line, character } },
  text,
})

const erase = (
  line: number,
  character: number,
  length: number,
): TextDocumentContentChangeEvent => ({
  range: { start: { line, character }, end: { line, character: character + length } },
  text: '',
})

type Sent = readonly [version: number, ...changes: TextDocumentContentChangeEvent[]]

function textAfter(before: string, sent: readonly Sent[]): string | undefined {
  const documents = createDocuments('utf-8')
  documents.open({ textDocument: { uri, languageId: 'yaml', version: 1, text: before } })
  for (const [version, ...contentChanges] of sent)
    documents.change({ textDocument: { uri, version }, contentChanges })
  return documents.get(uri)?.text()
}

describe('changes in the order of their versions, whatever order they arrive in', () => {
  const typed: readonly Sent[] = [
    [2, insert(0, 4, '\n')],
    [3, insert(1, 0, 'é')],
    [4, insert(1, 2, 'b')],
    [5, erase(1, 0, 2), insert(1, 1, 'c')],
    [6, insert(1, 2, 'd')],
  ]
  const orders: readonly (readonly number[])[] = [
    [2, 3, 4, 5, 6],
    [2, 6, 3, 4, 5],
    [6, 5, 4, 3, 2],
    [3, 2, 5, 4, 6],
  ]

  test.each(orders)('%i %i %i %i %i', (...order) => {
    const sent = order.flatMap((wanted) => typed.filter(([version]) => version === wanted))
    expect(textAfter('v: 3', sent)).toBe('v: 3\nbcd')
  })

  test('the version is the highest', () => {
    const documents = createDocuments('utf-16')
    documents.open({ textDocument: { uri, languageId: 'yaml', version: 1, text: '' } })
    documents.change({ textDocument: { uri, version: 3 }, contentChanges: [insert(0, 0, 'b')] })
    documents.change({ textDocument: { uri, version: 2 }, contentChanges: [insert(0, 0, 'a')] })
    expect(documents.get(uri)?.version).toBe(3)
  })
})

describe('changes of clients that do not count up are applied as they arrive', () => {
  test.each<{ name: string; versions: number[] }>([
    { name: 'the same version again', versions: [1, 1, 1] },
    { name: 'versions that begin again', versions: [2, 3, 2] },
    { name: 'gaps', versions: [10, 20, 30] },
  ])('$name', ({ versions }) => {
    const [first = 0, second = 0, third = 0] = versions
    const sent: readonly Sent[] = [
      [first, insert(0, 0, 'a')],
      [second, insert(0, 1, 'b')],
      [third, insert(0, 2, 'c')],
    ]
    expect(textAfter('', sent)).toBe('abc')
  })

  test('a whole text, then a change that is late', () => {
    expect(
      textAfter('x', [
        [2, insert(0, 0, 'y')],
        [5, { text: 'whole' }],
        [4, insert(0, 5, '!')],
      ]),
    ).toBe('whole!')
  })
})

test('the colon of a drive may be encoded', () => {
  const documents = createDocuments('utf-16')
  const encoded = 'file:///c%3A/site%20%281%29/router.yml'
  documents.open({ textDocument: { uri: encoded, languageId: 'yaml', version: 1, text: '' } })
  expect(documents.get('file:///c:/site%20(1)/router.yml')?.uri).toBe(encoded)
  const folders = createFolders({
    workspaceFolders: [{ uri: 'file:///c%3A/site%20%281%29', name: 'site (1)' }],
  })
  const closed = 'file:///c:/site%20(1)/north%2C/router.yml'
  expect(folders.folderFor(closed)).toBe('file:///c%3A/site%20%281%29')
  expect(formatDisplayPath(closed, folders)).toBe('north,/router.yml')
})
