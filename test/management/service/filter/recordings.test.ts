import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FilterSymbols } from '../../../../src/management/service/filter/symbols.js'
import { createLinkedCounterFactory } from '../../../../src/management/service/filter/record-test.js'
import type { Selection } from '../../../../src/management/service/filter/select.js'
import { compileSelector } from '../../../../src/management/service/filter/select.js'
import type { Attempt } from '../../../support/select-list.js'
import { attempt, select } from '../../../support/select-list.js'
import { parseParameters } from '../../../../src/management/service/filter/parameters.js'

/** What controllers answered to requests for lists: names, pages and errors. */
const recordings = 'fixtures/management/lists.json'

type Body = {
  name?: string
  terminatorStrategy?: string
  roleAttributes?: string[]
  tags?: Record<string, unknown>
  configs?: string[]
  type?: string
  configTypeId?: string
}

type Row = Body & { id: string; createdAt: number }

type Answer = {
  status: number | number[]
  body?: {
    data?: unknown
    meta?: { pagination?: object }
    error?: { code: string; cause?: Record<string, string> }
  }
}

type Step = {
  name: string
  request?: { method: string; path: string; session?: string; body?: Body }
  capture?: Record<string, string>
  expect?: Answer
  specExpect?: Answer
}

type Scenario = { name: string; steps: Step[] }

const rows: FilterSymbols<Row> = {
  id: { kind: 'text', read: ({ id }) => id },
  name: { kind: 'text', read: ({ name }) => name },
  createdAt: { kind: 'date', read: ({ createdAt }) => createdAt },
  updatedAt: { kind: 'date', read: ({ createdAt }) => createdAt },
  isSystem: { kind: 'boolean', read: () => undefined },
  tags: { kind: 'map', read: ({ tags }) => tags },
  roleAttributes: { kind: 'set', read: ({ roleAttributes }) => roleAttributes },
}

const kinds: Readonly<Record<string, FilterSymbols<Row>>> = {
  services: {
    ...rows,
    terminatorStrategy: { kind: 'text', read: ({ terminatorStrategy }) => terminatorStrategy },
    configs: {
      kind: 'set',
      read: ({ configs }) => configs,
      createLinkedCounter: createLinkedCounterFactory(
        () => rows,
        () => [],
      ),
    },
  },
  configs: { ...rows, type: { kind: 'text', read: ({ configTypeId }) => configTypeId } },
}

const attributes: FilterSymbols<string> = { id: { kind: 'text', read: (attribute) => attribute } }

/** The records of one scenario, and what its steps captured. */
type World = { made: Map<string, Row[]>; captured: Map<string, string> }

const filled = (text: string, { captured }: World): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => captured.get(name) ?? whole)

function filledIn<Value>(value: Value, world: World): Value {
  return JSON.parse(filled(JSON.stringify(value ?? null), world))
}

const pieces = (path: string): { kind: string; id: string | undefined } => {
  const [kind = '', id] = path.replace(/^\//, '').replace(/\?.*$/, '').split('/')
  return { kind, id }
}

function change({ request, capture = {} }: Step, world: World): void {
  if (!request || request.method === 'GET') return
  const { kind, id } = pieces(filled(request.path, world))
  const found = world.made.get(kind) ?? []
  const body = filledIn(request.body ?? {}, world)
  const made: Row = { ...body, id: `id${world.captured.size}`, createdAt: Date.now() }
  if (request.method === 'POST' && id === undefined) found.push(made)
  if (request.method === 'PATCH') Object.assign(found.find((row) => row.id === id) ?? {}, body)
  world.made.set(
    kind,
    request.method === 'DELETE'
      ? found.filter((row) => row.id !== id)
      : found.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  )
  for (const [name, from] of Object.entries(capture))
    if (from === 'data.id') world.captured.set(name, made.id)
}

type Outcome = {
  code?: string
  cause?: string | undefined
  names?: readonly string[]
  pagination?: object
}

const getName = (item: { name?: string } | string): string =>
  typeof item === 'string' ? item : (item.name ?? '')

function toOutcome(found: Attempt<Selection<Row> | Selection<string>>): Outcome {
  if (!found.ok) {
    const { code, field, value } = found.failure
    const cause =
      field === undefined
        ? found.reason.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/, '<timestamp>')
        : `${field}: ${found.reason} (${value})`
    return { code, cause }
  }
  const { page, limit, offset, totalCount } = found.value
  return { names: page.map(getName), pagination: { limit, offset, totalCount } }
}

