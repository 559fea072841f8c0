import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { applyEdits } from '../../src/edit/edits.js'
import { fix } from '../../src/fix/fix.js'
import type { Diagnostic } from '../../src/index.js'
import { effective, lint } from '../../src/index.js'
import type { Environment } from '../../src/document/environment.js'
import { rules } from '../../src/generated/rules.js'
import { createEnrollmentView, canEnroll, hasSameEnrollment } from '../../src/schema/enrollment.js'
import { findModel } from '../../src/schema/model.js'
import { fixtures, completeExample } from '../support/fixtures.js'
import { selectSamples } from '../support/recorded.js'
import { yaml } from '../support/yaml.js'

const targets = ['0.30', '0.31.4', '1.1.15', '1.4.3', '1.6.20', '2.0.3', '2.1.0-pre2']

type Text = { name: string; text: string; env?: Environment | undefined }

const examples: Text[] = rules.flatMap(({ id, examples: { bad, good } }) =>
  [...bad, ...good].map((example, index) => {
    const { text, env } = completeExample(example)
    return { name: `${id} ${index}`, text, env }
  }),
)

const written: Text[] = ['valid', 'invalid', 'samples', 'loaded'].flatMap((folder) =>
  fixtures(folder).map(({ name, text, options: { env } }) => ({ name, text, env })),
)

/** Files in which a place is more than one: shared by aliases, merged, written twice, or read by two readers. */
const shared: Text[] = [
  `link:
  dialers:
    - binding: transport
      options: &options
        connectTimeoutMs: 7000
        maxQueuedConnects:
    - binding: transport
      options: *options
`,
  `dialers:
  - binding: edge
    options: &options
      getSessionTimeout: 30s
      retransmission: true
      mtu: 0755
      outQueueSize: 4.0
  - binding: transport
    options: *options
`,
  `ctrl:
  endpoint: tls:ctrl.example.com:6262
  options:
    <<: {outQueueSize: 8, connectTimeoutMs: 3000}
    connectTimeoutMs:
`,
  `link:
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:6000
      advertise: tls:localhost:6000
      options:
        <<: {maxQueuedConnects: 5, connectTimeoutMs: 6000}
        maxQueuedConnects:
`,
  `metrics: &metrics
  reportInterval: 1m
metrics:
  <<: *metrics
  messageQueueSize: 5
`,
  `edge:
  csr: &request
    sans: {dns: [localhost]}
csr: *request
listeners: []
`,
  `edge:
  csr:
    sans: {dns: [localhost]}
csr:
  sans: {dns: [localhost]}
`,
  `csr:
  sans: {dns: [localhost]}
edge:
  csr:
    sans: {dns: [other]}
`,
  `csr:
  sans: {dns: [localhost]}
  sans: {dns: [localhost, other]}
`,
  `ctrl:
  endpoint: tls:ctrl.example.com:6262
  endpoints: ["tls:ctrl.example.com:6262"]
`,
].flatMap((text, index) => [
  { name: `shared ${index}`, text: completeExample(text).text },
  {
    name: `shared ${index} alone`,
    text: completeExample({ text, without: ['csr', 'edge', 'listeners'] }).text,
  },
])

const recorded: Text[] = selectSamples(100)

const errorsIn = (found: readonly Diagnostic[]): number =>
  found.filter(({ severity }) => severity === 'error').length

/** What a safe fix of a text does that it must not. */
function harms({ text, env }: Text, target: string): string[] {
  const options = { target, ...(env && { env }), suppressions: false }
  const model = findModel(target)
  if (!model) throw new Error(`no release ${target}`)
  const found = lint(text, options)
  const values = (changed: string): string =>
    JSON.stringify(effective(changed, options).map(({ path, value }) => [path, value]))
  const view = (changed: string) => createEnrollmentView(parseDocument(changed), model, env)
  return found.flatMap(({ rule, message, fix: offered }) => {
    if (!offered || offered.unsafe) return []
    const fixed = applyEdits(text, offered.edits)
    const name = `${rule}: ${message} → ${offered.title}`
    const after = lint(fixed, options)
    if (errorsIn(found) === 0 && errorsIn(after) > 0) return [`${name} breaks the file`]
    if (errorsIn(found) === 0 && values(fixed) !== values(text))
      return [`${name} changes what the router does`]
    const isReadable = found.every(({ rule }) => rule !== 'yaml-syntax')
    if (isReadable && canEnroll(view(text), found) && !hasSameEnrollment(view(text), view(fixed)))
      return [`${name} changes what enrollment reads`]
    return []
  })
}

describe.each(targets)('each safe fix, alone, for %s', (target) => {
  test.each([
    ['of the examples of the rules', examples],
    ['of the files that are here', written],
    ['of files in which places are shared', shared],
    ['of files that were recorded', recorded],
  ])('%s leaves the router that runs and the one that enrolls as they are', (_, texts) => {
    expect(texts.length).toBeGreaterThan(10)
    expect(
      texts.flatMap((item) => harms(item, target).map((harm) => `${item.name}: ${harm}`)),
    ).toEqual([])
  })
})

test('there are many of them, for each release', () => {
  for (const target of targets) {
    const safe = [...examples, ...written].flatMap(({ text, env }) =>
      lint(text, { target, ...(env && { env }) }).filter(
        ({ fix: offered }) => offered && !offered.unsafe,
      ),
    )
    expect(safe.length, target).toBeGreaterThan(20)
  }
})

describe('what enrollment reads', () => {
  const base = yaml`
      v: 3
      identity: {cert: a, key: b, server_cert: c, ca: d}
      ctrl: {endpoint: "tls:a:1"}
      edge: {csr: {sans: {dns: [a]}}, db: /db}
    `
  const viewOf = (text: string, target: string): string[] => {
    const model = findModel(target)
    if (!model) throw new Error(`no release ${target}`)
    const { values } = createEnrollmentView(parseDocument(text), model, { NAME: 'x' })
    return [...values].map(([place, texts]) => `${place}: ${[...texts].join(' and ')}`).slice(1)
  }

  test.each([
    [
      '0.31',
      'csr: {sans: {dns: [b]}}\n',
      ['csr: {"sans":{"dns":["a"]}} and {"sans":{"dns":["b"]}}'],
    ],
    ['1.2', 'csr: {sans: {dns: [b]}}\n', ['csr: {"sans":{"dns":["b"]}}']],
    ['1.3', '', ['csr: {"sans":{"dns":["a"]}}']],
    ['1.4', '', ['csr: {"sans":{"dns":["a"]}}']],
    [
      '2.0',
      'trace: {path: "${NAME}.trace"}\n',
      [
        'ctrl.endpoints: "tls:a:1"',
        'csr: {"sans":{"dns":["a"]}}',
        'edge.db: "/db"',
        'trace.path: "x.trace"',
      ],
    ],
  ])('by %s', (target, rest, wanted) => {
    expect(viewOf(base + rest, target)).toEqual(wanted)
  })

  test('is what `fix` keeps too', () => {
    const text = `${base}csr: {sans: {dns: [b]}}\nlisteners: [{binding: edge, address: "tls:a:2", options: {advertise: "a:2"}}]\n`
    for (const target of ['0.30', '0.31.4', '1.1.15']) expect(fix(text, { target }).text).toBe(text)
  })
})
