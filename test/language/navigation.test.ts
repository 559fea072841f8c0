import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import {
  definition,
  documentHighlights,
  prepareRename,
  references,
  rename,
  viewOf,
  workspaceSymbols,
} from '../../src/language/index.js'
import { cursor, mark } from '../support/editor.js'
import { yaml } from '../support/yaml.js'

const other = yaml`
    link:
      dialers:
        - binding: transport
          groups: [west]
    csr:
      sans:
        dns: [a.example.com]
  `

const workspace = [{ path: 'other.yaml', view: viewOf(other) }]

describe('the same is highlighted:', () => {
  const cases: [what: string, marked: string, shown: string][] = [
    [
      'an anchor and its aliases',
      yaml`
        link:
          dialers:
            - options: &o|pts {}
            - options: *opts
      `,
      'link:\n  dialers:\n    - options: &‹opts› {}\n    - options: *‹opts›\n',
    ],
    [
      'only the aliases of this anchor',
      yaml`
        a: &x 1
        b: *x
        c: &x 2
        d: *|x
      `,
      'a: &x 1\nb: *x\nc: &‹x› 2\nd: *‹x›\n',
    ],
    [
      'an anchor behind a comment that looks like one',
      yaml`
        a: &|x # &x
          b: 1
      `,
      'a: &‹x› # &x\n  b: 1\n',
    ],
    [
      'a merged anchor',
      yaml`
      a: &x {}
      b:
        <<: *|x
    `,
      'a: &‹x› {}\nb:\n  <<: *‹x›\n',
    ],
    [
      'a group of links',
      yaml`
        link:
          listeners:
            - groups: we|st
          dialers:
            - groups: [west, east]
      `,
      'link:\n  listeners:\n    - groups: ‹west›\n  dialers:\n    - groups: [‹west›, east]\n',
    ],
    [
      'a host, whatever stands around it',
      yaml`
        link:
          listeners:
            - advertise: tls:a|.b:1
        listeners:
          - options:
              advertise: "A.b:2"
        csr:
          sans:
            dns:
              - a.b
      `,
      'link:\n  listeners:\n    - advertise: tls:‹a.b›:1\nlisteners:\n  - options:\n      advertise: "‹A.b›:2"\ncsr:\n  sans:\n    dns:\n      - ‹a.b›\n',
    ],
    [
      'an IPv6 address with and without brackets',
      yaml`
        ctrl:
          endpoint: "tls:[fe80::1]:1"
        csr:
          sans:
            ip: ["fe80|::1"]
      `,
      'ctrl:\n  endpoint: "tls:[‹fe80::1›]:1"\ncsr:\n  sans:\n    ip: ["‹fe80::1›"]\n',
    ],
    [
      'keys of one meaning',
      yaml`
        listeners:
          - bin|ding: edge
          - binding: tunnel
        dialers:
          - binding: edge
      `,
      'listeners:\n  - ‹binding›: edge\n  - ‹binding›: tunnel\ndialers:\n  - binding: edge\n',
    ],
    ['nothing for a value of its own', 'v: |3\n', 'v: 3\n'],
  ]
  test.each(cases)('%s', (_, marked, shown) => {
    const { text, view, offset } = cursor(marked)
    expect(mark(text, documentHighlights(view, offset))).toBe(shown)
  })

  test('written where it is made, read where it is used', () => {
    const { view, offset } = cursor(yaml`
      a: &|x 1
      b: *x
    `)
    expect(documentHighlights(view, offset).map(({ kind }) => kind)).toEqual(['write', 'read'])
  })
})

