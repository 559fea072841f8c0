import { describe, expect, test } from 'vitest'
import { readRunning } from '../../../../editors/vscode/src/routers/running.js'
import type { TreeFile } from '../../../../editors/vscode/src/routers/tree.js'
import { listRouters } from '../../../../editors/vscode/src/routers/tree.js'

const north = {
  uri: 'file:///sites/north.yml',
  path: 'sites/north.yml',
  kind: 'router',
  isChecked: true,
  findings: [
    { severity: 'warning', message: 'A.', line: 3 },
    { severity: 'error', message: 'B.', line: 9 },
  ],
} as const

const south = {
  uri: 'file:///sites/south.yml',
  path: 'sites/south.yml',
  kind: 'router',
  isChecked: true,
  findings: [],
} as const

const mesh = {
  routers: [
    { name: 'north', file: north.path, uri: north.uri },
    { name: 'south', file: south.path, uri: south.uri },
    { name: 'west', file: 'west.yml' },
  ],
  links: [{ between: ['north', 'south'], protocol: 'tls', certain: false }],
  missing: [{ from: 'south', to: 'west', why: 'west has no link listener' }],
} as const

const output = JSON.stringify({
  version: 1,
  results: [
    {
      state: 'effect',
      file: 'sites/north.yml',
      router: 'north',
      release: '2.0.3',
      differences: [
        { path: ['link', 'dialers', 0, 'split'], file: true, running: false },
        { path: ['forwarder'], running: { faultTxInterval: 1 } },
        { path: ['csr'], file: 'x'.repeat(100) },
      ],
    },
    { state: 'no-file', router: 'east', release: '1.6.20' },
    { state: 'unanswered', router: 'far', reason: 'not connected' },
    { state: 'unheard of', router: 'x' },
    'nonsense',
  ],
})

describe('the view of routers', () => {
  test('has a row for each file with its findings, links and why there are none', () => {
    const [first, second, ...others] = listRouters({
      files: [north, south],
      mesh,
      running: undefined,
    })
    expect(others).toEqual([])
    expect(first).toMatchObject({
      label: 'north',
      description: '1 error, 1 warning, 1 possible link',
      icon: 'error',
      kind: 'file',
    })
    expect(first?.rows.map(({ label, line, description }) => [label, line, description])).toEqual([
      ['A.', 3, undefined],
      ['B.', 9, undefined],
      ['Link with south', undefined, 'tls, may come up'],
    ])
    expect(second).toMatchObject({ label: 'south', description: '1 possible link', icon: 'router' })
    expect(second?.rows.map(({ label, description }) => [label, description])).toEqual([
      ['Link with north', 'tls, may come up'],
      ['No link with west', 'west has no link listener'],
    ])
  })

  test('has nothing where there is nothing, and names files by their paths without a mesh', () => {
    expect(listRouters({ files: [], mesh: undefined, running: undefined })).toEqual([])
    expect(listRouters({ files: [south], mesh: undefined, running: undefined })).toEqual([
      expect.objectContaining({ label: 'sites/south.yml', description: '', rows: [] }),
    ])
  })

  test('counts links that may come up apart from the others', () => {
    const links = [
      ...mesh.links,
      { between: ['north', 'west'], protocol: 'tls', certain: true },
    ] as const
    const rows = listRouters({
      files: [north, south],
      mesh: { ...mesh, links },
      running: undefined,
    })
    expect(rows.map(({ description }) => description)).toEqual([
      '1 error, 1 warning, 1 link, 1 possible',
      '1 possible link',
    ])
  })

  test('says what files are that are no routers of their own, the worst findings first', () => {
    const file = (path: string, more: Partial<TreeFile> = {}): TreeFile => ({
      uri: `file:///${path}`,
      path,
      kind: 'parts',
      isChecked: true,
      findings: [],
      ...more,
    })
    const rows = listRouters({
      files: [
        file('b.yml', { isChecked: false }),
        file('c.yml.j2', { kind: 'template' }),
        file('a.yml', { kind: 'router' }),
        file('z.yml', { kind: 'incomplete', findings: north.findings }),
        file('y.yml', { findings: north.findings.slice(0, 1) }),
      ],
      mesh,
      running: undefined,
    })
    expect(rows.map(({ label, description }) => [label, description])).toEqual([
      ['z.yml', '1 error, 1 warning, incomplete'],
      ['y.yml', '1 warning, contains router files'],
      ['a.yml', ''],
      ['b.yml', 'contains router files, not checked while closed'],
      ['c.yml.j2', 'template'],
    ])
  })

  test('says what runs: beside its file, or alone', () => {
    const [first, ...others] = listRouters({
      files: [north],
      mesh,
      running: readRunning(output),
    })
    expect(first?.description).toBe('runs other values, 1 error, 1 warning, 1 possible link')
    expect(first?.rows.at(-1)).toMatchObject({
      label: 'north',
      description: 'runs other values, release 2.0.3',
      kind: 'running',
      router: 'north',
      uri: north.uri,
    })
    expect(first?.rows.at(-1)?.rows.map(({ label }) => label)).toEqual([
      'link.dialers[0].split: true in the file, false in the router',
      'forwarder: nothing in the file, {"faultTxInterval":1} in the router',
      `csr: "${'x'.repeat(78)}… in the file, nothing in the router`,
    ])
    expect(others.map(({ label, description, kind }) => [label, description, kind])).toEqual([
      ['east', 'runs without a file, release 1.6.20', 'fileless'],
      ['far', 'no answer, not connected', 'fileless'],
    ])
  })
})
