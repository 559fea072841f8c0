import { describe, expect, test } from 'vitest'
import { once } from '../../../src/document/lazy.js'
import { moveRouter } from '../../../src/mesh/move-router.js'
import { findNearGroups } from '../../../src/mesh/near-groups.js'
import { compareLines } from '../../../web/mesh/changed-lines.js'
import { placeNames } from '../../../web/mesh/place-names.js'
import { placeMesh } from '../../../web/mesh/placed-mesh.js'
import { readMesh } from '../../../web/mesh/read.js'
import { samples } from '../../../web/mesh/samples.js'
import type { ShownMesh } from '../../../web/mesh/shown-mesh.js'
import { needsCenter } from '../../../web/mesh/visible-part.js'
import { findLoss } from '../../../web/mesh/without.js'

/** Each sample, read once for all tests: that of 200 routers takes half a second. */
const meshes = once(
  () => new Map(samples.map(({ title, files }) => [title, readMesh(files())] as const)),
)

function findSample(title: string): ShownMesh {
  const mesh = meshes().get(title)
  if (!mesh) throw new Error(`no sample ${title}`)
  return mesh
}

describe('groups with nearly the same name', () => {
  const near = (...groups: string[]): string[] =>
    findNearGroups(
      groups.map((group, index) => ({ name: `r${index}`, dials: [group], listens: [] })),
    ).map(({ name, meant }) => `${name} < ${meant}`)

  test.each([
    ['backbone', 'backbon'],
    ['backbone', 'Backbone'],
    ['backbone', 'back-bone'],
    ['backbone', 'bakcbone'],
    ['eu-frankfurt', 'eu-frankfrut'],
    ['region-europe-2', 'region-europ-2'],
    ['edge', 'edges'],
  ])('%s and %s', (meant, name) => {
    expect(near(meant, meant, name)).toEqual([`${name} < ${meant}`])
  })

  test.each([
    ['region-1', 'region-2'],
    ['east', 'west'],
    ['us-east', 'us-west'],
    ['zone-a', 'zone-b'],
    ['test', 'west'],
    ['lan', 'wan'],
    ['prod1', 'prod2'],
    ['north', 'south'],
    ['a-1', 'a-11'],
  ])('are not %s and %s', (one, other) => {
    expect(near(one, one, other)).toEqual([])
  })

  test('name their routers', () => {
    expect(findSample('A misspelled group').nearGroups).toEqual([
      { name: 'backbon', routers: ['east'], meant: 'backbone', meantCount: 3 },
    ])
    expect(findSample('200 routers').nearGroups).toEqual([])
  })
})

describe('a router that moves into a group', () => {
  const create = (dialer: string, listener = ''): string =>
    `v: 3\nlink:\n  dialers:\n    - binding: transport\n${dialer}${
      listener && `  listeners:\n    - binding: transport # kept\n${listener}`
    }# end\n`

  test.each([
    [
      '      groups: [a, b] # why\n',
      '      groups: [c] # why\n',
      '      groups: [a, b, c] # why\n',
    ],
    ['      groups: a\n', '      groups: c\n', '      groups: [a, c]\n'],
    [
      '      groups:\n        - a\n',
      '      groups:\n        - c\n',
      '      groups:\n        - a\n        - c\n',
    ],
    [
      '      groups:\n        - a\n        - c # own\n',
      '      groups:\n        - c # own\n',
      '      groups:\n        - a\n        - c # own\n',
    ],
    ['', '      groups: [c]\n', '      groups: [default, c]\n'],
    ['      groups: [c]\n', '      groups: [c]\n', '      groups: [c]\n'],
  ])('has its groups edited: %j', (before, only, added) => {
    for (const place of [
      (part: string) => create(part),
      (part: string) => create(part, `      bind: tls:0.0.0.0:1\n${part}`),
    ]) {
      expect(moveRouter(place(before), { group: 'c', leavesOthers: true })).toBe(place(only))
      expect(moveRouter(place(before), { group: 'c', leavesOthers: false })).toBe(place(added))
    }
  })

  test.each([
    ['v: 3\n'],
    ['link: { dialers: [{ groups: *a }] }\n'],
    [create('      groups: &g [a]\n', '      groups: *g\n')],
  ])('is left alone where that is not simple: %j', (text) => {
    expect(moveRouter(text, { group: 'c', leavesOthers: true })).toBeUndefined()
  })

  test('has a name in quotes where YAML needs them', () => {
    expect(
      moveRouter(create('      groups: [a]\n'), { group: 'yes', leavesOthers: true }),
    ).toContain('groups: ["yes"]')
  })
})

