import { readdirSync, readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { describe as describeKey, lint, load, schema } from '../../src/index.js'
import { formats } from '../../src/formats/index.js'
import { texts } from '../../src/generated/texts.js'
import { conditions } from '../../src/schema/conditions.js'
import type { SchemaNode } from '../../src/schema/key.js'
import { listPlaces } from '../../src/schema/places.js'
import { findModel, listKnownReleases } from '../../src/schema/model.js'
import { yaml } from '../support/yaml.js'

const parse = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const files = [
  'router.json',
  'definitions.json',
  ...readdirSync('schemas/sections').map((name) => `sections/${name}`),
]

const known = findModel(undefined)

if (!known) throw new Error('no release')
const model = known

const keys = listPlaces(model.schema)

describe('the schema files', () => {
  const check = new Ajv2020({ allErrors: true, strictTypes: false }).compile(
    Object(parse('schemas/meta.json')),
  )

  test.each(files)('%s keeps the house style', (file) => {
    check(parse(`schemas/${file}`))
    expect(check.errors).toBe(null)
  })

  test('the house style refuses a misspelled keyword', () => {
    expect(check({ type: 'integer', 'x-mim': '1s' })).toBe(false)
  })

  test('each key has a description', () => {
    expect(keys.length).toBeGreaterThan(300)
    expect(
      keys
        .filter(
          ({ path, key }) =>
            !path.endsWith('[]') &&
            describeKey(path).every(({ text }) => text === '') &&
            key.isRead,
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  test.each(listKnownReleases())('a key is the same as one that release %s stores', (release) => {
    const { schema: root } = findModel(release) ?? expect.unreachable()
    const places = new Map(listPlaces(root).map((place) => [place.path, place.key]))
    const moved = [...places].flatMap(([path, { isRead, sameAs }]) => {
      if (!isRead || sameAs === undefined) return []
      const target = sameAs.startsWith('.') ? path.replace(/\.[^.]*$/, sameAs) : sameAs
      return [{ path, key: places.get(target) }]
    })
    expect(moved).not.toEqual([])
    expect(moved.filter(({ key }) => !key || key.sameAs !== undefined)).toEqual([])
  })

  test('what editors know names keys and words that exist', () => {
    const known = [model.schema, ...keys.map(({ key }) => key)]
      .flatMap((key) => [key, ...(key.bindings ?? []).map((binding) => key.variant(binding))])
      .flatMap((key) => (key ? [{ key, text: texts[key.index] ?? {} }] : []))
    const usual = known.flatMap(({ key, text }) =>
      (text.usual ?? []).map((name) => key.child(name)?.isRead ?? name),
    )
    const meanings = known.flatMap(({ key, text }) =>
      Object.keys(text.meanings ?? {}).map((word) => key.words?.includes(word) ?? word),
    )
    const added = known.flatMap(({ key, text }) =>
      (text.entries ?? []).flatMap(({ with: entries = {} }) =>
        Object.keys(entries).map((name) => key.child(name)?.isRead ?? name),
      ),
    )
    for (const answers of [usual, meanings, added]) {
      expect(answers.length).toBeGreaterThan(5)
      expect(answers.filter((answer) => answer !== true)).toEqual([])
    }
  })

  test('each address on which the router listens, or that it dials or advertises, has an example with a port', () => {
    const addresses = keys.filter(({ key: { isRead, format } }) =>
      /address$|advertise$|host-port$/.test(isRead ? (format?.name ?? '') : ''),
    )
    const examples = addresses.map(({ path, key }) => [path, texts[key.index]?.examples?.[0]])
    expect(examples.length).toBeGreaterThan(10)
    expect(examples.filter(([, text]) => !/:\d+$/.test(String(text)))).toEqual([])
  })

  test('formats and conditions that they name exist', () => {
    const named = keys.map(({ key }) => key.keyFacts)
    const special = ['one-or-many', 'texts']
    const formatNames = named.flatMap(({ format }) => format ?? [])
    const conditionNames = named.flatMap((source) => source['x-read-when'] ?? [])
    expect(formatNames.length).toBeGreaterThan(50)
    expect(conditionNames.length).toBeGreaterThan(5)
    expect(
      formatNames.filter((format) => !formats.has(format) && !special.includes(format)),
    ).toEqual([])
    expect(conditionNames.filter((name) => !(name in conditions))).toEqual([])
  })

  test('each default lies within the bounds of its key', () => {
    const bounded = keys.flatMap(({ path, key }) => {
      const absent = key.absentValue()
      return typeof absent === 'number' && key.bounds ? [{ path, absent, bounds: key.bounds }] : []
    })
    expect(bounded.length).toBeGreaterThan(20)
    const outside = bounded.filter(
      ({ absent, bounds }) => absent < bounds.min || absent > bounds.max,
    )
    expect(outside.map(({ path }) => path)).toEqual([])
  })
})

describe('the published schema', () => {
  const published = schema()
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
  })
  const check = ajv.compile(published ?? false)

  test('forbids unknown keys', () => {
    expect(
      check({
        v: 3,
        identity: { cert: 'a', key: 'b' },
        ctrl: { endpoint: 'tls:a:1' },
        sections: 1,
      }),
    ).toBe(false)
  })

  /** A value outside each limit that the schema states, in an otherwise empty file. */
  const limits = keys.flatMap(({ path, key }) =>
    path.includes('[') || !key.isRead ? [] : outsideOf(key).map((value) => ({ path, value })),
  )

  test('has limits in many places', () => {
    expect(limits.length).toBeGreaterThan(50)
  })

  test.each(limits)('agrees with lint that $value does not suit $path', ({ path, value }) => {
    const steps = path.split('.')
    const file = steps.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    check(file)
    expect(check.errors?.some(({ instancePath }) => instancePath === `/${steps.join('/')}`)).toBe(
      true,
    )
    const found = lint(JSON.stringify(file)).filter(
      (diagnostic) => diagnostic.path.length > 0 && path.startsWith(diagnostic.path.join('.')),
    )
    expect(found.length).toBeGreaterThan(0)
  })
})

function outsideOf({ bounds, format, keyFacts }: SchemaNode): (number | string)[] {
  if (format?.name.startsWith('duration')) return ['1 minute']
  if (!bounds || keyFacts['x-wraps']) return []
  return [bounds.min - 1, bounds.max + 1].filter((value) => Number.isSafeInteger(value))
}

test('each release compiles, and each key of each has a sound file that loads', () => {
  for (const target of ['0.30', '0.31', '0.32', '1.0', '1.1', '1.4', '1.6', '2.0', '2.1']) {
    expect(findModel(target)?.schema.names.length, target).toBeGreaterThan(10)
    expect(
      load(
        yaml`
          v: 3
          identity: {cert: a, key: b, server_cert: c}
          ctrl: {endpoint: "tls:a:1"}
          link: {dialers: [{binding: transport}]}
          csr: {sans: {dns: [a]}}
        `,
        { target },
      ).ok,
      target,
    ).toBe(true)
  }
})