describe('a definition is', () => {
  const cases: [what: string, marked: string, found: string[]][] = [
    [
      'the anchor of an alias',
      yaml`
      a: &x 1
      b: *|x
    `,
      ['x'],
    ],
    [
      'the other users of a group, in other files too',
      yaml`
        link:
          listeners:
            - groups: we|st
      `,
      ['other.yaml west'],
    ],
    [
      'the address that advertises a host',
      yaml`
        link:
          listeners:
            - advertise: tls:a.b:1
        csr:
          sans:
            dns: [a|.b]
      `,
      ['a.b'],
    ],
    [
      'the section that a binding needs',
      yaml`
      listeners:
        - binding: ed|ge
      edge: {}
    `,
      ['edge'],
    ],
    [
      'nothing where the section is missing',
      yaml`
      listeners:
        - binding: ed|ge
    `,
      [],
    ],
    [
      'the file that a path names',
      yaml`
      identity:
        cert: pki/|a.cert
    `,
      ['file pki/a.cert'],
    ],
    [
      'nothing for a key',
      yaml`
      identity:
        ce|rt: pki/a.cert
    `,
      [],
    ],
  ]
  test.each(cases)('%s', (_, marked, found) => {
    const { text, view, offset } = cursor(marked)
    const shown = definition(view, offset, workspace).map((target) =>
      'file' in target
        ? `file ${target.file}`
        : target.path
          ? `${target.path} ${other.slice(target.start, target.end)}`
          : text.slice(target.start, target.end),
    )
    expect(shown).toEqual(found)
  })
})

describe('references are', () => {
  const cases: [what: string, marked: string, found: string[]][] = [
    [
      'an anchor and its aliases, in this file only',
      yaml`
      a: &|x 1
      b: *x
    `,
      ['x, defined', 'x'],
    ],
    [
      'every user of a group',
      yaml`
        link:
          listeners:
            - groups: we|st
      `,
      ['west, defined', 'other.yaml west'],
    ],
    [
      'every mention of a host',
      yaml`
        link:
          listeners:
            - advertise: tls:|a.example.com:1
      `,
      ['a.example.com, defined', 'other.yaml a.example.com'],
    ],
    [
      'the listeners that need a section',
      'ed|ge: {}\nlisteners:\n  - binding: edge\n  - binding: tunnel\n  - binding: transport\n',
      ['edge, defined', 'edge', 'tunnel'],
    ],
    ['nothing for a number', 'v: |3\n', []],
  ]
  test.each(cases)('%s', (_, marked, found) => {
    const { text, view, offset } = cursor(marked)
    const shown = references(view, offset, workspace).map(
      ({ path, start, end, isDefinition }) =>
        `${path ? `${path} ` : ''}${(path ? other : text).slice(start, end)}${isDefinition ? ', defined' : ''}`,
    )
    expect(shown).toEqual(found)
  })

  test('found once in a file that the workspace has as well', () => {
    const { view, offset } = cursor(
      yaml`
      a: &|x 1
      b: *x
    `,
      { path: 'own.yaml' },
    )
    const group = cursor(
      yaml`
      link:
        listeners:
          - groups: we|st
    `,
      { path: 'own.yaml' },
    )
    expect(references(view, offset, [{ path: 'own.yaml', view }]).map(({ path }) => path)).toEqual([
      'own.yaml',
      'own.yaml',
    ])
    expect(
      references(group.view, group.offset, [
        { path: 'own.yaml', view: viewOf('') },
        ...workspace,
      ]).map(({ path }) => path),
    ).toEqual(['own.yaml', 'other.yaml'])
  })
})

