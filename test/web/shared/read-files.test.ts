import { describe, expect, test } from 'vitest'
import type { NamedFile, ReadLimits } from '../../../web/shared/read-files.js'
import { readAll } from '../../../web/shared/read-files.js'

const limits: ReadLimits = {
  maxFiles: 3,
  maxSize: 5,
  maxTotal: 10,
  isReplacing: true,
  names: /\.yml$/,
  remedy: 'Use less.',
}

const tooMany = 'Some files were not read: this page opens up to 3 files and 0 MB in all. Use less.'

const createFiles = (texts: Readonly<Record<string, string>>): NamedFile[] =>
  Object.entries(texts).map(([name, text]) => ({ name, file: new File([text], name) }))

describe('files that are opened', () => {
  test.for([
    ['that fit', {}, { a: 'aaaa', b: 'bbbb' }, ['a', 'b'], []],
    ['of which there are too many', {}, { a: '', b: '', c: '', d: '' }, ['a', 'b', 'c'], [tooMany]],
    ['with too much text together', {}, { a: 'aaaa', b: 'bbbb', c: 'cccc' }, ['a', 'b'], [tooMany]],
    ['beside too many others', { x: '', y: '', z: '' }, { a: '' }, [], [tooMany]],
    ['beside too much text of others', { x: '12345678' }, { a: 'aaaa', b: 'b' }, ['b'], [tooMany]],
    ['instead of others', { a: '12345678', b: '', c: '' }, { a: 'aaaa' }, ['a'], []],
    ['with bytes', {}, { a: '\0' }, [], ['a is not a text file.']],
    [
      'that are too large',
      {},
      { a: 'aaaaaa', b: 'b' },
      ['b'],
      ['a is too large for this page (0 MB; the limit is 0 MB). Use less.'],
    ],
  ] as const)('%s', async ([, open, chosen, names, refused]) => {
    const read = await readAll(
      createFiles(chosen),
      limits,
      Object.entries(open).map(([name, text]) => ({ name, text })),
    )
    expect(read.files.map(({ name }) => name)).toEqual(names)
    expect(read.refused).toEqual(refused)
  })

  test('count beside those of the same name where they do not replace them', async () => {
    const open = ['a', 'b', 'c'].map((name) => ({ name, text: '' }))
    const read = await readAll(createFiles({ a: '' }), { ...limits, isReplacing: false }, open)
    expect(read).toEqual({ files: [], refused: [tooMany] })
  })
})
