import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver'
import { lint } from '../../src/index.js'
import { isAboutMissing } from '../../src/lint/catalog.js'
import type { BrokenText } from '../support/broken.js'
import { breakText } from '../support/broken.js'
import { startInProcess } from '../support/in-process-server.js'

const files = ['fixtures/valid', 'fixtures/samples'].flatMap((folder) =>
  readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') })),
)

const beginnings = ['v: 3\nlink: [', 'v: 3\nctrl:\n  endpoint: tls:a:1\nidentity:\n  cert: "a', 'v']

/** Without indentation, a key of listeners becomes one that only controllers have at the top level. */
const ambiguous = new Set(['identity-and-ctrl.yaml: nothing indented'])

const listener = 'binding: edge\n    address: tls:0.0.0.0:3022\n    mtu: 5\n'

/** Texts with the router's content whose layout, line ends or first line hide it. */
const disguised = [
  `listeners\n  - ${listener}`,
  `- ${listener}`,
  `listeners:\u2028\n  - ${listener}`,
  `listeners:\u0085  - ${listener}`,
]

/** The same with other line ends, a byte order mark, tabs, and a line end that only YAML knows. */
const relaid = (text: string): BrokenText[] => [
  { what: 'CRLF', text: text.replaceAll('\n', '\r\n') },
  { what: 'CR', text: text.replaceAll('\n', '\r') },
  { what: 'byte order mark', text: `\ufeff${text}` },
  { what: 'tabs', text: text.replaceAll(/^ +/gm, '\t') },
  { what: 'U+2028', text: text.replace('\n', '\u2028\n') },
]

/** A file cut off after each of its lines. */
const cutOff = (text: string): BrokenText[] =>
  text.split('\n').map((_, line, lines) => ({
    what: `${line} lines`,
    text: lines
      .slice(0, line)
      .map((one) => `${one}\n`)
      .join(''),
  }))

const broken = [
  ...[...beginnings, ...disguised].map((text) => ({ what: JSON.stringify(text), text })),
  ...files.flatMap(({ name, text }) =>
    [...breakText(text), ...relaid(text), ...cutOff(text)].map((item) => ({
      ...item,
      what: `${name}: ${item.what}`,
    })),
  ),
].filter(({ what }) => !ambiguous.has(what))

test.each(['yaml', 'openziti-router'])(
  'a broken router file in the language %s has findings where the linter has some, and none that it has not',
  async (languageId) => {
    const client = await startInProcess()
    const silent: string[] = []
    const invented: string[] = []
    let told = 0
    for (const [index, { what, text }] of broken.entries()) {
      const name = languageId === 'yaml' ? 'router.yml' : 'north.yml'
      const uri = `file:///somewhere/${index}/${name}`
      const next = client.next('textDocument/publishDiagnostics')
      client.open(uri, text, languageId)
      const { diagnostics }: { diagnostics: readonly LspDiagnostic[] } = Object(await next)
      const found = lint(text)
      // What is missing is not said about the first lines of a file.
      const expected = found.filter(
        ({ rule }) => text.trim().split('\n').length > 8 || !isAboutMissing(rule),
      )
      if (expected.length > 0) told += 1
      if (expected.length > 0 && diagnostics.length === 0)
        silent.push(
          `${what}: ${expected
            .map(({ message }) => message)
            .slice(0, 2)
            .join('; ')}`,
        )
      const known = new Set(found.map(({ rule, range }) => `${rule} ${range.start.line}`))
      for (const { code, range } of diagnostics)
        if (!known.has(`${code} ${range.start.line}`)) invented.push(`${what}: ${code}`)
    }
    expect(told).toBeGreaterThan(282)
    expect(silent).toEqual([])
    expect(invented).toEqual([])
  },
)
