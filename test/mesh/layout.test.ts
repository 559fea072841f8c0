import { describe, expect, test } from 'vitest'
import type { DrawnMesh } from '../../src/mesh/layout.js'
import { layoutMesh } from '../../src/mesh/layout.js'
import { listUnlinkedPairs, summarizeMesh } from '../../src/mesh/summary.js'
import { expectWithin } from '../support/promises.js'

const mesh: DrawnMesh = {
  routers: ['east', 'north', 'south', 'west'].map((name) => ({ name })),
  links: [
    { between: ['east', 'north'], protocol: 'tls', certain: false },
    { between: ['east', 'north'], protocol: 'dtls', certain: true },
    { between: ['north', 'south'], protocol: 'wss', certain: false },
  ],
}

describe('the layout', () => {
  const { routers, lines, box } = layoutMesh(mesh)

  test('has a line for each pair, certain if one of its links is', () => {
    expect(
      lines.map(({ from, to, protocols, isCertain }) => [from.name, to.name, protocols, isCertain]),
    ).toEqual([
      ['east', 'north', ['tls', 'dtls'], true],
      ['north', 'south', ['wss'], false],
    ])
  })

  test('keeps routers apart and in the picture', () => {
    const distances = routers.flatMap((left, index) =>
      routers.slice(index + 1).map((right) => Math.hypot(left.x - right.x, left.y - right.y)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(60)
    for (const { x, y } of routers) {
      expect(x > box.x && x < box.x + box.width).toBe(true)
      expect(y > box.y && y < box.y + box.height).toBe(true)
    }
  })

  test('is the same each time', () => {
    expect(layoutMesh(mesh)).toEqual({ routers, lines, box })
  })

  test('counts linked routers', () => {
    expect(routers.map(({ linkCount }) => linkCount)).toEqual([1, 2, 1, 0])
  })

  test('of a large network is done in time', () => {
    const names = Array.from({ length: 300 }, (_, index) => `router-${index}`)
    const large: DrawnMesh = {
      routers: names.map((name) => ({ name })),
      links: names
        .slice(1)
        .map((name) => ({ between: ['router-0', name], protocol: 'tls', certain: true })),
    }
    expectWithin(50, () => layoutMesh(large))
  })
})

test.each([
  [mesh, '4 routers: 1 of 6 pairs have a link, 1 more possible.'],
  [
    { routers: mesh.routers.slice(0, 2), links: mesh.links.slice(0, 2) },
    '2 routers: 1 of 1 pair has a link.',
  ],
  [
    { routers: mesh.routers.slice(0, 1), links: [] },
    'There is one router file, so there are no links.',
  ],
  [{ routers: [], links: [] }, 'Nothing here.'],
])('a mesh is summarized', (given, sentence) => {
  expect(summarizeMesh(given, 'Nothing here.')).toBe(sentence)
})

test('pairs without a link are listed once, with both reasons if they differ', () => {
  const pairs = listUnlinkedPairs([
    { from: 'a', to: 'b', why: 'b does not run' },
    { from: 'b', to: 'a', why: 'b does not run' },
    { from: 'c', to: 'a', why: 'a has no link listener' },
    { from: 'a', to: 'c', why: 'a has no link dialer' },
  ])
  expect(
    pairs.map(({ between, reasons }) => [...between, ...reasons.map(({ why }) => why)]),
  ).toEqual([
    ['a', 'b', 'b does not run'],
    ['a', 'c', 'a has no link listener', 'a has no link dialer'],
  ])
})
