import { describe, expect, test } from 'vitest'
import { formatMeshJson } from '../../src/cli/commands/mesh/json.js'
import { formatMeshText } from '../../src/cli/commands/mesh/text.js'
import { predictLinks } from '../../src/mesh/mesh.js'
import type { MeshPrediction } from '../../src/mesh/predict.js'
import { predictLargeMesh } from '../../src/mesh/predict.js'
import type { MeshRouter } from '../../src/mesh/router.js'
import { summarizeMesh } from '../../src/mesh/summary.js'
import { readMesh } from '../../web/mesh/read.js'
import { expectWithin } from '../support/promises.js'

type Share = 'links' | 'reasons' | 'addresses that nobody reaches'

const writeName = (index: number): string => `r${String(index).padStart(5, '0')}`

/** Routers of which each links with all others, or none with any, for one reason or one for each. */
const createRouters = (count: number, share: Share): MeshRouter[] =>
  Array.from({ length: count }, (_, index) => {
    const name = writeName(index)
    const address = `tls:${share === 'links' ? name : `127.0.0.${index}`}:6000`
    return {
      name,
      obstacle: undefined,
      dialers: [{ networkInterface: 'default', groups: ['default'] }],
      listeners: [
        {
          networkInterface: 'default',
          groups: [share === 'reasons' ? 'nobody' : 'default'],
          protocol: 'tls',
          address,
          obstacle: share === 'links' ? undefined : `no certificate covers ${address}`,
          isLocal: false,
        },
      ],
      isManaged: false,
      isWithController: false,
    }
  })

const shares: readonly Share[] = ['links', 'reasons', 'addresses that nobody reaches']

const countPairs = (count: number): number => (count * (count - 1)) / 2

describe('the output of mesh grows with the number of routers, not with its square', () => {
  const measureJson = (mesh: MeshPrediction): number =>
    [...formatMeshJson(mesh, undefined)].reduce((sum, { length }) => sum + length, 0)
  const measureText = (mesh: MeshPrediction): number =>
    formatMeshText(mesh, undefined, { width: 80, isVerbose: false }).length

  test.each(shares)('with %s', (share) => {
    const measure = (count: number): { json: number; text: number } => {
      const mesh = predictLargeMesh(createRouters(count, share))
      return { json: measureJson(mesh), text: measureText(mesh) }
    }
    const [short, long] = [measure(250), measure(500)]
    expect(long.json / short.json).toBeLessThan(1.5)
    expect(long.text / short.text).toBeLessThan(2.1)
    expect(long.json).toBeLessThan(20_000_000)
  })

  test.each(shares)('in text, also with few routers, with %s', (share) => {
    const text = formatMeshText(predictLargeMesh(createRouters(80, share)), undefined, {
      width: 80,
      isVerbose: false,
    })
    expect(text.includes('for other reasons')).toBe(share === 'addresses that nobody reaches')
  })
})

test('an attempt to list the links that are not up is bounded, too', () => {
  const mesh = predictLargeMesh(createRouters(400, 'links'))
  const missing = [...mesh.outlines].map(({ between, protocol }) => ({ between, protocol }))
  const live = { real: [], missing, unexpected: [] }
  const json: unknown = JSON.parse([...formatMeshJson(mesh, live)].join(''))
  expect(json).toMatchObject({ live: { unlisted: countPairs(400) - 25_000 } })
  const text = formatMeshText(mesh, live, { width: 80, isVerbose: false })
  expect(text).toContain(`And ${missing.length - 1000} more; --verbose lists them.`)
})

