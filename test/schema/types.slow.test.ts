import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import { createGenerator } from 'ts-json-schema-generator'
import { describe, expect, test } from 'vitest'
import type { RouterConfig } from '../../src/index.js'
import { load } from '../../src/index.js'
import type { Sample } from '../support/recorded.js'
import { selectSamples } from '../support/recorded.js'
import { completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

/** The type as a JSON Schema: what is not in the type is forbidden. */
const schema = createGenerator({
  path: 'src/generated/config.ts',
  tsconfig: 'tsconfig.json',
  type: 'RouterConfig',
  skipTypeCheck: true,
  additionalProperties: false,
}).createSchema('RouterConfig')

const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(JSON.stringify(schema)),
)

/** In what the loaded values of a file are not of the type, with its environment and without. */
function faultsOf({ name, text, env }: Sample, target?: string): string[] {
  // Without a variable in the text the environment makes no difference.
  const environments = env ? [{ env }, ...(text.includes('$') ? [{}] : [])] : [{}]
  return environments.flatMap((options) => {
    const loaded = load(text, { ...options, ...(target && { target }) })
    if (!loaded.ok || check(loaded.config)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message }) => `${name}: ${instancePath} ${message}`,
    )
  })
}

const targets = ['0.30', '0.31', '1.1', '1.3', '1.4', '1.6', '1.7', '2.1']

describe('RouterConfig is what load returns', () => {
  test('at the default target', () => {
    expect(selectSamples(200).flatMap((sample) => faultsOf(sample))).toEqual([])
  })

  const few = selectSamples(50)

  test.each(targets)('at %s', (target) => {
    expect(few.flatMap((sample) => faultsOf(sample, target))).toEqual([])
  })

  test('with variables of which nothing is known', () => {
    const text = [
      'identity:\n  cert: ${CERT}\n  key: ${KEY}\n  server_cert: ${SERVER}\n',
      'ctrl:\n  endpoint: ${CTRL}\n  defaultRequestTimeout: ${WAIT}\n',
      'listeners:\n  - binding: ${BINDING}\n    address: ${ADDRESS}\n',
    ].join('')
    const loaded = load(completeExample(text).text)
    expect(loaded).toMatchObject({
      ok: true,
      config: {
        identity: { cert: '${CERT}', key: '${KEY}' },
        ctrl: { endpoints: ['${CTRL}'], defaultRequestTimeout: 5000 },
        listeners: [{ binding: '${BINDING}' }],
      },
    })
    expect(faultsOf({ name: 'variables', text: completeExample(text).text })).toEqual([])
  })
})

describe('RouterConfig is exact', () => {
  const { definitions = {} } = schema
  const root = Object(definitions['RouterConfig'])

  test('about what every release has, even where its section is absent', () => {
    expect(root.required).toEqual(expect.arrayContaining(['v', 'ctrl', 'link', 'forwarder', 'tls']))
    expect(root.properties.forwarder.required).toContain('linkDialQueueLength')
  })

  test.each(['edge', 'managedConfig', 'interfaceDiscovery', 'csr', 'ha'])(
    'about %s, which not every file or release has',
    (name) => {
      expect(root.properties).toHaveProperty(name)
      expect(root.required).not.toContain(name)
    },
  )

  test('about entries of which the binding is known', () => {
    const advertised = ({ listeners = [] }: RouterConfig): (string | undefined)[] =>
      listeners.map((entry) => (entry.binding === 'edge' ? entry.options.advertise : undefined))
    const loaded = load(completeExample('v: 3').text)
    expect(loaded.ok && advertised(loaded.config)).toEqual(['localhost:3022'])
  })

  test('and says unit, default and bounds of each value', () => {
    const text = readFileSync('src/generated/config.ts', 'utf8')
    expect(text).toContain('In ms; default 5000.')
    expect(text).toContain('Default 32; at least 2, at most 10000.')
    expect(text).toContain('only in releases >=2.1.0-pre1')
    expect(text).toContain('default 30000, without the section 60000')
  })
})

describe('a section that is off', () => {
  test.each([
    ['without the section', 'v: 3', undefined],
    ['with one that is empty', 'edge:', undefined],
    [
      'but not with one that has nothing',
      yaml`
      edge: {}
      listeners: []`,
      60,
    ],
  ])('is absent %s', (_, text, interval) => {
    const file = completeExample({ text, without: ['edge', 'listeners'] }).text
    const { ok, ...loaded } = load(file)
    expect(Object(Object(loaded).config).edge?.heartbeatIntervalSeconds).toBe(
      ok ? interval : undefined,
    )
  })
})
