import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { isPlainRouterFile } from '../../src/recognition/evidence.js'
import { isRouterFile, recognize } from '../../src/recognition/recognize.js'
import { mutate, random } from '../support/mutate.js'
import { otherFiles, relaidFiles } from '../support/other-kinds.js'
import { yaml } from '../support/yaml.js'

const others = [...otherFiles(), ...relaidFiles()]

describe('a file of another kind', () => {
  test('is there hundreds of times', () => {
    expect(otherFiles().length).toBeGreaterThanOrEqual(300)
    expect(others.length).toBeGreaterThan(1000)
  })

  test.each(others)('$name is recognized', ({ text, looksLike }) => {
    const found = recognize(text)
    expect(found.kind).not.toMatch(/router/)
    expect('looksLike' in found ? found.looksLike : undefined).toBe(looksLike)
    expect(recognize(text, { claim: 'passed' }).kind).toBe(found.kind)
    expect(isRouterFile(text)).toBe(false)
  })

  test('is one as well when a router reads the names of all its keys', () => {
    const kinds = others.filter(({ text }) =>
      /^(?:tls|plugins|metrics|web|proxy|link|profile)\b/m.test(text),
    )
    expect(kinds.length).toBeGreaterThan(30)
  })
})

const routers = ['valid', 'samples', 'loaded'].flatMap((folder) =>
  readdirSync(`fixtures/${folder}`)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => ({ name, text: readFileSync(`fixtures/${folder}/${name}`, 'utf8') })),
)

const good = readFileSync('fixtures/samples/public.yaml', 'utf8')

describe('a router file', () => {
  test.each(routers)('$name is recognized', ({ text }) => {
    expect(recognize(text)).toEqual({ kind: 'router' })
    expect(isRouterFile(text)).toBe(true)
  })

  test.each([
    ['after', (text: string, keys: string) => text + keys],
    ['before', (text: string, keys: string) => keys + text],
    ['between', (text: string, keys: string) => text.replace(/^link:/m, `${keys}link:`)],
  ])('is recognized with many keys that no router reads %s its own', (_, add) => {
    const keys = Array.from({ length: 20 }, (__, index) => `setting${index}: ${index}\n`).join('')
    expect(recognize(add(good, keys))).toEqual({ kind: 'router' })
    expect(isRouterFile(JSON.stringify(parse(add(good, keys))))).toBe(true)
  })

  const layouts: [name: string, text: string][] = [
    ['JSON in one line', JSON.stringify(parse(good))],
    ['JSON', JSON.stringify(parse(good), undefined, 2)],
    [
      'JSON with tabs and a byte order mark',
      `\ufeff${JSON.stringify(parse(good), undefined, '\t')}`,
    ],
    ['one flow map', stringify(parse(good), { collectionStyle: 'flow' })],
    ['Windows line ends', good.replaceAll('\n', '\r\n')],
    ['line ends of old Macs', good.replaceAll('\n', '\r')],
    ['a byte order mark', `\ufeff${good}`],
    ['a directive and a marker', `%YAML 1.1\n---\n${good}...\n`],
    ['quoted keys', good.replaceAll(/^( *(?:- )?)(\w+):/gm, '$1"$2":')],
    ['single quoted keys', good.replaceAll(/^( *(?:- )?)(\w+):/gm, "$1'$2' :")],
    ['indentation of everything', good.replaceAll(/^(?=.)/gm, '  ')],
    ['lists at the left of their keys', stringify(parse(good), { indentSeq: false })],
    ['an empty first document', `---\n# nothing\n---\n${good}`],
    ['another first document', `other: 1\n---\n${good}`],
    ['a second document', `${good}---\nother: 1\n`],
    ['a long comment before', `${'# comment\n'.repeat(8000)}${good}`],
  ]
  test.each(layouts)('is recognized in %s', (_, text) => {
    expect(recognize(text)).toEqual({ kind: 'router' })
    expect(isRouterFile(text)).toBe(true)
  })

  const mistakes: [what: string, text: string][] = [
    ['a missing quote', good.replace(/cert: /, 'cert: "')],
    ['a missing brace', good.replace(/ctrl:.*\n/, 'ctrl: {\n')],
    ['a tab', good.replace(/^ {2}cert/m, '\tcert')],
    ['a misspelled section', good.replace(/^identity:/m, 'identiy:').replace(/^link:/m, 'lnk:')],
    ['no version', good.replace(/^v:.*\n/m, '')],
    ['another version', good.replace(/^v:.*/m, 'v: 2')],
    ['a merge conflict', good.replace(/^ctrl:/m, '<<<<<<< ours\nctrl:')],
    ['its second half missing', good.slice(0, good.length / 2)],
    ['a key of another program', `${good}redirects: []\n`],
  ]
  test.each(mistakes)('is recognized with %s', (_, text) => {
    expect(text).not.toBe(good)
    expect(isRouterFile(text)).toBe(true)
  })

  test('is recognized in the texts that real routers judged', () => {
    const { texts }: { texts: string[] } = JSON.parse(
      readFileSync('fixtures/conformance/bases.json', 'utf8'),
    )
    const missed = texts.filter((text) => !isRouterFile(text))
    expect(texts.length).toBeGreaterThan(2)
    expect(missed.map((text) => text.slice(0, 200))).toEqual([])
  })
})