describe('the report of a large network', () => {
  const count = 300
  const write = (share: Share): string =>
    [...formatMeshJson(predictLargeMesh(createRouters(count, share)), undefined)].join('')

  test.each([
    ['links', { linkedPairs: countPairs(count) - 25_000, missingPairs: 0 }],
    ['reasons', { linkedPairs: 0, missingPairs: countPairs(count) - 25_000 }],
  ] as const)('says how many pairs it does not list: %s', (share, unlisted) => {
    const text = write(share)
    expect(JSON.parse(text)).toMatchObject({ unlisted })
    const mesh = readMesh([{ name: 'a.json', text }])
    expect(mesh.unlisted).toEqual(unlisted)
    expect(mesh.refused[0]).toContain('19,850 pairs'.replace(',', ''))
    expect(mesh.parts.map(({ length }) => length)).toEqual(
      share === 'links' ? [count] : Array.from({ length: count }, () => 1),
    )
    expect(summarizeMesh(mesh, '')).toBe(
      `300 routers: ${share === 'links' ? '44,850 of 44,850 pairs have or may have' : '0 of 44,850 pairs have'} a link.`,
    )
    expect(mesh.missing.length + unlisted.missingPairs).toBe(
      share === 'links' ? 0 : countPairs(count),
    )
  })

  test('of which a page shows a part keeps the parts of the network', () => {
    const mesh = readMesh([{ name: 'a.json', text: write('links') }], { limit: 10 })
    expect(mesh.parts).toEqual([Array.from({ length: 10 }, (_, index) => writeName(index))])
  })

  test('of a smaller one lists everything', () => {
    const routers = createRouters(100, 'reasons')
    const json: unknown = JSON.parse(
      [...formatMeshJson(predictLargeMesh(routers), undefined)].join(''),
    )
    expect(json).not.toHaveProperty('unlisted')
    expect(json).toHaveProperty('missing.length', 2 * countPairs(100))
  })
})

/** Routers with one dialer and one listener each, in groups of their own choice. */
const createGrouped = (
  count: number,
  choose: (index: number) => { dials: string[] | undefined; listens: string[] | undefined },
): MeshRouter[] =>
  createRouters(count, 'links').map((router, index) => {
    const { dials, listens } = choose(index)
    return {
      ...router,
      ...(index % 11 === 0 && { obstacle: 'does not run' }),
      dialers: index % 7 === 0 ? [] : router.dialers.map((end) => ({ ...end, groups: dials })),
      listeners: router.listeners.map((end) => ({ ...end, groups: listens })),
    }
  })

test('links are found by groups, and missed by none', () => {
  const choose = (seed: number): string[] | undefined =>
    seed % 13 === 0 ? undefined : seed % 5 === 0 ? [] : [`g${seed % 6}`, `g${(seed * 7) % 9}`]
  const routers = createGrouped(120, (index) => ({
    dials: choose(index * 3 + 1),
    listens: choose(index * 5 + 2),
  }))
  const mesh = predictLargeMesh(routers)
  const linked = [...mesh.outlines].map(({ between }) => between.join(' '))
  const missing = [...mesh.missing].map(({ from, to }) => [from, to].sort().join(' '))
  expect(new Set(linked).size).toBeGreaterThan(500)
  expect(linked).toEqual([...linked].sort())
  expect(new Set([...linked, ...missing]).size).toBe(countPairs(120))
  const missingPairs = new Set(missing)
  expect(linked.filter((pair) => missingPairs.has(pair))).toEqual([])
  expect([...mesh.links].map(({ between }) => between.join(' '))).toEqual(linked)
})

describe('the library', () => {
  test('finds the links of a large network in proportion to those that there are', () => {
    const routers = createGrouped(10_000, (index) => ({
      dials: [`g${index % 2500}`],
      listens: [`g${(index + 1) % 2500}`],
    }))
    expectWithin(20, () => {
      expect([...predictLargeMesh(routers).links].length).toBeGreaterThan(10_000)
    })
  })

  test('explains some of the pairs without a link where there are very many', () => {
    const write = (index: number): string =>
      `v: 3\nlink: {listeners: [{binding: transport, bind: "tls:0.0.0.0:1", advertise: "tls:r${index}.example.com:1", groups: [g${index}]}], dialers: [{binding: transport, groups: [x]}]}\n`
    const files = Array.from({ length: 400 }, (_, index) => ({
      name: writeName(index),
      text: write(index),
    }))
    const { links, missing } = predictLinks(files)
    expect(links).toEqual([])
    expect(missing).toHaveLength(2 * 25_000)
    expect(predictLinks(files.slice(0, 20)).missing).toHaveLength(2 * countPairs(20))
  })
})
