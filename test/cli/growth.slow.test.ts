import { describe, expect, test } from 'vitest'
import { once } from '../../src/document/lazy.js'
import { growing } from '../support/growing.js'
import { folderWith, runHere } from '../support/program.js'
import { pace } from '../support/promises.js'

const head = 'v: 3\nidentity: {cert: a, server_cert: b, key: c, ca: d}\n'
const router = `${head}ctrl: {endpoint: "tls:ctrl.example.com:1280"}\n`

const repeat = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('')

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')

const embed = (text: string): string =>
  `kind: ConfigMap\nmetadata: {name: north}\ndata:\n  router.yaml: |\n${indent(text)}`

const grow = (name: string, bytes: number): string => {
  const write = growing[name]
  if (!write) throw new Error(`no text named ${name}`)
  return write(bytes)
}

const dialers = (count: number, group: string): string =>
  `link:\n dialers:\n${repeat(count, (index) => `  - {groups: [${group}${index}], binding: transport}\n`)}`

const edgeListeners = (count: number): string =>
  `csr: {sans: {dns: [localhost]}}\nedge: {}\nlisteners:\n${repeat(count, (index) => `  - binding: edge\n    address: tls:0.0.0.0:${index + 1}\n    options: {advertise: "h${index}.example.com:${index + 1}", getSessionTimeout: 60}\n`)}`

/** Measured once: a machine that slows down meanwhile is far from the limits. */
const readMegabyte = once(pace)

/** The CPU time that a command needs, as a multiple of that for reading a plain megabyte. */
async function measure(
  line: string,
  files: Readonly<Record<string, string>>,
  codes: readonly number[] = [0, 1],
): Promise<number> {
  const cwd = folderWith(files)
  const start = process.cpuUsage()
  const { code, err } = await runHere(line.split(' '), { cwd })
  expect(err).not.toMatch(/internal|too large|too complicated/)
  expect(codes).toContain(code)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / readMegabyte()
}

/** Files of routers of which each belongs to a group with many others. */
const network = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `r${index}.yml`,
      `${router}csr: {sans: {dns: [r${index}.example.com]}}\nlink: {dialers: [{binding: transport, groups: [g${index % 7}, default]}], listeners: [{binding: transport, bind: "tls:0.0.0.0:6000", advertise: "tls:r${index}.example.com:6000", groups: [g${index % 5}, default]}]}\n`,
    ]),
  )

describe('the time of a command grows with the length of its files', () => {
  test.each<[what: string, line: string, files: Readonly<Record<string, string>>]>([
    [
      'equal keys in an embedded file',
      'lint a.yaml --exit-zero',
      { 'a.yaml': grow('embedded equal keys', 240_000) },
    ],
    [
      'equal keys in a quoted embedded file',
      'lint a.yaml --exit-zero',
      { 'a.yaml': grow('embedded equal keys in double quotes', 120_000) },
    ],
    [
      'listeners with fixes in an embedded file',
      'lint a.yaml --exit-zero',
      { 'a.yaml': embed(router + edgeListeners(2500)) },
    ],
    ['unsafe fixes', 'fix --unsafe --dry-run a.yml', { 'a.yml': router + edgeListeners(300) }],
    [
      'lists that are merged',
      'merge a.yml b.yml --no-check',
      { 'a.yml': router + dialers(8000, 'g'), 'b.yml': dialers(8000, 'h') },
    ],
    [
      'comments of a long line in a merge',
      'merge a.yml b.yml --no-check',
      { 'a.yml': router, 'b.yml': grow('comments in lines that end in U+0085', 480_000) },
    ],
    [
      'equal values in a comparison',
      'diff a.yml b.yml',
      { 'a.yml': router, 'b.yml': grow('aliases of listeners', 120_000) },
    ],
    [
      'values of an embedded file in a comparison',
      'diff a.yml b.yml',
      { 'a.yml': router, 'b.yml': grow('embedded in double quotes', 360_000) },
    ],
    ['effective values', 'effective a.yml', { 'a.yml': router + dialers(20_000, 'g') }],
    ['links of a network', 'mesh .', network(1500)],
    ['maps to sort', 'fmt --sort --dry-run a.yml', { 'a.yml': router + dialers(10_000, 'g') }],
  ])('%s', async (_, line, files) => {
    expect(await measure(line, files)).toBeLessThan(25)
  })

  test.each(['equal keys at the top', 'unknown keys', 'equal sections'])(
    'mistakes in answers: %s',
    async (name) => {
      const files = { 'a.yml': grow(name, 160_000) }
      // The answers are refused.
      expect(await measure('generate --answers a.yml --no-input', files, [2])).toBeLessThan(25)
    },
  )
})
