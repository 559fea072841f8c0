import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { toPath } from '../../src/document/diagnostic.js'
import type { MapEntries } from '../../src/document/document.js'
import { codeLenses } from '../../src/language/code-lens.js'
import { documentLinks } from '../../src/language/document-link.js'
import type { View } from '../../src/language/view.js'
import { viewOf } from '../../src/language/view.js'
import type { Options } from '../../src/lint/lint.js'
import { findModel, listTargets } from '../../src/schema/model.js'
import { listPlaces } from '../../src/schema/places.js'
import { conditions } from '../../src/schema/conditions.js'
import type { Field, Node } from '../../src/yaml/index.js'
import { amount, isNightly } from '../support/amount.js'
import { largeFile } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'

const files = ['samples', 'valid', 'loaded', 'invalid'].flatMap((folder) =>
  readdirSync(`fixtures/${folder}`)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(`fixtures/${folder}/${name}`, 'utf8')),
)

const odd =
  'v: 3\nlisteners:\n- binding: edge\n  address: tls:0.0.0.0:3022\n  options: {advertise: "a\n    b:1"}\n-\n  binding: tunnel\n  options:\n    services:\n    - a\n    # b\n    -\n    - |+\n      c\n\n\n    - >\n     d\nforwarder:\n  idleTxInterval:\n'

const texts = [
  ...files,
  odd,
  largeFile(80),
  ...files.slice(0, 4).map((text) => text.replaceAll('\n', '\r\n')),
  files[0]?.replaceAll(/: (\w)/g, ': ${NAME}$1') ?? '',
]

const pieces = [
  ' ',
  '  ',
  '\n',
  '\r\n',
  '- ',
  '- x',
  '#',
  ' # c\n',
  ':',
  ': ',
  '?',
  'x',
  '5',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  '|',
  '>',
  ',',
  '---\n',
  '...\n',
  '%',
  '\t',
  '&a ',
  '*a',
  '!!str ',
  '<<: ',
  '\n  ',
  '\n    - binding: edge\n',
  '\u0085',
  '\ufeff',
  '\u0001',
  '${A}',
  'é',
  '🙂',
]

const toSpan = ({ start, end, kind }: Node) => [start, end, kind]

const formatEntries = ({ byName, otherFields, lostPairs }: MapEntries) => ({
  named: [...byName].map(([name, field]) => [name, ...formatField(field)]),
  others: otherFields.map(formatField),
  lost: lostPairs.map(({ pair, winner }) => [...toSpan(pair.key), ...formatField(winner)]),
})

const formatField = ({ key, value, isMerged }: Field) => [
  key.value,
  ...toSpan(key),
  ...toSpan(value),
  isMerged,
]

/**
 * Everything that is known of a text, as plain data. Nodes are compared once, as parts of the root. Fixes of broken texts
 * are tried out, which takes longer than all the rest, so only some versions are compared with them.
 */
const toPlainData = (view: View, withFixes: boolean) => ({
  ...toPlainAnalysis(view, withFixes),
  // What they show is collected from unchanged parts of earlier versions.
  links: documentLinks(view),
  lenses: codeLenses(view),
})

const toPlainAnalysis = (
  { document, readResult, knownConfig, findings, diagnostics }: View,
  withFixes: boolean,
) => ({
  nodes: document.nodes().map(({ node, ...place }) => [toPath(place), ...toSpan(node)]),
  entries: document
    .nodes()
    .flatMap(({ node }) => (node.kind === 'map' ? [formatEntries(document.entries(node))] : [])),
  comments: document.comments,
  problems: document.problems,
  rest: document.unreadContent,
  root: document.root,
  config: readResult.config,
  unknown: readResult.unknownPaths,
  moves: readResult.moves,
  origins: readResult.origins().map(({ place, origin, span }) => ({
    path: toPath(place),
    key: place.key,
    phase: place.phase,
    origin,
    span: { start: span.start, end: span.end },
  })),
  knownConfig,
  findings: findings().map(({ fix, ...finding }) => ({ ...finding, fix: withFixes && fix?.() })),
  diagnostics: withFixes && structuredClone(diagnostics()),
})

/** A text with a small change, as from typing, or a large one. */
function edited(text: string, next: () => number): string {
  const pick = (below: number): number => Math.floor(next() * below)
  if (next() < 0.2) return mutate(text, next)
  const at = pick(text.length + 1)
  const gone = next() < 0.6 ? 0 : pick(next() < 0.2 ? 80 : 4)
  return (
    text.slice(0, at) +
    (next() < 0.8 ? (pieces[pick(pieces.length)] ?? '') : '') +
    text.slice(at + gone)
  )
}

describe('a text that changes', () => {
  const options: readonly Options[] = [
    {},
    { env: { NAME: 'value', A: '1' } },
    ...listTargets()
      .slice(0, 3)
      .map(({ newest }) => ({ target: newest })),
  ]
  const tally = { parts: 0, wholes: 0 }

  test.each(Array.from({ length: amount(15) }, (_, seed) => ({ seed })))(
    'is analyzed from earlier versions as it is from scratch, seed $seed',
    ({ seed }) => {
      const next = random(seed)
      const own = options[seed % options.length]
      for (let count = 0; count < 3; count += 1) {
        let text = texts[Math.floor(next() * texts.length)] ?? ''
        let view = viewOf(text, own)
        for (let version = 0; version < 15; version += 1) {
          const now = edited(text, next)
          const { entries } =
            (view.document.isPlain ? view.document : view.document.lastPlainVersion) ?? {}
          const after = viewOf(now, own, { before: view })
          tally[after.document.entries === entries ? 'parts' : 'wholes'] += 1
          const withFixes = isNightly || version % 3 === 0
          expect(
            isDeepStrictEqual(
              toPlainData(after, withFixes),
              toPlainData(viewOf(now, own), withFixes),
            ),
            JSON.stringify([text, now]),
          ).toBe(true)
          view = after
          if (after.document.isPlain || next() < 0.3) text = now
        }
      }
    },
  )

  test('is often read in parts', () => {
    expect(tally.parts).toBeGreaterThan(tally.wholes / 5)
  })
})

test('a lens follows a binding that changed, for keys of a map that did not', () => {
  const written = (binding: string): string =>
    `v: 3\nlisteners:\n  - binding: ${binding}\n    options:\n      dnsUnanswerable: refused\n${'      # filler\n'.repeat(40)}forwarder: {}\n`
  const before = viewOf(written('edge'))
  const options = before.document.find(['listeners', 0, 'options'])?.value
  expect(codeLenses(before)[0]?.title).not.toContain('1.7.0')
  const after = viewOf(written('tunnel'), {}, { before })
  expect(after.document.find(['listeners', 0, 'options'])?.value).toBe(options)
  expect(codeLenses(after)[0]?.title).toContain('needs 1.7.0 or newer')
})

test('no required key depends on another part of the file', () => {
  const required = listTargets().flatMap(({ newest }) =>
    listPlaces(findModel(newest)?.schema ?? expect.fail()).filter((place) => place.required),
  )
  expect(required.length).toBeGreaterThan(50)
  expect(
    required.filter(({ key }) => conditions[key.keyFacts['x-read-when'] ?? '']?.isNonLocal),
  ).toEqual([])
})
