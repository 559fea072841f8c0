import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMatcher } from '../../src/project/pattern.js'
import type { ConfigurationChain, ConfigurationHost } from '../../src/project/configuration.js'
import { readConfigurationChain } from '../../src/project/configuration.js'
import { createSettingsMerger } from '../../src/project/settings.js'
import { yaml } from '../support/yaml.js'

/** Files by path, as a configuration sees them. */
const surroundings = (files: Readonly<Record<string, string>>): ConfigurationHost => ({
  read: (path) =>
    files[path] === undefined ? { why: `\`${path}\` does not exist` } : { text: files[path] },
  resolve: (file, path) => posix.join(posix.dirname(file), path),
  findObstacle: () => undefined,
  toRelativePath: (file, path) => posix.relative(posix.dirname(file), path),
  createMatcher,
})

const gatherFrom = (files: Readonly<Record<string, string>>): ConfigurationChain =>
  readConfigurationChain('a.yaml', files['a.yaml'] ?? '', surroundings(files))

/** What a configuration sets for a file. */
function settled(files: Readonly<Record<string, string>>, path: string) {
  const { sources, broken } = gatherFrom(files)
  expect(broken).toEqual([])
  return createSettingsMerger()(sources.flatMap((source) => source.settingsFor(path).layers))
}

describe('what would be asked about each file is bounded:', () => {
  const listMistakes = (files: Readonly<Record<string, string>>): string[] =>
    gatherFrom(files).broken.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ message }) => `${path}: ${message}`),
    )
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

  test('files that extend each other in a row', () => {
    const chain = (count: number): Record<string, string> =>
      Object.fromEntries([
        ['a.yaml', 'extends: b0.yaml\n'],
        ...numbers(count).map((index) => [
          `b${index}.yaml`,
          index < count - 1 ? `extends: b${index + 1}.yaml\n` : 'target: 1.5\n',
        ]),
      ])
    expect(listMistakes(chain(100))).toEqual([])
    expect(listMistakes(chain(4000))).toEqual([
      'b99.yaml: the configuration extends more than 100 files; extend fewer',
    ])
  })

  test('files of a list', () => {
    const files = Object.fromEntries(numbers(101).map((index) => [`b${index}.yaml`, '{}']))
    const list = Object.keys(files)
    expect(listMistakes({ ...files, 'a.yaml': `extends: [${list.slice(1).join()}]` })).toEqual([])
    expect(listMistakes({ ...files, 'a.yaml': `extends: [${list.join()}]` })).toHaveLength(1)
  })

  test('files that extend the same two', () => {
    const files: Record<string, string> = { 'a.yaml': 'extends: [l0.yaml, r0.yaml]' }
    for (const index of numbers(40))
      for (const side of ['l', 'r'])
        files[`${side}${index}.yaml`] =
          index < 39 ? `extends: [l${index + 1}.yaml, r${index + 1}.yaml]` : 'target: 1.5'
    expect(listMistakes(files)).toEqual([])
    expect(settled(files, 'x.yaml').target?.value).toBe('1.5')
  })

  test.each([
    ['left out', (count: number) => `exclude: [${numbers(count).join('x, ')}x]\n`],
    [
      'of overrides',
      (count: number) =>
        `overrides:\n${numbers(count / 2)
          .map((index) => `  - {files: "${index}*", exclude: x, target: 1.5}\n`)
          .join('')}`,
    ],
  ])('patterns of files %s, those of extended files too', (_, write) => {
    expect(listMistakes({ 'a.yaml': write(1000) })).toEqual([])
    const files = { 'a.yaml': `extends: b.yaml\n${write(600)}`, 'b.yaml': write(600) }
    expect(listMistakes(files).join()).toContain('has more than 1000 glob patterns')
  })
})

