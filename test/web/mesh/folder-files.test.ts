import { describe, expect, test } from 'vitest'
import { followEdits } from '../../../web/mesh/folder-files.js'

const create = (path: string, text: string, name = path) => ({
  name,
  text,
  origin: { path, version: `version of ${text}` },
})

describe('a folder that is read again', () => {
  const [old, other] = [create('a.yml', 'old'), create('b.yml', 'other')]
  const files = [old, other]

  test('has the new files, and no edits if there were none', () => {
    const read = [create('a.yml', 'new'), create('c.yml', 'third')]
    expect(followEdits({ files, edits: new Map() }, read)).toEqual({
      files: read,
      edits: new Map(),
    })
  })

  test('keeps the version that an edit was made from', () => {
    const edits = new Map([['a.yml', 'edited']])
    const read = [create('a.yml', 'new'), create('b.yml', 'other, new')]
    expect(followEdits({ files, edits }, read)).toEqual({ files: [old, read[1]], edits })
  })

  test('has no edit of a file that holds it already', () => {
    const read = [create('a.yml', 'edited'), other]
    expect(followEdits({ files, edits: new Map([['a.yml', 'edited']]) }, read)).toEqual({
      files: read,
      edits: new Map(),
    })
  })

  test('keeps an edited file that is gone, and an edit under another name of its file', () => {
    const edits = new Map([
      ['a.yml', 'edited'],
      ['b.yml', 'edited, too'],
    ])
    const read = [create('b.yml', 'new', 'folder/b.yml')]
    expect(followEdits({ files, edits }, read)).toEqual({
      files: [{ ...other, name: 'folder/b.yml' }, old],
      edits: new Map([
        ['folder/b.yml', 'edited, too'],
        ['a.yml', 'edited'],
      ]),
    })
  })

  test('takes no edit of a sample with the name of a file', () => {
    const sample = { name: 'a.yml', text: 'sample' }
    const edits = new Map([['a.yml', 'edited']])
    expect(followEdits({ files: [sample], edits }, [old])).toEqual({
      files: [old],
      edits: new Map(),
    })
  })
})