describe('a router with a misspelled group', () => {
  const create = (dialers: string, listeners: string): string =>
    `v: 3\nlink:\n  dialers:\n${dialers}  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:1\n${listeners}# end\n`
  const correct = (text: string): string | undefined =>
    moveRouter(text, { group: 'backbone', misspelledName: 'backbon' })

  test.each([
    ['      groups: [eu, backbon] # why\n', '      groups: [eu, backbone] # why\n'],
    ['      groups: backbon\n', '      groups: backbone\n'],
    [
      '      groups:\n        - backbon # mine\n        - eu\n',
      '      groups:\n        - backbone # mine\n        - eu\n',
    ],
    ['      groups: [backbon, eu, backbone]\n', '      groups: [eu, backbone]\n'],
  ])('keeps its other groups: %j', (before, after) => {
    for (const others of ['', '      groups: [eu]\n', '      groups: [backbone, local]\n']) {
      const dialer = '    - binding: transport\n'
      expect(correct(create(dialer + before, others))).toBe(create(dialer + after, others))
      expect(correct(create(dialer + others, before))).toBe(create(dialer + others, after))
    }
  })

  test('has a group for entries without one only if the name of theirs is the wrong one', () => {
    const text = create('    - binding: transport\n      groups: [defaults]\n', '')
    expect(moveRouter(text, { group: 'default', misspelledName: 'defaults' })).toBe(
      text.replace('[defaults]', '[default]'),
    )
    expect(moveRouter(text, { group: 'defaults', misspelledName: 'default' })).toBe(
      text.replace('# end', '      groups: [defaults]\n# end'),
    )
  })

  test('is left alone where the name is not found, or is in a list that others share', () => {
    expect(correct(create('    - binding: transport\n', ''))).toBeUndefined()
    expect(
      correct(create('    - groups: &all [backbon]\n', '      groups: *all\n')),
    ).toBeUndefined()
  })
})

describe('without a router', () => {
  test('the network falls into the parts that it joined', () => {
    const mesh = findSample('Two regions and a hub')
    expect(findLoss(mesh, 'hub')).toEqual({
      parts: [['austin', 'boston', 'denver'], ['lisbon']],
      alone: ['lisbon'],
    })
    expect(findLoss(mesh, 'boston')?.parts).toHaveLength(1)
    expect(findLoss(mesh, 'berlin')).toBeUndefined()
  })
})

describe('the picture', () => {
  test('of 200 routers has an area for each combination of groups, and every router in one', () => {
    const { areas, areaLines, routers, lines } = placeMesh(findSample('200 routers'))
    expect(areas).toHaveLength(16)
    expect(areas.flatMap((area) => area.routers)).toHaveLength(200)
    const inside = areas.reduce((sum, area) => sum + area.inside, 0)
    const between = areaLines.reduce((sum, { count }) => sum + count, 0)
    expect(inside + between).toBe(lines.length)
    for (const { x, y, radius, routers: members } of areas)
      for (const router of members)
        expect(Math.hypot(router.x - x, router.y - y)).toBeLessThanOrEqual(radius)
    expect(routers.find(({ name }) => name === 'hub-001')?.linkCount).toBe(24 + 7)
    for (const [index, area] of areas.entries())
      for (const other of areas.slice(index + 1))
        expect(Math.hypot(area.x - other.x, area.y - other.y)).toBeGreaterThan(
          0.95 * (area.radius + other.radius),
        )
  })

  test('writes no name over another one', () => {
    const named = Array.from({ length: 60 }, (_, index) => ({
      x: 40 + (index % 10) * 30,
      y: 40 + Math.floor(index / 10) * 30,
      radius: 14,
      name: `router-${index}`,
      rank: index,
    }))
    const places = placeNames(named, { width: 400, height: 300 })
    expect(places[59]).toBeDefined()
    expect(places.filter(Boolean).length).toBeLessThan(60)
    const far = named.map(({ x, y, ...rest }) => ({ ...rest, x: x * 5, y: y * 5 }))
    expect(placeNames(far, { width: 2000, height: 1500 }).every(Boolean)).toBe(true)
  })
})

describe('a selected router', () => {
  const size = { width: 400, height: 300 }
  const whole = { view: { scale: 1, x: 0, y: 0 }, size, wholeScale: 1, isDrawn: true }

  test.each([
    ['the whole network is visible', false, whole],
    ['the picture is zoomed out', false, { ...whole, view: { scale: 0.5, x: 0, y: 0 } }],
    ['the picture is zoomed in', true, { ...whole, view: { scale: 1.4, x: 0, y: 0 } }],
    ['the picture is moved away from it', true, { ...whole, view: { scale: 1, x: 300, y: 0 } }],
    ['only its area is drawn', true, { ...whole, isDrawn: false }],
  ])('when %s, moves to the center: %s', (_, isMoved, frame) => {
    expect(needsCenter({ x: 200, y: 150 }, frame)).toBe(isMoved)
  })
})

test('pairs without a link are as many as the sentence says', () => {
  for (const { routers, links, missing } of meshes().values()) {
    const linked = new Set(links.map(({ between }) => between.join())).size
    expect(linked + missing.length).toBe((routers.length * (routers.length - 1)) / 2)
  }
})

test('an edit is shown with the lines around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].join('\n')
  const after = ['a', 'b', 'c', 'x', 'y', 'e', 'f', 'g'].join('\n')
  expect(
    compareLines(before, after).map(({ sign, number, text }) => `${sign}${number}${text}`),
  ).toEqual([' 2b', ' 3c', '-4d', '+4x', '+5y', ' 6e', ' 7f'])
})
