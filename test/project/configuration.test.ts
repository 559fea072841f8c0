import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readConfiguration } from '../../src/project/configuration.js'
import { configurationSchema } from '../../src/schema/configuration-schema.js'
import { rules, targets } from '../../src/index.js'
import { yaml } from '../support/yaml.js'

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  keywords: ['x-secret', 'x-listed-by'],
})

const satisfies = ajv.compile(Object(configurationSchema))

/** Messages about a text, each with what it points at. */
function messages(text: string, path = 'routerfile.config.yaml'): string[] {
  const read = readConfiguration(path, text)
  return 'content' in read
    ? []
    : read.diagnostics.map(
        ({ message, range }) => `${text.slice(range.start.offset, range.end.offset)}: ${message}`,
      )
}

describe('the schema', () => {
  test('knows every rule and every release', () => {
    expect(
      rules.filter(({ id }) => !satisfies({ rules: { [id]: 'off' } })).map(({ id }) => id),
    ).toEqual([])
    expect(
      targets.filter(
        ({ line, newest }) => !satisfies({ target: line }) || !satisfies({ target: newest }),
      ),
    ).toEqual([])
  })

  test.each(['latest', 'lts', '1.7.99', '1.7.100', '1.8.0', '1.8.0-pre10'])(
    'allows the release %s',
    (target) => {
      expect(satisfies({ target })).toBe(true)
      expect(messages(`target: '${target}'`)).toEqual([])
    },
  )

  test.each(['9.2', '9.2.0', '1.6.4', '1.6.019', '2.0.0-pre99', '1.8.0-pre0', 'newest'])(
    'refuses the release %s',
    (target) => {
      expect(satisfies({ target })).toBe(false)
      expect(messages(`target: '${target}'`)).toEqual([
        expect.stringContaining('must be a value from `routerfile targets`'),
      ])
    },
  )

  test('describes every key', () => {
    const { properties = {}, $defs = {} } = configurationSchema
    const nameless = Object.entries({ ...properties, ...$defs }).filter(
      ([, { $ref, description }]) => $ref === undefined && !description,
    )
    expect(nameless).toEqual([])
    expect(
      Object.values($defs['rules']?.properties ?? {}).every(({ description }) => description),
    ).toBe(true)
  })

  const right: unknown[] = [
    {},
    {
      $schema: 'x',
      root: true,
      extends: 'a.json',
      exclude: ['a', 'b/**'],
      target: '2.0',
      failOn: 'info',
      maxWarnings: 0,
      baseline: 'a',
    },
    { extends: [], overrides: [] },
    {
      rules: { 'trace-enabled': 'off', 'csr-missing': 'info' },
      env: { A: 'b', C: 3022, D: true, E: 1.5 },
      envFile: ['a', 'b'],
      check: [],
    },
    { target: '2.1.0-pre2', check: ['files', 'certificates'] },
    {
      overrides: [
        { files: 'a' },
        {
          files: ['a'],
          exclude: 'b',
          target: '1.6.14',
          rules: {},
          env: {},
          envFile: 'c',
          check: ['files'],
        },
      ],
    },
  ]

  const wrong: unknown[] = [
    [],
    { tagret: '2.0' },
    { root: 'true' },
    { root: null },
    { extends: 1 },
    { extends: [1] },
    { extends: [['a']] },
    { extends: {} },
    { target: '2.5' },
    { target: 'v2.0' },
    { target: null },
    { target: ['2.0'] },
    { rules: [] },
    { rules: { 'trace-enable': 'off' } },
    { rules: { 'trace-enabled': 'warn' } },
    { rules: { 'trace-enabled': ['off'] } },
    { rules: { 'trace-enabled': false } },
    { env: { A: null } },
    { env: { A: ['b'] } },
    { env: 'A=b' },
    { check: 'files' },
    { check: ['none'] },
    { failOn: 'never' },
    { maxWarnings: -1 },
    { maxWarnings: 1.5 },
    { maxWarnings: '1' },
    { baseline: [] },
    { overrides: {} },
    { overrides: [{}] },
    { overrides: [{ target: '2.0' }] },
    { overrides: [{ files: 'a', failOn: 'error' }] },
    { overrides: [{ files: 'a', overrides: [] }] },
    { constructor: 'a' },
  ]

  test.each(right.map((value) => JSON.stringify(value)))('takes %s, and so do we', (text) => {
    expect(satisfies(JSON.parse(text))).toBe(true)
    expect(messages(text)).toEqual([])
  })

  test.each(wrong.map((value) => JSON.stringify(value)))('refuses %s, and so do we', (text) => {
    expect(satisfies(JSON.parse(text))).toBe(false)
    expect(messages(text).length).toBeGreaterThan(0)
  })
})

