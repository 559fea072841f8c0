import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import { completeConfiguration } from '../../src/language/configuration/complete.js'
import { fixConfiguration } from '../../src/language/configuration/fix.js'
import { hoverConfiguration } from '../../src/language/configuration/hover.js'
import type { ConfigurationText } from '../../src/language/configuration/schema.js'
import { readConfiguration } from '../../src/project/configuration.js'
import { expectWithin } from '../support/promises.js'
import { accept } from '../support/accepted.js'
import { newestRelease } from '../support/releases.js'
import { yaml } from '../support/yaml.js'

const yamlName = 'routerfile.config.yaml'
const jsonName = 'routerfile.config.json'

function open(name: string, marked: string): { file: ConfigurationText; offset: number } {
  const text = marked.replace('|', '')
  return {
    offset: marked.indexOf('|'),
    file: {
      text,
      isJson: name.endsWith('.json'),
      rootPath: name === 'package.json' ? ['routerfile'] : [],
    },
  }
}

const labelsAt = (name: string, marked: string): string[] => {
  const { file, offset } = open(name, marked)
  return completeConfiguration(file, offset).map(({ label }) => label)
}

function accepted(name: string, marked: string, label: string): string {
  const { file, offset } = open(name, marked)
  const found = completeConfiguration(file, offset).find((item) => item.label === label)
  return found ? accept(file.text, found).text : 'not offered'
}

