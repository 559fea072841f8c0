import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lint, load } from '../../src/index.js'

type Verdict = { outcome: string; effective?: Record<string, unknown>; notice?: true }
type Case = {
  id: string
  key: string
  class: string
  base: number
  edit: [from: number, remove: number, insert: string, has: boolean]
  env?: Record<string, string>
  verdicts: Record<string, Verdict>
}

const {
  texts,
  effective,
}: { texts: string[]; effective: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync('fixtures/conformance/bases.json', 'utf8'),
)
const cases: Case[] = readFileSync('fixtures/conformance/cases.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Cases whose recorded verdict hangs on more than the text, with the reason; each of them has to go on failing. */
const beyondText: Readonly<Record<string, string>> = {
  '164bb031d650': 'the router looks for the plugin on its machine',
  '34d88475c1e6': 'the certificate in the file is that of an authority',
  a79e34915045: 'the line in the log is about a key that the file does not have',
}

function textOf({ base, edit: [from, remove, insert, has] }: Case): string {
  const lines = (texts[base] ?? '').split('\n')
  lines.splice(from, remove, ...(has ? insert.split('\n') : []))
  return lines.join('\n')
}

/** The value at `listeners[0].options.mode`; `dialers[binding=edge]` picks the last entry with that binding. */
function at(config: unknown, path: string): unknown {
  let current = config
  for (const [, name, index, binding] of path.matchAll(
    /([^.[\]]+)|\[(\d+)\]|\[binding=([^\]]*)\]/g,
  )) {
    if (current === undefined || current === null) return undefined
    if (binding !== undefined)
      current = Array.isArray(current)
        ? current.findLast((item) => item?.binding === binding)
        : undefined
    else current = Object(current)[index ?? name ?? '']
  }
  return current
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

function same(ours: unknown, theirs: unknown): boolean {
  if (isEmpty(ours) && isEmpty(theirs)) return true
  if (typeof ours === 'number' && typeof theirs === 'number')
    return Math.abs(ours - theirs) <= 1e-9 * Math.max(1, Math.abs(theirs))
  return JSON.stringify(ours) === JSON.stringify(theirs)
}

function faultsOf(item: Case): string[] {
  const text = textOf(item)
  return Object.entries(item.verdicts).flatMap(([releases, verdict]) =>
    releases.split(',').flatMap((target) => {
      const options = { target, env: item.env ?? {} }
      const name = `${item.id} ${item.key} (${item.class}) ${target}`
      const found = lint(text, options)
      const runs = verdict.outcome === 'runs' || verdict.outcome === 'loads'
      if (runs === found.some(({ severity }) => severity === 'error'))
        return [`${name}: ${verdict.outcome}, ours: ${found[0]?.message ?? 'nothing'}`]
      if (verdict.notice && !found.some(({ severity }) => severity !== 'info'))
        return [`${name}: nothing is said of it`]
      if (!runs || !verdict.effective || !(target in effective)) return []
      const loaded = load(text, options)
      // The router's own record of a section that is off is made of zeros.
      const isOff = (path: string): boolean =>
        path.startsWith('edge.') && verdict.effective?.['edge.sessionValidateChunkSize'] === 0
      const wrong = Object.entries({ ...effective[target], ...verdict.effective }).filter(
        ([path, value]) =>
          !loaded.ok ||
          (isOff(path) ? loaded.config.edge !== undefined : !same(at(loaded.config, path), value)),
      )
      return wrong.map(
        ([path, value]) =>
          `${name}: ${path} is ${JSON.stringify(loaded.ok && at(loaded.config, path))}, recorded ${JSON.stringify(value)}`,
      )
    }),
  )
}

describe('what real routers did', () => {
  const keys = new Map<string, Case[]>()
  for (const item of cases) keys.set(item.key, [...(keys.get(item.key) ?? []), item])

  test('the selection has all six releases', () => {
    const releases = new Set(
      cases.flatMap(({ verdicts }) => Object.keys(verdicts)).flatMap((names) => names.split(',')),
    )
    expect([...releases].sort()).toEqual([
      '0.31.4',
      '1.1.15',
      '1.4.3',
      '1.6.20',
      '2.0.3',
      '2.1.0-pre2',
    ])
  })

  test.each([...keys])('%s', (_, items) => {
    expect(items.filter(({ id }) => !(id in beyondText)).flatMap(faultsOf)).toEqual([])
  })

  test.each(Object.entries(beyondText))('%s cannot be told from the text: %s', (id) => {
    expect(cases.filter((item) => item.id === id).flatMap(faultsOf)).not.toEqual([])
  })
})