test('what is a router file beyond doubt is one also by all that it has', () => {
  const next = random(1)
  const texts = routers.flatMap(({ text }) => [
    text,
    ...Array.from({ length: 40 }, () => mutate(text, next)),
  ])
  const plain = texts.filter(isPlainRouterFile)
  expect(plain.length).toBeGreaterThan(100)
  // With the operator in a comment, a text is weighed.
  const weighed = plain.map((text) => `${text}\n# <<\n`)
  expect(weighed.filter(isPlainRouterFile)).toEqual([])
  expect(weighed.filter((text) => !isRouterFile(text))).toEqual([])
})

describe('the beginning of a router file', () => {
  const begun: [text: string, given: string, said: string][] = [
    ['', 'incomplete-router', 'incomplete-router'],
    ['# router of the north\n', 'incomplete-router', 'incomplete-router'],
    ['{}\n', 'incomplete-router', 'incomplete-router'],
    ['v', 'incomplete-router', 'incomplete-router'],
    ['v: 3\n', 'incomplete-router', 'incomplete-router'],
    ['v: 3\nlisteners:\n  -', 'incomplete-router', 'incomplete-router'],
    ['v: 3\nlisteners:\n  - b', 'incomplete-router', 'incomplete-router'],
    ['v: 3\nlisteners:\n  - bin', 'incomplete-router', 'incomplete-router'],
    ['v: 3\nlisteners:\n  - binding: ed', 'incomplete-router', 'incomplete-router'],
    ['listeners:\n  - bin', 'incomplete-router', 'incomplete-router'],
    [
      yaml`
      v: 3
      ident`,
      'incomplete-router',
      'incomplete-router',
    ],
    ['listeners\n  - binding: edge\n', 'incomplete-router', 'incomplete-router'],
    ['- binding: edge\n  address: tls:a:1\n', 'incomplete-router', 'incomplete-router'],
    ['- name: start\n  command: ziti\n', 'other', 'other'],
    ['listeners:\u2028\n  - bin', 'incomplete-router', 'incomplete-router'],
    ['identity:\n', 'incomplete-router', 'incomplete-router'],
    ['metrics:\n', 'other', 'incomplete-router'],
    [
      yaml`
      metrics:
        prometheus: {}
    `,
      'other',
      'other',
    ],
    [
      yaml`
      web:
        port: 80
      ctrl:
    `,
      'other',
      'other',
    ],
    ['name: web\n', 'other', 'other'],
    ['- v: 3\n', 'other', 'other'],
    [
      yaml`
      apiVersion: v1
      kind: Secret
    `,
      'other',
      'other',
    ],
  ]
  test.each(begun)(
    '%j is %s where it is given and %s where it is named so',
    (text, given, said) => {
      expect(recognize(text).kind).toBe('other')
      expect(recognize(text, { claim: 'passed' }).kind).toBe(given)
      expect(recognize(text, { claim: 'declared' }).kind).toBe(said)
    },
  )
})

test.each([
  ['open flow collections', '['.repeat(200_000)],
  ['open quotes', 'a: "\n'.repeat(50_000)],
  ['open quotes in flow', `{${'a: "b, '.repeat(50_000)}`],
  ['dashes', '- '.repeat(100_000)],
  ['open tags', '{{'.repeat(100_000)],
  ['keys of ours', 'link: {\n'.repeat(30_000)],
])('takes a text of %s', (_, text) => {
  expect(recognize(text, { claim: 'passed' }).kind).toBeTypeOf('string')
})
