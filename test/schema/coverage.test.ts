import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Node } from '../../src/document/document.js'
import { parseDocument } from '../../src/document/document.js'
import { listPlaces } from '../../src/schema/places.js'
import { findModel } from '../../src/schema/model.js'
import { fixtures } from '../support/fixtures.js'

/** Paths of everything in a document: with `[]` for entries of lists, and `[binding=edge]` where an entry has one. */
function pathsOf(text: string): Set<string> {
  const document = parseDocument(text)
  const paths = new Set<string>()
  const visit = (node: Node, ways: readonly string[]): void => {
    for (const way of ways) paths.add(way)
    if (node.kind === 'map') {
      for (const [name, { value }] of document.entries(node).byName)
        visit(
          value,
          ways.map((way) => (way === '' ? name : `${way}.${name}`)),
        )
    }
    if (node.kind !== 'list') return
    for (const item of node.items) {
      const binding =
        item.kind === 'map' ? document.entries(item).byName.get('binding')?.value : undefined
      const forms = ['[]', ...(binding?.kind === 'text' ? [`[binding=${binding.value}]`] : [])]
      visit(
        item,
        ways.flatMap((way) => forms.map((form) => way + form)),
      )
    }
  }
  if (document.root) visit(document.root, [''])
  return paths
}

const seen = new Set(
  ['valid', 'invalid']
    .flatMap((folder) => fixtures(folder))
    .flatMap(({ text }) => [...pathsOf(text)]),
)

/** Rows of the reference that name no single key. */
const collective: Readonly<Record<string, readonly string[]>> = {
  '(root)': ['v'],
  '$def.transportAddress': ['ctrl.endpoint'],
  '$def.udpListenAddress': ['listeners[binding=proxy_udp].address'],
  '$def.goDuration': ['ctrl.startupTimeout'],
  '$def.tunnelServiceSpec': ['listeners[binding=tunnel].options.services'],
  'dialers[binding=edge].options.<channel and lookup keys>': [
    'dialers[binding=edge].options.outQueueSize',
    'dialers[binding=edge].options.lookupSessionTimeout',
  ],
  'dialers[binding=tunnel].options.<tunnel keys>': [
    'dialers[binding=tunnel].options.mode',
    'dialers[binding=tunnel].options.resolver',
  ],
  'listeners[binding=edge_transport]': ['dialers[binding=edge_transport]'],
}

const fail = (): never => {
  throw new Error('no such release')
}

test('each of the 348 rows of the reference occurs in a fixture', () => {
  const rows = readFileSync('fixtures/rows.txt', 'utf8').trim().split('\n')
  expect(rows).toHaveLength(348)
  expect(rows.flatMap((row) => collective[row] ?? [row]).filter((path) => !seen.has(path))).toEqual(
    [],
  )
})

test('each key of the schema occurs in a fixture, at one of its places', () => {
  const releases: { releases: { release: string }[] } = JSON.parse(
    readFileSync('schemas/releases.json', 'utf8'),
  )
  const lines = new Set(releases.releases.map(({ release }) => /^\d+\.\d+/.exec(release)?.[0]))
  const places = [...lines].flatMap((line) => listPlaces(findModel(line)?.schema ?? fail()))
  const met = new Set(places.filter(({ path }) => seen.has(path)).map(({ key }) => key.index))
  expect(
    places
      .filter(({ key, path }) => !met.has(key.index) && !path.endsWith('[]'))
      .map(({ path }) => path),
  ).toEqual([])
})