describe('completion in a config file offers', () => {
  test('the keys that are not there yet, with type, default and description', () => {
    const { file, offset } = open(yamlName, 'target: "2.0"\nl|\n')
    const found = completeConfiguration(file, offset)
    expect(found.map(({ label }) => label)).not.toContain('target')
    expect(found.find(({ label }) => label === 'level')).toMatchObject({
      detail: 'string, default "info"',
      opensValues: true,
      documentation: expect.stringContaining('Findings below this severity are hidden'),
    })
  })

  // Enter accepts in many editors what matches, and makes a new line where nothing does.
  test.each([
    ['nothing that is typed in full', yamlName, 'level: |\n', 'erro'],
    ['strings in quotes as a whole', jsonName, '{ "level": "|" }\n', '"error'],
  ])('%s', (_, name, marked, filterText) => {
    const { file, offset } = open(name, marked)
    const found = completeConfiguration(file, offset).find(({ label }) => label === 'error')
    expect(found).toMatchObject({ filterText })
  })

  const values: [what: string, name: string, marked: string, labels: string[]][] = [
    ['severities', yamlName, 'level: |\n', ['error', 'warning', 'info']],
    [
      'severities of rules',
      yamlName,
      'rules:\n  trace-enabled: |\n',
      ['error', 'warning', 'info', 'off'],
    ],
    [
      'severities in JSON',
      jsonName,
      '{ "rules": { "trace-enabled": "|" } }',
      ['error', 'warning', 'info', 'off'],
    ],
    ['checks after a dash', yamlName, 'check:\n  - |\n', ['files', 'certificates']],
    ['checks in a list', jsonName, '{\n  "check": ["|"]\n}\n', ['files', 'certificates']],
    ['switches', jsonName, '{\n  "root": |\n}\n', ['true', 'false']],
    ['kinds of overridden files', yamlName, 'overrides:\n  - files: x\n    kind: |\n', ['router']],
    ['nothing for paths', yamlName, 'baseline: |\n', []],
    ['nothing for variables', yamlName, 'env:\n  HOST: |\n', []],
    ['nothing outside of our part of a package', 'package.json', '{ "name": "|" }', []],
  ]
  test.each(values)('%s', (_, name, marked, labels) => {
    expect(labelsAt(name, marked)).toEqual(labels)
  })

  test('releases, the newest line first', () => {
    const { file, offset } = open(yamlName, 'target: |\n')
    const found = completeConfiguration(file, offset)
    expect(found.slice(0, 2).map(({ label, detail }) => [label, detail])).toEqual([
      ['2.1', expect.stringContaining(`newest is ${newestRelease('2.1')}`)],
      ['2.0', `newest is ${newestRelease('2.0')}, long-term support`],
    ])
    expect(found.map(({ label }) => label)).toContain('1.6.14')
  })

  test('rules by their ids, with what they report', () => {
    const { file, offset } = open(yamlName, 'rules:\n  |\n')
    const rule = completeConfiguration(file, offset).find(({ label }) => label === 'trace-enabled')
    expect(rule?.detail).toMatch(/^string, default "/)
    expect(rule?.documentation).toContain('**`rules.trace-enabled`**')
  })

  const texts: [what: string, name: string, marked: string, label: string, after: string][] = [
    ['a key', yamlName, 'ta|', 'target', 'target: '],
    ['a map', yamlName, 'ru|', 'rules', 'rules:\n  '],
    ['a list', yamlName, 'ch|', 'check', 'check: []'],
    ['overrides', yamlName, 'ov|', 'overrides', 'overrides:\n  - files: '],
    [
      'a key of an override',
      yamlName,
      'overrides:\n  - files: x\n    ki|',
      'kind',
      'overrides:\n  - files: x\n    kind: ',
    ],
    ['a rule', yamlName, 'rules:\n  trace|\n', 'trace-enabled', 'rules:\n  trace-enabled: \n'],
    ['a release', yamlName, 'target: |\n', '2.0', 'target: "2.0"\n'],
    ['a release in quotes', yamlName, "target: '|'\n", '2.0', "target: '2.0'\n"],
    ['a severity', yamlName, 'level: |\n', 'warning', 'level: warning\n'],
    ['a string in JSON', jsonName, '{ "ta|" }', 'target', '{ "target": "" }'],
    ['a key in JSON without quotes', jsonName, '{ ta| }', 'target', '{ "target": "" }'],
    ['a map in JSON', jsonName, '{\n  "r|"\n}\n', 'rules', '{\n  "rules": {}\n}\n'],
    ['a switch in JSON', jsonName, '{\n  "root|"\n}\n', 'root', '{\n  "root": \n}\n'],
    ['the schema in JSON', jsonName, '{ "|" }', '$schema', '{ "$schema": "" }'],
    [
      'a key before another',
      jsonName,
      '{\n  "l|"\n  "root": true\n}\n',
      'level',
      '{\n  "level": "",\n  "root": true\n}\n',
    ],
    ['a key with a value', jsonName, '{ "l|": "error" }', 'level', '{ "level": "error" }'],
    [
      'a rule in JSON',
      jsonName,
      '{\n  "rules": {\n    "tr|"\n  }\n}\n',
      'trace-enabled',
      '{\n  "rules": {\n    "trace-enabled": ""\n  }\n}\n',
    ],
    ['a release in JSON', jsonName, '{ "target": "|" }', '2.0', '{ "target": "2.0" }'],
    [
      'a value in a package',
      'package.json',
      '{\n  "routerfile": {\n    "level": "|"\n  }\n}\n',
      'error',
      '{\n  "routerfile": {\n    "level": "error"\n  }\n}\n',
    ],
  ]
  test.each(texts)('%s to be written as usual', (_, name, marked, label, after) => {
    expect(accepted(name, marked, label)).toBe(after)
  })
})

describe('hovering in a config file', () => {
  const hoverAt = (name: string, marked: string): string | undefined => {
    const { file, offset } = open(name, marked)
    return hoverConfiguration(file, offset)?.contents
  }

  test('describes a key with its type, default and values', () => {
    expect(hoverAt(yamlName, 'le|vel: error\n')).toBe(
      [
        '**`level`**',
        'Findings below this severity are hidden; they still count for the exit code.',
        '- type: string\n- default: `info`\n- values: `error`, `warning`, `info`',
      ].join('\n\n'),
    )
  })

  const cases: [what: string, name: string, marked: string, said: string][] = [
    ['a rule', jsonName, '{ "rules": { "csr-|missing": "off" } }', '**`rules.csr-missing`**'],
    ['a value', jsonName, '{ "target": "2|.0" }', 'values, listed by `routerfile targets`'],
    ['an override', yamlName, 'overrides:\n  - ki|nd: router\n', '**`overrides[].kind`**'],
    ['an item', yamlName, 'check: [fi|les]\n', '**`check[]`**'],
    ['our part of a package', 'package.json', '{"routerfile": {"ro|ot": true}}', '**`root`**'],
  ]
  test.each(cases)('over %s', (_, name, marked, said) => {
    expect(hoverAt(name, marked)).toContain(said)
  })

  test('never shows the value of a variable', () => {
    const contents = hoverAt(yamlName, 'env:\n  PASSWORD: hun|ter2\n')
    expect(contents).toContain('Environment variables of the router')
    expect(contents).not.toContain('hunter2')
  })

  test.each([
    [yamlName, 'tar|get2: x\n'],
    ['package.json', '{"na|me": "x", "routerfile": {}}'],
  ])('says nothing over what is not ours: %s %s', (name, marked) => {
    expect(hoverAt(name, marked)).toBeUndefined()
  })
})

const broken: [name: string, text: string][] = [
  [jsonName, '{\n  "rules": {\n    "a": ,\n  "b\n  ],\n  "check": ["files" "x"\n'],
  [jsonName, '[1, {'],
  [yamlName, 'rules:\n\t- a: [\n overrides: &a *a\n  <<: *b\n'],
  [yamlName, 'extends: |\n  a\n---\ntarget: "2.0\n'],
  ['package.json', '{ "routerfile": '],
]
test.each(broken)('a broken config file takes every request: %s %j', (name, text) => {
  for (let offset = 0; offset <= text.length; offset += 1) {
    const { file } = open(name, `${text.slice(0, offset)}|${text.slice(offset)}`)
    expect(Array.isArray(completeConfiguration(file, offset))).toBe(true)
    hoverConfiguration(file, offset)
    const read = readConfiguration(name, text)
    fixConfiguration(
      file,
      { start: 0, end: text.length },
      'content' in read ? [] : read.diagnostics,
    )
  }
})

describe('mistakes in a config file are fixed', () => {
  function fixesOf(name: string, text: string): [title: string, text: string][] {
    const read = readConfiguration(name, text)
    const found = 'content' in read ? [] : read.diagnostics
    const { file } = open(name, text)
    return fixConfiguration(file, { start: 0, end: text.length }, found).flatMap((action) =>
      !('edits' in action) ? [] : [[action.title, applyEdits(text, action.edits)]],
    )
  }

  const cases: [
    what: string,
    name: string,
    text: string,
    fixes: [title: string, text: string][],
  ][] = [
    [
      'a misspelled key',
      yamlName,
      'targt: "2.0"\nroot: true\n',
      [
        ['Rename `targt` to `target`', 'target: "2.0"\nroot: true\n'],
        ['Remove unknown key `targt`', 'root: true\n'],
      ],
    ],
    [
      'a misspelled key in JSON',
      jsonName,
      '{\n  "root": true,\n  "levl": "error"\n}\n',
      [
        ['Rename `levl` to `level`', '{\n  "root": true,\n  "level": "error"\n}\n'],
        ['Remove unknown key `levl`', '{\n  "root": true\n}\n'],
      ],
    ],
    [
      'an unknown key',
      jsonName,
      '{\n  "somethingElse": 1,\n  "root": true\n}\n',
      [['Remove unknown key `somethingElse`', '{\n  "root": true\n}\n']],
    ],
    [
      'an unknown rule',
      yamlName,
      yaml`
        rules:
          trace-enable: off
          csr-missing: off
      `,
      [
        [
          'Rename `trace-enable` to `trace-enabled`',
          yaml`
            rules:
              trace-enabled: off
              csr-missing: off
          `,
        ],
        [
          'Remove unknown key `trace-enable`',
          yaml`
            rules:
              csr-missing: off
          `,
        ],
      ],
    ],
    [
      'a number instead of a string',
      yamlName,
      'baseline: 5\n',
      [['Quote the value of `baseline`', 'baseline: "5"\n']],
    ],
    [
      'a key in a package',
      'package.json',
      '{ "name": "x", "routerfile": { "rot": true } }\n',
      [
        ['Rename `rot` to `root`', '{ "name": "x", "routerfile": { "root": true } }\n'],
        ['Remove unknown key `rot`', '{ "name": "x", "routerfile": {  } }\n'],
      ],
    ],
  ]
  test.each(cases)('%s', (_, name, text, fixes) => {
    expect(fixesOf(name, text)).toEqual(fixes)
  })

  test('a misspelled value becomes the nearest one first', () => {
    expect(fixesOf(jsonName, '{ "level": "warn" }')[0]).toEqual([
      'Replace `warn` with `warning`',
      '{ "level": "warning" }',
    ])
    expect(fixesOf(yamlName, 'target: 2.00\n').map(([title]) => title)).toContain(
      'Replace `2.00` with `2.0`',
    )
  })
})

test('a config file with very many mistakes is read, and fixed in part, without delay', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `"unknown-kez-${index}": "off"`)
  const file = { text: `{"rules": {${names.join(',\n')}}}`, isJson: true, rootPath: [] }
  expectWithin(50, () => {
    const read = readConfiguration('routerfile.config.json', file.text)
    const found = 'content' in read ? [] : read.diagnostics
    expect(found).toHaveLength(names.length)
    const fixes = fixConfiguration(file, { start: 0, end: file.text.length }, found)
    expect(fixes.length).toBeGreaterThan(0)
    expect(fixes.length).toBeLessThan(200)
  })
})
