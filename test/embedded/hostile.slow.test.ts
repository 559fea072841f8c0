import { describe, expect, test } from 'vitest'
import { createFixEncoder, findEmbedded } from '../../src/embedded/embedded.js'
import { encodeEdits } from '../../src/embedded/encode.js'
import { fixEmbedded } from '../../src/fix/fix-embedded.js'
import { mayEmbed } from '../../src/embedded/may-embed.js'
import { isRouterFile } from '../../src/recognition/recognize.js'
import { expectWithin } from '../support/promises.js'
import { outerFixtures } from '../support/embedded.js'
import { mutate, random } from '../support/mutate.js'
import { otherFiles, relaidFiles } from '../support/other-kinds.js'
import { yaml } from '../support/yaml.js'

const find = (text: string) => findEmbedded(text, isRouterFile)

const inner = yaml`
  v: 3
  identity: {cert: a, key: b, ca: c, server_cert: d}
  ctrl:
    endpoint: tls:ctrl.example.com:6262
  link:
    dialers:
      - binding: transport
`

const indent = (text: string, columns: number): string =>
  text.replaceAll(/^(?=.)/gm, ' '.repeat(columns))

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

const resource = (index: number): string =>
  `---\nkind: ConfigMap\nmetadata: {name: n${index}}\ndata:\n  a: |\n${indent(inner, 4)}`

const rest = `x: |\n${indent(inner, 2)}`

const hostile: Record<string, string> = {
  'a stream of many files': many(300, resource),
  'a long list': `items:\n${many(300, (index) => `- n: ${index}\n  a: |\n${indent(inner, 4)}`)}`,
  'a map with many entries': many(8000, (index) => `k${index}: v\n`) + rest,
  'a map with many files': many(500, (index) => `k${index}: |\n${indent(inner, 2)}`),
  'deep brackets': `a: ${'['.repeat(200_000)}\n${rest}`,
  'deep braces': `a: ${'{b: '.repeat(100_000)}\n${rest}`,
  'deep indentation': many(2000, (index) => `${' '.repeat(index)}k:\n`) + rest,
  'deep lists': `${'- '.repeat(50_000)}a\n---\n${rest}`,
  'an alias bomb': `a: &a [x, x, x]\n${many(30, (index) => `${'b'.repeat(index + 1)}: &n${index} [${index === 0 ? '*a' : `*n${index - 1}, *n${index - 1}, *n${index - 1}`}]\n`)}${rest}`,
  'an alias of itself': `a: &a\n  b: *a\n${rest}`,
  'an unclosed quote': `a: "${'b c\n'.repeat(100_000)}${rest}`,
  'quotes in a line': `a: ${", ''x".repeat(200_000)}\n${rest}`,
  'headers of blocks': many(2000, (index) => `${' '.repeat(index)}a: |\n`) + rest,
  'headers without blocks': `${'a: |\n'.repeat(30_000)}${rest}`,
  'blank lines in a string': `a: "${'\n'.repeat(500_000)}"\n${rest}`,
  'blank lines in a block': `a: >\n${'\n'.repeat(500_000)}  b\n${rest}`,
  'tabs and bare carriage returns': `a:\t|\r\n\t- b\r${rest}`,
  'carriage returns between many lines': `${inner}${'k: v\r'.repeat(200_000)}`,
  'line separators between many lines': `${inner}${'k: v\u2028'.repeat(200_000)}`,
  'bars before comments in the last line': `${inner}k: ${'| #'.repeat(300_000)}`,
  'heredocs that are not closed': `${'a = <<EOT\n'.repeat(50_000)}${rest}`,
  'heredocs with nothing but blank lines': `a = <<-EOT\n\n  \nEOT\nb = <<-EOT\nEOT\n${inner}`,
  heredocs: `a = <<EOT\n${inner}EOT\n`.repeat(2000),
  'base64 without end': `kind: Secret\ndata:\n  a: ${'bGluazo6'.repeat(200_000)}\n${rest}`,
  'broken indentation': `  a: 1\n b: 2\n${rest}`,
  'a directive': `%YAML 1.1\n%TAG ! x\n---\n${rest}`,
}

describe('hostile input ends in bounded time', () => {
  test.each(Object.entries(hostile))('%s', (_, text) => {
    expectWithin(100, () => {
      const files = find(text)
      const encode = createFixEncoder(text)
      for (const file of files.slice(0, 20))
        encode({ title: '', edits: [{ start: 0, end: 0, text: '# a\n' }] }, file)
    })
  })

  test('a file that is too long is not searched', () => {
    expect(find(`${'# a\n'.repeat(1_500_000)}${rest}`)).toEqual([])
  })

  test('fixing a long stream takes time in proportion', () => {
    const text = many(60, (index) =>
      resource(index).replace('v: 3', 'v: 3\n    forwarder: {xgressDialQueLength: 1000}'),
    )
    expect(fixEmbedded(text, { unsafe: true }, isRouterFile).applied).toHaveLength(60)
  })
})

test('broken outer files are searched, and nothing is thrown', () => {
  const next = random(3)
  let count = 0
  for (const { text } of outerFixtures())
    for (let round = 0; round < 12; round += 1) {
      const broken = mutate(text, next)
      for (const file of find(broken)) {
        count += 1
        expect(file.span.end).toBeLessThanOrEqual(broken.length)
        encodeEdits(file, [{ start: 0, end: 0, text: 'a: 1\n' }], broken)
      }
    }
  expect(count).toBeGreaterThan(50)
})

test('a broken outer file is not changed', () => {
  const text = `a: [1\nb: |\n${indent(`${inner}forwarder:\n  xgressDialQueLength: 1000\n`, 2)}`
  const [file] = find(text)
  expect(file?.name).toBeDefined()
  expect(fixEmbedded(text, { unsafe: true }, isRouterFile)).toEqual({ text, applied: [] })
})

test('a fix that a style cannot hold is left out, and the others are made', () => {
  const json =
    '{"v": 3, "identity": {"cert": "a", "key": "b", "ca": "c", "server_cert": "d"}, "ctrl": {"endpoint": "tls:c.example.com:1"}, "link": {"dialers": [{"binding": "transport"}]}, "forwarder": {"xgressDialQueLength": 1000}}'
  const text = `config: '${json}'\n`
  const { text: fixed } = fixEmbedded(text, { unsafe: true }, isRouterFile)
  expect(fixed).toContain('xgressDialQueueLength')
  expect(find(fixed)).toHaveLength(1)
})

describe('other files', () => {
  test.each([...otherFiles(), ...relaidFiles()].map(({ name, text }) => [name, text] as const))(
    '%s holds no router file',
    (_, text) => {
      expect(find(text)).toEqual([])
    },
  )

  test('most of them are not even parsed', () => {
    const all = otherFiles()
    expect(all.filter(({ text }) => mayEmbed(text)).map(({ name }) => name).length).toBeLessThan(
      all.length / 20,
    )
  })
})