describe('renamed is', () => {
  const cases: [what: string, marked: string, name: string, after: string, elsewhere?: string][] = [
    [
      'an anchor with its aliases',
      yaml`
      a: &|x 1
      b: *x
    `,
      'y',
      yaml`
      a: &y 1
      b: *y
    `,
    ],
    [
      'a group in all files',
      yaml`
        link:
          listeners:
            - groups: "we|st"
      `,
      'east',
      yaml`
        link:
          listeners:
            - groups: "east"
      `,
      other.replace('west', 'east'),
    ],
    [
      'a group whose new name needs quotes',
      yaml`
        link:
          listeners:
            - groups: we|st
      `,
      'yes',
      yaml`
        link:
          listeners:
            - groups: "yes"
      `,
      other.replace('west', '"yes"'),
    ],
    [
      'a host in addresses and names',
      yaml`
        link:
          listeners:
            - advertise: tls:a.|example.com:1
      `,
      'b.org',
      yaml`
        link:
          listeners:
            - advertise: tls:b.org:1
      `,
      other.replace('a.example.com', 'b.org'),
    ],
    [
      'a host in names that are matched ignoring case',
      yaml`
        csr:
          sans:
            DNS: [a.|example.com]
      `,
      'b.org',
      yaml`
        csr:
          sans:
            DNS: [b.org]
      `,
      other.replace('a.example.com', 'b.org'),
    ],
    [
      'an IP address',
      yaml`
        ctrl:
          endpoint: tls:192.0.2.|1:1
        csr:
          sans:
            ip: [192.0.2.1]
      `,
      '192.0.2.2',
      yaml`
        ctrl:
          endpoint: tls:192.0.2.2:1
        csr:
          sans:
            ip: [192.0.2.2]
      `,
    ],
  ]
  test.each(cases)('%s', (_, marked, name, after, elsewhere) => {
    const { text, view, offset } = cursor(marked)
    const files = rename(view, offset, name, workspace)
    if ('refusal' in files) throw new Error(files.refusal)
    expect(files.map(({ path, edits }) => applyEdits(path ? other : text, edits))).toEqual([
      after,
      ...(elsewhere ? [elsewhere] : []),
    ])
  })

  const refused: [what: string, marked: string, name: string, refusal: RegExp][] = [
    ['a key', 'ct|rl: {}\n', 'x', /only anchors/],
    ['an anchor to no name', 'a: &|x 1\n', 'a b', /invalid anchor name `a b`/],
    [
      'an anchor to one that is there',
      yaml`
        a: &|x 1
        b: &y 2
      `,
      'y',
      /duplicate anchor `y`/,
    ],
    [
      'the default group',
      yaml`
        link:
          listeners:
            - groups: def|ault
      `,
      'x',
      /every listener and dialer without `groups`/,
    ],
    [
      'a group to nothing',
      yaml`
        link:
          listeners:
            - groups: we|st
      `,
      '',
      /invalid group name ``/,
    ],
    [
      'the machine itself',
      yaml`
        csr:
          sans:
            dns: [local|host]
      `,
      'a.b',
      /always means the local machine/,
    ],
    [
      'a host to no host',
      yaml`
      csr:
        sans:
          dns: [a|.b]
    `,
      'a_b:1',
      /invalid host `a_b:1`/,
    ],
    [
      'a host among names to an address',
      yaml`
        csr:
          sans:
            dns: [a|.b]
      `,
      '192.0.2.1',
      /`sans.dns` contains the old name/,
    ],
    [
      'an address to a name',
      yaml`
        csr:
          sans:
            ip: [192.0.2.|1]
      `,
      'a.b',
      /`sans.ip` contains the old address, but cannot contain the name `a.b`/,
    ],
    [
      'a host in an address to IPv6',
      yaml`
        ctrl:
          endpoint: tls:a|.b:1
      `,
      'fe80::1',
      /change it by hand/,
    ],
  ]
  test.each(refused)('never %s', (_, marked, name, refusal) => {
    const { view, offset } = cursor(marked)
    expect(rename(view, offset, name)).toEqual({ refusal: expect.stringMatching(refusal) })
  })

  test('what the cursor is on', () => {
    const named = cursor(yaml`
      csr:
        sans:
          dns: ["A|.b"]
    `)
    expect(prepareRename(named.view, named.offset)).toEqual({
      start: 24,
      end: 27,
      placeholder: 'A.b',
    })
    expect(prepareRename(cursor('v: |3\n').view, 3)).toEqual({
      refusal: 'only anchors, link groups, hosts and variables can be renamed',
    })
  })
})

describe('in all files are found', () => {
  const cases: [what: string, query: string, found: string[]][] = [
    ['routers', 'oth', ['router other.yaml']],
    ['dialers', 'dtransport', ['dialer dialers[0] transport west']],
    ['groups and what has them', 'WEST', ['dialer dialers[0] transport west', 'group west']],
    ['hosts', 'example', ['host a.example.com']],
    ['nothing for other letters', 'zzz', []],
  ]
  test.each(cases)('%s', (_, query, found) => {
    expect(workspaceSymbols(query, workspace).map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      found,
    )
  })
})