/** Lists of role attributes take no page from parameters. */
function ours(path: string, world: World): Outcome {
  const { kind } = pieces(path)
  const read = (): Selection<Row> | Selection<string> => {
    const parameters = parseParameters(new URLSearchParams(path.replace(/^[^?]*\??/, '')))
    const of = /^(.*)-role-attributes$/.exec(kind)?.[1]
    if (!of)
      return select(world.made.get(kind) ?? [], compileSelector(parameters, kinds[kind] ?? rows))
    const all = (world.made.get(of === 'identity' ? 'identities' : `${of}s`) ?? []).flatMap(
      ({ roleAttributes = [] }) => roleAttributes,
    )
    return select(
      [...new Set(all)].sort(),
      compileSelector({ ...parameters, limit: -1, offset: 0 }, attributes),
    )
  }
  return toOutcome(attempt(read))
}

/** What the recording says; of faults for which controllers answer 500, that there is one. */
function recorded({ expect: real, specExpect: spec }: Step, world: World): Outcome {
  const { data, meta, error } = filledIn(real?.body ?? {}, world)
  const page = meta?.pagination
  const pagination = page && !JSON.stringify(page).includes('<') ? { pagination: page } : {}
  if (Array.isArray(data)) return { names: data.map(getName), ...pagination }
  if (data !== undefined) return pagination
  if (spec && (!error || error.code === 'UNHANDLED')) return { code: 'a fault' }
  const { field, reason, value, message } = error?.cause ?? {}
  return {
    code: error?.code ?? '',
    cause: field === undefined ? message : `${field}: ${reason} (${value})`,
  }
}

const asks = /[?&](filter|sort|limit|offset|roleFilter|roleSemantic)=/

/** Whether a step is about a list and its parameters; other faults, and lists seen by another identity, are not. */
function isAsked({ request, expect: real }: Step): boolean {
  if (
    request?.method !== 'GET' ||
    request.session !== 'admin' ||
    !asks.test(request.path) ||
    request.path.includes('asIdentity')
  )
    return false
  const isFault = real?.body?.error !== undefined || real?.status === 500
  return (
    ![401, 404, 501].includes(Number(real?.status)) &&
    (isFault || pieces(request.path).id === undefined)
  )
}

function differences({ steps }: Scenario): { asked: number; wrong: string[] } {
  const world: World = { made: new Map(), captured: new Map([['run', 'rbcdfhjk']]) }
  let asked = 0
  const wrong = steps.flatMap((step) => {
    change(step, world)
    if (!isAsked(step)) return []
    asked += 1
    const found = ours(filled(step.request?.path ?? '', world), world)
    const wanted = recorded(step, world)
    const comparable =
      wanted.code === 'a fault'
        ? { code: found.code && 'a fault' }
        : Object.fromEntries(Object.keys(wanted).map((key) => [key, Object(found)[key]]))
    const [mine, theirs] = [JSON.stringify(comparable), JSON.stringify(wanted)]
    return mine === theirs ? [] : [`${step.name}: ${mine}, recorded ${theirs}`]
  })
  return { asked, wrong }
}

describe('what controllers answered', () => {
  const scenarios: Scenario[] = JSON.parse(readFileSync(recordings, 'utf8'))

  test.each([
    ['filter-services', 128],
    ['role-filter-services', 34],
    ['paging-services', 61],
    ['role-attribute-lists', 15],
    ['remaining-refusals', 35],
    ['service-configs', 9],
  ])('to the lists of %s is what is selected here', (name, count) => {
    const { asked, wrong } = differences(
      scenarios.find((scenario) => scenario.name === name) ?? { name, steps: [] },
    )
    expect(wrong).toEqual([])
    expect(asked).toBe(count)
  })
})
