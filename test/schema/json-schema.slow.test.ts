import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { lint, schema, targets } from '../../src/index.js'
import { createRangePattern, createDurationPattern } from '../../src/schema/patterns.js'
import { completeExample, fixtures, plainOf } from '../support/fixtures.js'
import { selectSamples } from '../support/recorded.js'
import { yaml } from '../support/yaml.js'

/** Data as another reader of YAML gives it: every number is one of JSON. */
const dataOf = (text: string): unknown =>
  JSON.parse(
    JSON.stringify(plainOf(parseDocument(text)) ?? null, (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  )

const checks = new Map<string, ValidateFunction>()

/** The check of a release, which takes long to compile. */
function checkFor(target: string): ValidateFunction {
  const known = checks.get(target)
  if (known) return known
  const made = new Ajv2020({ strict: true, allErrors: true }).compile({ ...schema({ target }) })
  checks.set(target, made)
  return made
}

const check = checkFor('2.0')

/** What is wrong about a text; that a condition led to it is no mistake of its own. */
function faultsOf(text: string, validate = check): string[] {
  validate(dataOf(text))
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const lines = targets.map(({ line }) => line)

describe('each release has a schema', () => {
  /** The defaults that satisfied their schema: that of most keys is the same in many releases. */
  const satisfied = new Set<string>()

  test.each(lines)('%s: strict validators take it, and the defaults satisfy it', (target) => {
    const ajv = new Ajv2020({ strict: true, useDefaults: false })
    const published = { ...schema({ target }) }
    ajv.addSchema(published)
    const id = String(published['$id'])
    expect(id).toMatch(/^urn:routerfile:schema:\d/)
    expect(ajv.getSchema(id)).toBeTypeOf('function')
    const wrong = defaultsIn(published).filter(({ pointer, value, schema: own }) => {
      const whole = formatWhole(own, published)
      if (satisfied.has(whole)) return false
      const isSatisfied = ajv.getSchema(`${id}#${pointer}`)?.(value) === true
      if (isSatisfied) satisfied.add(whole)
      return !isSatisfied
    })
    expect(wrong).toEqual([])
  })

  test('with the same names', () => {
    const names = (target: string) => Object.keys(Object(schema({ target })?.['$defs']))
    expect(names('2.0')).toContain('link.listeners.options')
    expect(names('2.0').filter((name) => /\d/.test(name))).toEqual([])
    const rest = names('2.0').filter((name) => !names('2.1').includes(name))
    expect(rest).toEqual([])
  })
})

type Default = { pointer: string; value: unknown; schema: object }

/** Every default with the place of its schema, as a JSON pointer. */
function defaultsIn(value: unknown, pointer = ''): Default[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'default' in value && !pointer.endsWith('properties') ? value.default : undefined
  return [
    ...(own === undefined ? [] : [{ pointer, value: own, schema: value }]),
    ...Object.entries(value).flatMap(([name, inner]) =>
      name === 'default' && own !== undefined
        ? []
        : defaultsIn(inner, `${pointer}/${encodeURIComponent(name)}`),
    ),
  ]
}

/** A schema and all definitions to which it leads, as a text. */
function formatWhole(schema: object, published: Readonly<Record<string, unknown>>): string {
  const definitions = Object(published['$defs'])
  const names = new Set<string>()
  let whole = ''
  const add = (part: unknown): void => {
    const text = JSON.stringify(part)
    whole += text
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      add([name, definitions[decodeURIComponent(name)]])
    }
  }
  add(schema)
  return whole
}

/** Rules whose mistakes a schema can tell. */
const told = new Set(['unknown-key', 'wrong-type', 'missing-key', 'value-out-of-range'])

/** In JSON an integer and a number whose fraction is 0 are the same. */
const isAmbiguous = (message: string): boolean =>
  /\((?:an integer[^)]*|a number with a decimal point)\)|reads as a floating-point number/.test(
    message,
  )

test.each(fixtures('valid'))('$name satisfies the schema of its release', ({ text, options }) => {
  expect(faultsOf(text, checkFor(options.target ?? '2.0'))).toEqual([])
})

describe('lint and the schema agree', () => {
  const samples = selectSamples(250)

  test.each(['1.3', '1.6', '2.0', '2.1'])('at %s', (target) => {
    const validate = checkFor(target)
    const found = samples.map(({ name, text, env }) => {
      const diagnostics = lint(text, { target, ...(env && { env }) })
      return { name, text, diagnostics, faults: faultsOf(text, validate) }
    })
    const sound = found.filter(({ diagnostics }) =>
      diagnostics.every(({ severity }) => severity === 'info'),
    )
    expect(sound.length).toBeGreaterThan(20)
    expect(sound.filter(({ faults }) => faults.length > 0)).toEqual([])

    const wrong = found.filter(({ diagnostics }) => {
      const errors = diagnostics.filter(({ severity }) => severity === 'error')
      return (
        errors.length > 0 &&
        errors.every(({ rule, message }) => told.has(rule) && !isAmbiguous(message))
      )
    })
    const missed = wrong.filter(({ faults }) => faults.length === 0)
    expect(wrong.length).toBeGreaterThan(20)
    expect(missed.length / wrong.length, JSON.stringify(missed)).toBeLessThan(0.05)
  })
})

describe('one mistake is reported once', () => {
  const edge = yaml`
      edge: {}
      listeners:
        - binding: edge
          address: tls:0.0.0.0:3022
          options:`
  test.each([
    [
      `${edge} {advertise: a:1, mtuu: 1}`,
      '/listeners/0/options must NOT have additional properties',
    ],
    [`${edge} {}`, "/listeners/0/options must have required property 'advertise'"],
    [
      yaml`
        dialers:
          - binding: tunnel
            option: {}`,
      '/dialers/0 must NOT have additional properties',
    ],
    [
      yaml`
      tls:
        handshakeTimeOut: 5s`,
      '/tls must NOT have additional properties',
    ],
    [
      yaml`
      metrics:
        reportInterval: soon`,
      /^\/metrics\/reportInterval must match pattern/,
    ],
    [
      yaml`
      forwarder:
        linkDialWorkerCount: 1`,
      '/forwarder/linkDialWorkerCount must be >= 2',
    ],
    [{ text: 'v: 3', without: ['csr'] }, " must have required property 'csr'"],
  ])('%o', (text, fault) => {
    const faults = faultsOf(completeExample(text).text)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
  })
})

describe('it knows', () => {
  const tunnel = 'listeners:\n  - binding: tunnel\n    options:\n      '
  test.each([
    [
      'obsolete keys',
      yaml`
      forwarder:
        latencyProbeInterval: 0`,
    ],
    [
      'keys of other places',
      yaml`
      transport:
        ws:
          writeTimeout: 10`,
    ],
    [
      'the old place of the request',
      {
        text: yaml`
      edge:
        csr:
          sans: {}`,
        without: ['csr'],
      },
    ],
    [
      'variables',
      `${tunnel}mode: \${MODE}\nctrl:\n  endpoint: tls:\${HOST}:1\n  startupTimeout: \${T}`,
    ],
    ['programs behind a mode', `${tunnel}mode: tproxy:/bin/x`],
    [
      'names in other letters',
      yaml`
      csr:
        Country: DE
        sans:
          DNS: [a]`,
    ],
    [
      'durations at their bounds',
      yaml`
        link:
          dialers:
            - binding: transport
              healthyDialBackoff: {minRetryInterval: 10ms, maxRetryInterval: 24h}`,
    ],
  ])('%s', (_, text) => {
    expect(faultsOf(completeExample(text).text)).toEqual([])
  })

  test.each([
    ['words', `${tunnel}mode: tprox`],
    [
      'bindings',
      yaml`
      listeners:
        - binding: edg`,
    ],
    [
      'bounds of durations',
      yaml`
        link:
          dialers:
            - binding: transport
              healthyDialBackoff: {minRetryInterval: 9ms}`,
    ],
    [
      'upper bounds of durations',
      yaml`
        link:
          dialers:
            - binding: transport
              healthyDialBackoff: {maxRetryInterval: 25h}`,
    ],
    [
      'ports',
      yaml`
      ctrl:
        endpoint: tls:a`,
    ],
    [
      'what only later releases read',
      yaml`
      managedConfig:
        allow: [all]`,
    ],
  ])('wrong %s', (_, text) => {
    expect(faultsOf(completeExample(text).text)).not.toEqual([])
  })

  test('which keys are not to be used any more', () => {
    const { properties } = Object(Object(schema()?.['$defs']).forwarder)
    expect(properties.latencyProbeInterval).toMatchObject({
      deprecated: true,
      description: expect.stringContaining('obsolete and ignored'),
    })
  })
})

describe('the request for certificates is required', () => {
  test.each([
    ['2.0', 'edge: {}', false],
    ['2.0', 'edge: {csr: {sans: {}}}', true],
    ['2.0', 'csr: {sans: {}}', true],
    ['1.3', 'link: {}', true],
    ['1.3', 'edge: {}', false],
    [
      '1.3',
      yaml`
      edge: {}
      csr: {sans: {}}`,
      true,
    ],
    [
      '1.1',
      yaml`
      edge: {}
      csr: {sans: {}}`,
      false,
    ],
    ['1.1', 'edge: {csr: {sans: {}}}', true],
  ])('at %s, %s: %s', (target, text, isValid) => {
    const base = yaml`
      v: 3
      identity: {cert: a, key: b}
      ctrl: {endpoint: "tls:a:1"}
    `
    expect(faultsOf(base + text, checkFor(target)).length === 0).toBe(isValid)
  })
})

describe('the form for editors', () => {
  const forEditors: Record<string, unknown> = JSON.parse(
    readFileSync('src/generated/schema.json', 'utf8'),
  )

  /** Words that do not decide what is valid. */
  const words = /^(?:default|examples|defaultSnippets|doNotSuggest|patternErrorMessage)$/

  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) =>
        words.test(name) ? [] : [[name, bare(inner)]],
      ),
    )
  }

  test('allows the same', () => {
    expect(bare(forEditors)).toEqual(bare(schema()))
  })

  const definitions = Object(forEditors['$defs'])

  test('inserts the point of a number, explains patterns and offers no obsolete keys', () => {
    const { txPortalIncreaseScale, connectTimeout, getSessionTimeout } =
      definitions['listeners.transport.options'].properties
    expect(txPortalIncreaseScale.defaultSnippets).toMatchObject([{ label: '1.0', body: '^1.0' }])
    // Editors insert what there is only one of.
    expect(txPortalIncreaseScale).not.toHaveProperty('default')
    expect(connectTimeout).toMatchObject({ default: '0s', patternErrorMessage: expect.any(String) })
    expect(getSessionTimeout).toMatchObject({ deprecated: true, doNotSuggest: true })
  })

  test('has a snippet for each kind of listener', () => {
    const { items } = Object(forEditors['properties']).listeners
    expect(items.defaultSnippets[0]).toMatchObject({
      label: 'edge',
      body: { binding: 'edge', options: { advertise: 'router.example.com:3022' } },
    })
  })
})