describe('what is extended', () => {
  test('comes first, whatever is nearest wins, and rules and variables are taken one by one', () => {
    const {
      target,
      rules: severities,
      env,
      maxWarnings,
    } = settled(
      {
        'a.yaml': yaml`
          extends: [sub/b.yaml, c.yaml]
          rules: {trace-enabled: off}
          env: {A: 3}
        `,
        'sub/b.yaml': yaml`
          extends: ../d.yaml
          target: 1.5
          envFile: b.env
        `,
        'c.yaml': yaml`
          target: 1.6
          extends: d.yaml
          rules: {csr-missing: info}
        `,
        'd.yaml': yaml`
            target: 1.0
            maxWarnings: 3
            rules: {trace-enabled: error, unknown-key: error}
            env: {A: 1, B: 2}
          `,
      },
      'x.yaml',
    )
    expect(target).toEqual({ value: '1.6', origin: { file: 'c.yaml', line: 0 } })
    expect(maxWarnings).toEqual({ value: 3, origin: { file: 'd.yaml', line: 1 } })
    expect(severities).toEqual({
      'trace-enabled': { value: 'off', origin: { file: 'a.yaml', line: 1 } },
      'unknown-key': { value: 'error', origin: { file: 'd.yaml', line: 2 } },
      'csr-missing': { value: 'info', origin: { file: 'c.yaml', line: 2 } },
    })
    expect(env).toEqual([
      { name: 'A', value: { value: '1', origin: { file: 'd.yaml', line: 3 } } },
      { name: 'B', value: { value: '2', origin: { file: 'd.yaml', line: 3 } } },
      { file: { value: 'sub/b.env', origin: { file: 'sub/b.yaml', line: 2 } } },
      { name: 'A', value: { value: '3', origin: { file: 'a.yaml', line: 2 } } },
    ])
  })

  test.each([
    [
      { 'a.yaml': 'extends: a.yaml\n' },
      ['a.yaml 1: `extends` leads back to `a.yaml`; files cannot extend each other'],
    ],
    [
      {
        'a.yaml': yaml`
        root: true
        extends: [b.yaml]
      `,
        'b.yaml': '\n\nextends: a.yaml\n',
      },
      ['b.yaml 3: `extends` leads back to `a.yaml`; files cannot extend each other'],
    ],
    [
      { 'a.yaml': 'extends: [b.yaml, c.yaml]\n', 'b.yaml': 'root: 1\n' },
      [
        'b.yaml 1: `root` is `1` (an integer), but must be `true` or `false`',
        'a.yaml 1: `c.yaml` does not exist; `extends` takes paths from the folder of this file',
      ],
    ],
    [
      {
        'a.yaml': yaml`
        env: {A: geheimnis}
        extends: b.yaml
      `,
      },
      ['a.yaml 2: `b.yaml` does not exist; `extends` takes paths from the folder of this file'],
    ],
  ])('is reported where it is named: %j', (files, expected) => {
    const { broken } = gatherFrom(files)
    expect(
      broken.flatMap(({ path, diagnostics }) =>
        diagnostics.map(({ message, range }) => `${path} ${range.start.line + 1}: ${message}`),
      ),
    ).toEqual(expected)
    expect(JSON.stringify(broken)).not.toContain('geheim')
  })
})

describe('overrides', () => {
  const files = {
    'a.yaml': [
      'target: 2.0',
      'exclude: [attic, "**/*.bak.yaml"]',
      'overrides:',
      '  - {files: old/, target: 1.6}',
      '  - {files: ["old/*/x.yaml", "*.yml"], exclude: old/b, target: 1.5}',
      '  - {files: "**/y.yaml", rules: {trace-enabled: off}}',
    ].join('\n'),
  }

  test.each([
    ['x.yaml', '2.0'],
    ['older/x.yaml', '2.0'],
    ['new/old/x.yaml', '2.0'],
    ['old/x.yaml', '1.6'],
    ['old/deep/er/x.yaml', '1.6'],
    ['old/a/x.yaml', '1.5'],
    ['old/b/x.yaml', '1.6'],
    ['x.yml', '1.5'],
    ['a/x.yml', '2.0'],
    ['../old/x.yaml', '2.0'],
  ])('give %s the target %s', (path, target) => {
    expect(settled(files, path).target?.value).toBe(target)
  })

  test('leave what they do not name', () => {
    expect(settled(files, 'old/y.yaml')).toMatchObject({
      target: { value: '1.6', origin: { file: 'a.yaml', line: 3 } },
      rules: { 'trace-enabled': { value: 'off', origin: { file: 'a.yaml', line: 5 } } },
    })
  })

  test.each([
    ['x.yaml', false],
    ['attic', true],
    ['attic/x.yaml', true],
    ['new/attic/x.yaml', false],
    ['new/x.bak.yaml', true],
  ])('do not concern exclusion: whether %s is left out is %s', (path, isExcluded) => {
    expect(gatherFrom(files).sources.some((source) => source.settingsFor(path).isExcluded)).toBe(
      isExcluded,
    )
  })
})
