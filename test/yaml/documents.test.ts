import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../src/yaml/index.js'
import { yaml } from '../support/yaml.js'
import { codes, marked, read } from './marked.js'

describe('a text', () => {
  it.each(['', '\n', ' \n# only a comment\n', '\ufeff', '\r\n\r\n', '# no line end'])(
    '%j holds no document',
    (text) => {
      const { root, problems } = parseYaml(text)
      expect(root).toBeUndefined()
      expect(problems).toMatchObject([
        { code: 'empty-document', start: 0, end: 0, routerMessage: 'EOF', outcome: 'refuses' },
      ])
    },
  )

  it.each([
    'a: 1',
    'a: 1\n',
    '\ufeffa: 1\n',
    'a: 1\r\n',
    'a: 1\r',
    'a: 1\u0085',
    yaml`
      # c

        a: 1
    `,
    '---\na: 1\n',
    '---\n{a: 1}\n...\n',
    '--- {a: 1}\n',
    '--- # c\na: 1\n',
    '%YAML 1.1\n---\na: 1\n',
    '%YAML 1.1 # c\n%TAG !e! tag:e,2000:\n--- !e!x\na: 1\n',
    '? a\n: 1\n',
    '"a": 1',
    yaml`
      {'a':
       1,}`,
    '&x a: 1',
    '!!map\na: 1\n',
    'a: 1 # c',
  ])('%j is a map with one entry', (text) => {
    expect(codes(text)).toEqual([])
    expect(read(text)).toEqual({ a: 1 })
  })

  it.each([
    ['a: 1\n«---\nb: @»', 'after another document begins'],
    ['a: 1\n...\n«b: 2\n»', 'after the end of the document'],
    ['a: 1\n...\n# c\n\n«--- \n»', 'that is an empty document'],
    ['{a: 1}\n«b: 2\n»', 'below a map in braces'],
    ['  a: 1\n«b: 2\n»', 'left of the map'],
  ])('%j holds a rest %s', (source) => {
    const { text, span } = marked(source)
    const { unreadContent, problems } = parseYaml(text)
    expect(problems).toEqual([])
    expect(unreadContent).toEqual(span)
    expect(read(text)).toEqual({ a: 1 })
  })

  it.each([
    yaml`
    a: 1
    ...
  `,
    yaml`
    a: 1
    ...
    # c

    ...
  `,
    yaml`
    a: 1
    ... # c
  `,
    yaml`
    a: 1
    # c
  `,
  ])('%j holds no rest', (text) => {
    expect(parseYaml(text)).not.toHaveProperty('unreadContent')
  })

  it('that continues after its document because of one bad line is read as a whole', () => {
    expect(codes('v:3\nw: 4\n')).toEqual(['missing-space'])
    expect(codes('v\n# c\nw: 4\n')).toEqual(['missing-colon'])
    expect(read('v\n# c\nw: 4\n')).toEqual({ w: 4 })
  })

  it('has its comments found wherever they are', () => {
    const text =
      '# a\nb: c # d\ne: | # f\n  # text\ng: [1, # h\n  2]\ni: "#" #j\n#k\r\nl: m#n\n... # o\n# p'
    const { comments, problems } = parseYaml(text)
    expect(problems).toEqual([])
    expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# a',
      '# d',
      '# f',
      '# h',
      '#j',
      '#k',
      '# o',
      '# p',
    ])
  })

  it('has no comments in its rest', () => {
    expect(
      parseYaml(yaml`
      {a: 1} # b
      [c, # d
       e]`).comments,
    ).toEqual([{ start: 7, end: 10 }])
  })

  it('keeps its comments when it is broken', () => {
    const text = yaml`
      # a
      b: 1 # c
      d: @e # f
      g: 2 # h
    `
    expect(parseYaml(text).comments.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# a',
      '# c',
      '# f',
      '# h',
    ])
  })

  it('may hold a byte order mark, which is skipped like any character where yaml.v2 still sees it', () => {
    expect(codes('\ufeff\ufeffa: 1\n')).toEqual([])
    expect(read('\ufeff\ufeffa: 1\nxb: 1\n')).toEqual({ a: 1, b: 1 })
    expect(read('a: 1\n\ufeffb: 1\n')).toEqual({ a: 1, '\ufeffb': 1 })
  })
})
