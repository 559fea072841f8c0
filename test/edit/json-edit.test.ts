import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { applyEdits } from '../../src/edit/edits.js'
import { setJsonString } from '../../src/edit/json-edit.js'

function set(text: string, path: readonly string[], value: string): string | undefined {
  const edits = setJsonString(parseDocument(text), path, value)
  return edits && applyEdits(text, edits)
}

describe('writing a string into JSON keeps everything else', () => {
  const cases: [what: string, text: string, path: string[], result: string][] = [
    ['a value that is there', '{"b":1,"a" :  "x"}\n', ['a'], '{"b":1,"a" :  "v"}\n'],
    [
      'an entry on a line of its own',
      '{\n\t"10": [1,\t2]\n}',
      ['a'],
      '{\n\t"10": [1,\t2],\n\t"a": "v"\n}',
    ],
    ['line ends', '{\r\n  "b": 1\r\n}\r\n', ['a'], '{\r\n  "b": 1,\r\n  "a": "v"\r\n}\r\n'],
    ['an entry on the same line', '{"b":1}', ['a'], '{"b":1, "a": "v"}'],
    ['an empty map', '{}\n', ['a'], '{\n  "a": "v"\n}\n'],
    ['an empty map on one line', '{"m":{}}', ['m', 'a'], '{"m":{ "a": "v" }}'],
    ['a map that is missing on one line', '{"b":1}', ['m', 'a'], '{"b":1, "m": { "a": "v" }}'],
    [
      'a map that is missing',
      '{\n    "b": 1\n}\n',
      ['m', 'a'],
      '{\n    "b": 1,\n    "m": {\n        "a": "v"\n    }\n}\n',
    ],
    [
      'an inner map',
      '{\n  "m": {\n    "z": "off"\n  },\n  "b": 1\n}\n',
      ['m', 'a'],
      '{\n  "m": {\n    "z": "off",\n    "a": "v"\n  },\n  "b": 1\n}\n',
    ],
    [
      'an empty inner map',
      '{\n\t"b": 1,\n\t"m": {}\n}\n',
      ['m', 'a'],
      '{\n\t"b": 1,\n\t"m": {\n\t\t"a": "v"\n\t}\n}\n',
    ],
    ['a byte order mark', '\ufeff{"b":1}', ['a'], '\ufeff{"b":1, "a": "v"}'],
    ['an empty text', '', ['m', 'a'], '{\n  "m": {\n    "a": "v"\n  }\n}\n'],
  ]
  test.each(cases)('%s', (_, text, path, result) => {
    expect(set(text, path, 'v')).toBe(result)
  })

  test.each([
    ['a list is in the way', '{"m": [1]}'],
    ['a string is in the way', '{"m": "x"}'],
    ['there are only comments in the map', '{"m": {\n# none\n}}'],
  ])('nothing is written if %s', (_, text) => {
    expect(set(text, ['m', 'a'], 'v')).toBeUndefined()
  })
})