describe('patterns', () => {
  test.each([
    [0, 0],
    [5, 1000],
    [123, 4567],
    [99, 101],
    [7, Infinity],
  ])('of numbers from %d to %d', (least, most) => {
    const pattern = new RegExp(`^${createRangePattern(least, most)}$`)
    const wrong = Array.from({ length: 11_000 }, (_, number) => number).filter(
      (number) => pattern.test(String(number)) !== (number >= least && number <= most),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    [
      undefined,
      undefined,
      ['0', '5s', '-5s', '1h30m', '.5s', '1.s', '+1us'],
      ['', '5', '5 s', '1d', 's'],
    ],
    [
      30,
      60_000,
      ['30ms', '60s', '1m', '1m0s', '0.5s', '30000000ns', '060s', '59.9s'],
      ['29ms', '61s', '2m', '1h', '-1s', '0', '60.1s'],
    ],
    [0.000001, undefined, ['1ns', '5s', '0.1s'], ['0', '0s', '-1s', '0.0s']],
    [0, undefined, ['0', '0s', '-0', '-0s', '5s'], ['-1s', '-5ms']],
    [5000, undefined, ['5s', '5000ms', '1m', '1000h'], ['4s', '4999ms', '0', '-5s']],
  ])('of durations from %s to %s', (least, most, right, wrong) => {
    const pattern = new RegExp(createDurationPattern(least, most))
    expect(right.filter((text) => !pattern.test(text))).toEqual([])
    expect(wrong.filter((text) => pattern.test(text))).toEqual([])
  })
})
