import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lint } from '../../src/index.js'
import { isAboutMissing } from '../../src/lint/catalog.js'
import { breakText } from '../support/broken.js'
import { startInProcess } from '../support/in-process-server.js'

const files = ['fixtures/valid', 'fixtures/samples'].flatMap((folder) =>
  readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') })),
)

const beginnings = ['v: 3\nlink: [', 'v: 3\nctrl:\n  endpoint: tls:a:1\nidentity:\n  cert: "a', 'v']

/** Without indentation, a key of listeners becomes one that only controllers have at the top level. */
const ambiguous = new Set(['identity-and-ctrl.yaml: nothing indented'])

const broken = [
  ...beginnings.map((text) => ({ what: JSON.stringify(text), text })),
  ...files.flatMap(({ name, text }) =>
    breakText(text).map((item) => ({ ...item, what: `${name}: ${item.what}` })),
  ),
].filter(({ what }) => !ambiguous.has(what))

test.each(['yaml', 'openziti-router'])(
  'no broken router file in the language %s is without a finding',
  async (languageId) => {
    const client = await startInProcess()
    const silent: string[] = []
    let told = 0
    for (const [index, { what, text }] of broken.entries()) {
      const name = languageId === 'yaml' ? 'router.yml' : 'north.yml'
      const uri = `file:///somewhere/${index}/${name}`
      const next = client.next('textDocument/publishDiagnostics')
      client.open(uri, text, languageId)
      const { diagnostics } = Object(await next)
      // What is missing is not said about the first lines of a file.
      const expected = lint(text).filter(
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
    }
    expect(told).toBeGreaterThan(282)
    expect(silent).toEqual([])
  },
)
