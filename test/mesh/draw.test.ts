import { describe, expect, test } from 'vitest'
import type { Mesh } from '../../src/core.js'
import { formatDot } from '../../src/mesh/dot.js'
import { createMeshGraph } from '../../src/mesh/graph.js'
import { formatMermaid } from '../../src/mesh/mermaid.js'
import { compareLinks } from '../../src/mesh/compare.js'
import { formatSvg } from '../../src/cli/commands/mesh/svg.js'

/** Hubs that link with each other, and sites that dial them, by their numbers. */
function createMesh(hubs: number, sites: number, protocol = 'tls'): Mesh {
  const names = [
    ...Array.from({ length: hubs }, (_, index) => `hub${index + 1}`),
    ...Array.from({ length: sites }, (_, index) => `site${index + 1}`),
  ]
  return {
    routers: names.map((name, index) => ({
      name,
      dials: ['default'],
      listens: index < hubs ? ['default'] : [],
    })),
    links: names.slice(0, hubs).flatMap((left, index) =>
      names.slice(index + 1).map((right) => ({
        between: [left, right] as const,
        protocol,
        certain: protocol !== 'wss',
        doubts: [],
        links: [],
      })),
    ),
    missing: [],
  }
}

const strange = 'a"b\\c<d>&e'

test('dot: names are strings, lines of other protocols have labels, possible links are dashed', () => {
  const { routers, links } = createMesh(1, 2)
  const named = [{ ...routers[0], name: strange, dials: [], listens: [] }]
  const wss = createMesh(1, 1, 'wss').links
  const drawn = formatDot(createMeshGraph({ routers, links: [...links, ...wss.slice(1)] }))
  expect(drawn).toMatch(/^graph mesh \{\n {2}graph \[layout=dot, .*label="links over tls"/)
  expect(drawn).toContain('  r1 [label="hub1", tooltip="hub1"]\n')
  expect(drawn).toContain('  r1 -- r2\n')
  expect(formatDot(createMeshGraph({ routers: named, links: [] }))).toContain(
    'label="a\\"b\\\\c<d>&amp;e"',
  )
  expect(formatDot(createMeshGraph(createMesh(2, 0, 'wss')))).toContain('r1 -- r2 [style=dashed]')
})

test('mermaid: what Markdown or Mermaid would obey is an entity', () => {
  const drawn = formatMermaid(
    createMeshGraph({
      routers: [{ name: strange, dials: [], listens: [], obstacle: 'does not run: x' }],
      links: [],
    }),
  )
  expect(drawn).toBe(
    [
      '---',
      'title: "no links"',
      '---',
      'flowchart LR',
      '  r1["a#34;b#92;c#60;d#62;#38;e<br>does not run"]',
      '  classDef idle stroke-dasharray: 4 4, fill: #f3f3f3, stroke: #999999',
      '  class r1 idle',
      '',
    ].join('\n'),
  )
})

describe('many routers', () => {
  test('up to 50 have a box each', () => {
    expect(createMeshGraph(createMesh(2, 48)).nodes).toHaveLength(50)
  })

  test('more share boxes by their groups, with the numbers of their links', () => {
    const { nodes, edges } = createMeshGraph(createMesh(4, 60))
    expect(nodes.map(({ title, lines }) => [title, lines[0], lines.length])).toEqual([
      ['dials and listens: default', '4 routers, pairs linked among them: 6', 2],
      ['dials: default', '60 routers, no links among them', 13],
    ])
    expect(edges).toEqual([{ from: 'g1', to: 'g2', label: '240', state: 'certain' }])
  })
})

test('svg: every name can be read in it', async () => {
  const svg = await formatSvg(createMeshGraph(createMesh(3, 9)))
  for (const name of ['hub1', 'hub2', 'hub3', 'site1', 'site9']) expect(svg).toContain(`>${name}<`)
  expect(svg).toMatch(/^<\?xml[^]*<\/svg>\s*$/)
})

test('links that are up: missing, unexpected, and in the picture', () => {
  const mesh = createMesh(2, 2)
  const up = [
    { between: ['hub2', 'hub1'] as const, protocol: 'tls' },
    { between: ['site1', 'hub1'] as const, protocol: 'tls' },
    { between: ['site1', 'site2'] as const, protocol: 'tls' },
    { between: ['hub1', 'elsewhere'] as const, protocol: 'tls' },
    { between: ['silent', 'hub1'] as const, protocol: 'tls' },
  ]
  const silent = { name: 'silent', dials: [], listens: [] }
  const comparison = compareLinks(
    { ...mesh, routers: [...mesh.routers, silent] },
    up,
    new Set(['silent']),
  )
  const pairs = (links: readonly { between: readonly string[] }[]): string[] =>
    links.map(({ between }) => between.join('-'))
  expect(pairs(comparison.real)).toEqual(['hub1-hub2', 'hub1-site1', 'site1-site2'])
  expect(pairs(comparison.missing)).toEqual(['hub1-site2', 'hub2-site1', 'hub2-site2'])
  expect(pairs(comparison.unexpected)).toEqual(['site1-site2'])
  const drawn = formatDot(createMeshGraph(mesh, comparison))
  expect(drawn).toContain('r1 -- r4 [label="missing", style=dotted, color="#c62828"')
  expect(drawn).toContain('r3 -- r4 [label="tls, unexpected", style=bold')
})
