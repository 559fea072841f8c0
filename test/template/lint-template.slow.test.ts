import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import { lint } from '../../src/lint/lint.js'
import { lintTemplate } from '../../src/template/lint-template.js'
import { recognizeTemplate } from '../../src/template/recognize-template.js'
import { fixtures } from '../support/fixtures.js'
import { templatize } from '../support/templatize.js'

/** A finding by its rule and keys; an item may have another index in another rendering. */
const formatFinding = ({ rule, path }: Diagnostic): string =>
  `${rule} ${path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.')}`

const listFindings = (text: string): string[] => lint(text).map(formatFinding)

const folder = join('fixtures', 'templates')

/** The router file of a rendering: that in a ConfigMap, or the whole text. */
function routerTextOf(rendered: string): string {
  if (!rendered.includes('kind: ConfigMap')) return rendered
  const { data } = parse(rendered) as { data: Record<string, string> }
  return Object.values(data).join('')
}

/** What is found in each template, by its line. */
const expected: Record<string, readonly string[]> = {
  ansible: [
    '32 obsolete-key listeners.[].options.getSessionTimeout',
    '40 deprecated-key edge.csr',
    '50 value-out-of-range forwarder.linkDialWorkerCount',
  ],
  go: [
    '8 no-server-certificate identity',
    '15 misplaced-key ctrl.heartbeatIntervalSeconds',
    '24 value-not-allowed dialers.[].binding',
    '39 deprecated-key edge.csr',
    '45 bad-format tls.handshakeTimeout',
  ],
  helm: ['61 never-read transport.ws', '67 obsolete-key forwarder.latencyProbeInterval'],
  macros: [
    '6 no-server-certificate identity',
    '26 unknown-key csr.organisation',
    '26 placeholder csr.organisation',
    '28 obsolete-key healthCheck',
  ],
  variables: [
    '2 no-server-certificate identity',
    '16 unknown-key listeners.[].options.maxConnections',
    '21 deprecated-key edge.csr',
    '27 value-out-of-range forwarder.linkDialQueueLength',
  ],
}

/** What all renderings here have, and others do not: a value is part of it, or content of unknown kind could change it. */
const missed: Record<string, readonly string[]> = {
  helm: ['no-server-certificate identity'],
  variables: ['bad-format listeners.[].address'],
}

describe.each(readdirSync(folder))('the template %s', (name) => {
  const [path = ''] = readdirSync(join(folder, name)).filter((file) => file !== 'rendered')
  const text = readFileSync(join(folder, name, path), 'utf8')
  const language = recognizeTemplate({ path, text })
  if (!language) throw new Error(`${name} is not recognized`)
  const { diagnostics } = lintTemplate(text, language, {})

  test('has the findings that do not depend on values', () => {
    expect(
      diagnostics.map((found) => `${found.range.start.line + 1} ${formatFinding(found)}`),
    ).toEqual(expected[name])
  })

  const rendered = readdirSync(join(folder, name, 'rendered'))
  test.each(rendered)('has no finding that the rendering %s does not have', (file) => {
    const rendering = readFileSync(join(folder, name, 'rendered', file), 'utf8')
    expect(listFindings(routerTextOf(rendering))).toEqual(
      expect.arrayContaining(diagnostics.map(formatFinding)),
    )
  })

  test('misses nothing that all renderings have', () => {
    const [first = [], ...others] = rendered.map((file) =>
      listFindings(routerTextOf(readFileSync(join(folder, name, 'rendered', file), 'utf8'))),
    )
    const common = first.filter((found) => others.every((other) => other.includes(found)))
    const found = diagnostics.map(formatFinding)
    expect(common.filter((item) => !found.includes(item))).toEqual(missed[name] ?? [])
  })
})

describe('router files in which parts are replaced by tags', () => {
  const files = [...fixtures('valid'), ...fixtures('invalid')].filter(
    ({ options }) => !options.env && !options.target,
  )
  const count = Number(process.env['TEMPLATES'] ?? 16)
  test.each(Array.from({ length: count }, (_, seed) => seed))(
    'have no finding that a rendering does not have (%i)',
    (seed) => {
      const text = files[(seed * 7) % files.length]?.text ?? ''
      const { template, renderings } = templatize(text, seed)
      const found = lintTemplate(template, 'jinja', {}).diagnostics.map(formatFinding)
      for (const rendering of renderings) {
        const diagnostics = lint(rendering)
        if (diagnostics.some(({ rule }) => rule === 'yaml-syntax')) continue
        const inRendering = diagnostics.map(formatFinding)
        expect(
          found.filter((item) => !inRendering.includes(item)),
          `${template}\n=====\n${rendering}`,
        ).toEqual([])
      }
    },
  )
})
