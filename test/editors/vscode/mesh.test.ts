import { describe, expect, test } from 'vitest'
import { layoutMesh } from '../../../editors/vscode/src/mesh/layout.js'
import { isMeshRequest } from '../../../editors/vscode/src/mesh/message.js'
import { createMeshPage } from '../../../editors/vscode/src/mesh/page.js'
import { listMissingPairs, summarizeMesh } from '../../../editors/vscode/src/mesh/summary.js'
import type { Mesh } from '../../../editors/vscode/src/server-commands.js'
import { expectWithin } from '../../support/promises.js'

const mesh: Mesh = {
  routers: ['east', 'north', 'south', 'west'].map((name) => ({ name, uri: `file:///${name}.yml` })),
  links: [
    { between: ['east', 'north'], protocol: 'tls', certain: false },
    { between: ['east', 'north'], protocol: 'dtls', certain: true },
    { between: ['north', 'south'], protocol: 'wss', certain: false },
  ],
  missing: [{ from: 'west', to: 'north', why: 'no dialer' }],
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
    const large: Mesh = {
      routers: names.map((name) => ({ name })),
      links: names
        .slice(1)
        .map((name) => ({ between: ['router-0', name], protocol: 'tls', certain: true })),
      missing: [],
    }
    expectWithin(50, () => layoutMesh(large))
  })
})

test.each([
  [mesh, '4 routers: 2 of 6 pairs have a link.'],
  [
    { ...mesh, routers: mesh.routers.slice(0, 1), links: [] },
    'There is one router file, so there are no links.',
  ],
  [{ routers: [], links: [], missing: [] }, 'There are no router files in this workspace.'],
])('a mesh is summarized', (given, sentence) => {
  expect(summarizeMesh(given)).toBe(sentence)
})

test('pairs without a link are counted once, with both reasons if they differ', () => {
  const missing = [
    { from: 'a', to: 'b', why: 'b does not run' },
    { from: 'b', to: 'a', why: 'b does not run' },
    { from: 'a', to: 'c', why: 'a has no link dialer' },
    { from: 'c', to: 'a', why: 'a has no link listener' },
  ]
  expect(listMissingPairs({ ...mesh, missing })).toEqual({
    title: '2 pairs have no link',
    rows: [
      { routers: 'a – b', why: 'b does not run' },
      { routers: 'a → c', why: 'a has no link dialer' },
      { routers: 'c → a', why: 'a has no link listener' },
    ],
  })
  expect(listMissingPairs(mesh).title).toBe('1 pair has no link')
})

test('the page runs its own script only, and fetches nothing', () => {
  const page = createMeshPage({
    script: 'https://x/mesh.js',
    style: 'https://x/mesh.css',
    source: 'https://x',
    nonce: 'abc',
  })
  expect(page).toContain(
    `content="default-src 'none'; style-src https://x; script-src 'nonce-abc'"`,
  )
  expect([...page.matchAll(/<script[^>]*>/g)].join('')).toBe(
    '<script nonce="abc" src="https://x/mesh.js">',
  )
  expect(page).not.toMatch(/\son\w+=|style="/)
})

test.each([
  [{ kind: 'ready' }, true],
  [{ kind: 'open', uri: 'file:///north.yml' }, true],
  [{ kind: 'open' }, false],
  [{ kind: 'run' }, false],
  [null, false],
])('%j from the page is a request: %s', (message, expected) => {
  expect(isMeshRequest(message)).toBe(expected)
})
