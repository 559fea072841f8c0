import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import {
  hover,
  prepareRename,
  references,
  rename,
  viewOf,
  workspaceSymbols,
} from '../../src/language/index.js'
import { cursor } from '../support/editor.js'
import { yaml } from '../support/yaml.js'

const other = viewOf('ctrl:\n  endpoint: tls:${CTRL_HOST}:6262\n')
const workspace = [{ path: 'other.yaml', view: other }]

const marked = yaml`
  identity:
    cert: $PKI/a.cert
    key: "\${PKI}/a.key"
  ctrl:
    endpoint: tls:\${CTRL_|HOST}:6262
  proxy:
    password: a$PKI
`

describe('a variable', () => {
  test('is found in all files', () => {
    const { view, offset } = cursor(marked)
    const found = references(view, offset, workspace)
    expect(found.map(({ path }) => path)).toEqual([undefined, 'other.yaml'])
    const [own] = found
    expect(view.text.slice(own?.start, own?.end)).toBe('CTRL_HOST')
  })

  test('is renamed in all files, with its sign and braces', () => {
    const { view, offset } = cursor(marked)
    expect(prepareRename(view, offset)).toMatchObject({ placeholder: 'CTRL_HOST' })
    const renamed = rename(view, offset, 'CONTROLLER', workspace)
    const texts = Array.isArray(renamed)
      ? renamed.map(({ path, edits }) =>
          applyEdits(path === undefined ? view.text : other.text, edits),
        )
      : []
    expect(texts).toEqual([
      view.text.replace('${CTRL_HOST}', '${CONTROLLER}'),
      'ctrl:\n  endpoint: tls:${CONTROLLER}:6262\n',
    ])
  })

  test('is renamed without braces, but not in what may be a secret', () => {
    const text = marked.replace('|', '')
    const view = viewOf(text)
    const renamed = rename(view, text.indexOf('PKI'), 'KEYS')
    const [file] = Array.isArray(renamed) ? renamed : []
    expect(applyEdits(text, file?.edits ?? [])).toBe(
      text.replace('$PKI/a.cert', '$KEYS/a.cert').replace('${PKI}', '${KEYS}'),
    )
  })

  test('gets no name that an environment cannot have', () => {
    const { view, offset } = cursor(marked)
    expect(rename(view, offset, '1a')).toMatchObject({
      refusal: expect.stringMatching(/^invalid variable name/),
    })
  })
})

describe('hovering over an anchor', () => {
  const text = yaml`
    link:
      dialers:
        - binding: &kind transport
        - binding: *kind
      listeners:
        - binding: &unused transport
  `
  const view = viewOf(text)
  const hoverOn = (place: string): string | undefined =>
    hover(view, text.indexOf(place) + 2)?.contents.split('\n')[0]

  test('tells where it is used', () => {
    expect(hoverOn('&kind')).toBe('The anchor `kind` is used in line 4.')
    expect(hoverOn('&unused')).toBe('The anchor `unused` is not used.')
  })

  test('tells where an alias has its value from', () => {
    expect(hoverOn('*kind')).toBe('`*kind` is the value of line 3: `transport`.')
  })
})

test('listeners are found by their port, and by the address that they advertise', () => {
  const view = viewOf(yaml`
    listeners:
      - binding: edge
        address: tls:0.0.0.0:3022
        options:
          advertise: north.example.com:443
  `)
  const find = (query: string): string[] =>
    workspaceSymbols(query, [{ path: 'a.yaml', view }])
      .filter(({ kind }) => kind === 'listener')
      .map(({ name }) => name)
  expect(find('3022')).toEqual(['listeners[0] edge tls:0.0.0.0:3022 as north.example.com:443'])
  expect(find('north')).toHaveLength(1)
  expect(find('south')).toEqual([])
})