describe('a configuration', () => {
  test('has text where the reader of routers finds a number or a boolean', () => {
    const read = readConfiguration(
      'a.yaml',
      yaml`
        target: 1.6
        rules: {trace-enabled: off}
        env: {PORT: 0022, FLAG: yes}
      `,
    )
    expect('content' in read && read.content).toEqual({
      target: '1.6',
      rules: { 'trace-enabled': 'off' },
      env: { PORT: '0022', FLAG: 'yes' },
    })
  })

  test.each(['', '# nothing\n', '---\n', '{}'])('may be empty: %j', (text) => {
    expect(messages(text)).toEqual([])
  })

  test.each([
    ['[1]', ['[1]: expected a map of settings']],
    ['failOn: warn\n', ['warn: `failOn` is `warn`, but must be `error`, `warning` or `info`']],
    [
      'failOn: eror\n',
      ['eror: `failOn` is `eror`, but must be `error`, `warning` or `info`; did you mean `error`?'],
    ],
    ['1: a\n', ['1: the key `1` is not a string; quote it']],
    ['root:\n', ['root: `root` is empty, but must be `true` or `false`']],
    [
      yaml`
        a: 1
        ---
        b: 2
      `,
      ['---\nb: 2\n: a second document starts here; a configuration is one document'],
    ],
    [
      yaml`
        env:
          TOKEN: [geheimnis]
      `,
      ['[geheimnis]: `TOKEN` is a list, but must be a string, a number, `true` or `false`'],
    ],
    ['env: geheimnis\n', ['geheimnis: `env` is `…` (a string), but must be a map']],
  ])('%j is wrong where it says so', (text, expected) => {
    expect(messages(text)).toEqual(expected)
  })

  test.each([
    yaml`
      env:
        A: [geheimnis]
    `,
    'env: geheimnis\n',
    yaml`
      env: {A: geheimnis}
      x: 1
    `,
    'env: {1: geheimnis}\n',
    'env: {A: geheimnis, A: geheimnis}\n',
    'env: {A: {B: [geheimnis]}}\n',
    yaml`
      overrides:
        - {files: a, env: {A: geheimnis}, x: 1}
    `,
    yaml`
      env:
        A: "geheimnis
    `,
    yaml`
      env:
        A: {geheimnis
        B: [geheimnis: geheimnis: ]
    `,
    '{"env": {"A": "geheimnis" "B": "geheimnis"}}',
    '{\n"env": {\n"A": "geheimnis\\q"\n}}',
  ])('never shows the value of a variable: %j', (text) => {
    const read = readConfiguration('routerfile.config.yaml', text)
    expect('diagnostics' in read && read.diagnostics.length).toBeGreaterThan(0)
    expect(JSON.stringify({ ...read, document: undefined })).not.toContain('geheim')
  })

  test('hides thousands of values in one pass, also behind aliases without end', () => {
    const many = Array.from({ length: 35_000 }, (_, index) => `  A${index}: geheimnis\n`).join('')
    const list = `[${Array(100).fill('*a').join(', ')}]`
    const endless = `s: &s geheimnis\na: &a {files: x, env: {A: *s}}\noverrides: &o ${list}\nexclude: &c [*c]\n`
    for (const text of [`env:\n${many}x: 1\n`, endless]) {
      const start = process.cpuUsage()
      const read = readConfiguration('routerfile.config.yaml', text)
      expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5)
      expect('diagnostics' in read && read.text).toMatch(/\*{9}/)
      expect(JSON.stringify({ ...read, document: undefined })).not.toContain('geheim')
    }
  })

  test.each([
    [
      '{"name": "a", "routerfile": {"tagret": "2.0"}}',
      ['"tagret": `routerfile` has an unknown key `tagret`; did you mean `target`?'],
    ],
    ['{"name": "a", "routerfile": []}', ['[]: `routerfile` is a list, but must be a map']],
    ['{"name": "\\/", "routerfile": {"target": "2.0"}}', []],
    [
      '{"name": "a", "routerfile": {"target": "2.0" "root": true}}',
      [expect.stringContaining('comma')],
    ],
  ])('can be in a package.json: %s', (text, expected) => {
    expect(messages(text, 'some/package.json')).toEqual(expected)
  })
})

test('the package gives the schema away', () => {
  const { exports, files }: { exports: Record<string, unknown>; files: string[] } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  expect(exports['./config.schema.json']).toBe('./dist/config.schema.json')
  expect(files).toContain('dist')
  expect(JSON.parse(readFileSync('src/generated/configuration.json', 'utf8'))).toEqual(
    configurationSchema,
  )
})
