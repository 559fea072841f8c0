import { stringify } from 'yaml'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Json, JsonMap } from '../../src/document/record.js'
import { isJsonList, isJsonMap } from '../../src/document/record.js'
import { groupBy } from '../../src/document/group.js'
import { catalog } from '../../src/lint/catalog.js'
import {
  completeExample,
  getRegistry,
  listExampleFiles,
  removeMarks,
} from '../../src/lint/example.js'
import { inspect } from '../../src/lint/lint.js'
import type { Model } from '../../src/schema/model.js'
import { generalizePath, listPlaces } from '../../src/schema/places.js'

/** A key with a wrong value: the part of a file that has it, and what a rule says there. */
export type WrongValue = {
  rule: string
  /** The path of the key, as the schema writes it. */
  path: string
  text: string
  finding: Diagnostic
}

/** Values that are wrong for most keys, those first that somebody may really have written. */
const wrongValues: readonly Json[] = ['soon', -1, 1e12, null, { value: 1 }]

/** What the rules say about each key when it has one of the wrong values; all but a few rules are about values. */
export const tryWrongValues = ({ schema }: Model): WrongValue[] =>
  listPlaces(schema).flatMap(({ path }) =>
    wrongValues.flatMap((value) => {
      const text = stringify(placeAt(path, value)).trimEnd()
      return inspect(completeExample({ text }).text, {})
        .diagnostics()
        .filter((finding) => formatGeneralPath(finding) === generalizePath(path))
        .map((finding) => ({ rule: finding.rule, path, text, finding }))
    }),
  )

/** `listeners[binding=edge].options.mtu` becomes the nested maps and lists that lead to a value. */
export function placeAt(path: string, value: Json): Json {
  const [, name = '', list, binding, rest] =
    /^([^.[\]]+)(\[(?:binding=([^\]]*))?\])?\.?(.*)$/.exec(path) ?? []
  const inner = rest ? placeAt(rest, value) : value
  if (list === undefined) return { [name]: inner }
  const entry = binding !== undefined && isJsonMap(inner) ? { binding, ...inner } : inner
  return { [name]: [entry] }
}

/** What routers require beside a key, for the parts of a file that have it. Values of lists belong to their first entry. */
const listeners: Readonly<Record<string, JsonMap>> = {
  edge: { address: 'tls:0.0.0.0:3022', options: { advertise: 'localhost:3022' } },
  tunnel: { options: { mode: 'host' } },
  proxy: { address: 'tcp:0.0.0.0:9000', service: 'web' },
  proxy_udp: { address: 'udp:0.0.0.0:9000', service: 'web' },
  transport: { address: 'tls:0.0.0.0:4022' },
  transport_udp: { address: 'udp:0.0.0.0:4022' },
}
const identity = {
  cert: 'router.cert',
  key: 'router.key',
  server_cert: 'server.cert',
  ca: 'ca.cert',
}
const required: JsonMap = {
  identity,
  csr: { sans: { dns: ['localhost'], ip: ['127.0.0.1'] } },
  ctrl: {
    listeners: [{ bind: 'tls:0.0.0.0:6001', advertise: 'tls:localhost:6001' }],
    rateLimiter: { minSize: 5 },
  },
  edge: { apiProxy: { listener: 'localhost:1281', upstream: 'localhost:1280' } },
  link: {
    dialers: [{ binding: 'transport' }],
    listeners: [
      { binding: 'transport', bind: 'tls:0.0.0.0:6000', advertise: 'tls:localhost:6000' },
    ],
  },
  proxy: { type: 'http', address: 'localhost:3128' },
  web: [
    {
      name: 'web',
      identity,
      apis: [{ binding: 'health-checks' }],
      bindPoints: [{ interface: '0.0.0.0:8081', address: 'localhost:8081' }],
    },
  ],
}

/** A part of a file with what routers require beside it, so that they find fault with nothing else. */
export function surround(placed: Json): Json {
  if (!isJsonMap(placed)) return placed
  const { listeners: placedListeners } = placed
  const [entry] = isJsonList(placedListeners) ? placedListeners : []
  const name = isJsonMap(entry) ? entry['binding'] : undefined
  const binding = typeof name === 'string' ? name : ''
  const edge = { binding: 'edge', ...listeners['edge'] }
  const around: JsonMap = {
    ...required,
    ...(listeners[binding] && {
      listeners: binding === 'edge' ? [edge] : [{ binding, ...listeners[binding] }, edge],
    }),
  }
  return mergeInto(around, placed)
}

/**
 * What is placed, with its surroundings: at the top of a file those of its sections, and below them all that the same map
 * or entry of a list has.
 */
function mergeInto(around: Json | undefined, placed: Json, isTop = true): Json {
  if (isJsonList(around) && isJsonList(placed)) {
    const [first, ...others] = around
    const [entry] = placed
    return first === undefined || !isJsonMap(entry)
      ? placed
      : [mergeInto(first, entry, false), ...others]
  }
  if (!isJsonMap(around) || !isJsonMap(placed)) return placed
  const merged = Object.entries(placed).map(([name, value]): [string, Json] => [
    name,
    mergeInto(around[name], value, isTop && containers.has(name)),
  ])
  return { ...(isTop ? {} : around), ...Object.fromEntries(merged) }
}

/** Sections of which a file needs only the parts that it has. */
const containers: ReadonlySet<string> = new Set(['ctrl', 'edge', 'link'])

const formatGeneralPath = ({ path }: Diagnostic): string =>
  path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1)

/**
 * The keys that each rule is about, by the id of the rule: those at which its wrong examples have findings, and those
 * with a wrong value that it finds. A place below different bindings counts as one key of the examples.
 */
export function listRuleKeys(
  { schema }: Model,
  wrong: readonly WrongValue[],
): ReadonlyMap<string, readonly string[]> {
  const places = listPlaces(schema)
  const keys = new Map(places.map(({ path }) => [generalizePath(path), path]))
  const tried = groupBy(wrong, ({ rule }) => rule)
  return new Map(
    catalog.map(({ id, examples }) => {
      const found = examples.bad.flatMap((example) =>
        getRegistry(example) ? [] : listExampleFiles(example).flatMap(inspectExampleFile),
      )
      const inExamples = found
        .filter(({ rule }) => rule === id)
        .flatMap((finding) => keys.get(formatGeneralPath(finding)) ?? [])
      const own = new Set([...inExamples, ...(tried.get(id) ?? []).map(({ path }) => path)])
      return [id, places.flatMap(({ path }) => (own.has(path) ? [path] : []))]
    }),
  )
}

function inspectExampleFile(
  file: ReturnType<typeof listExampleFiles>[number],
): readonly Diagnostic[] {
  const { text } = completeExample({ ...file, text: removeMarks(file.text) })
  const { target, env } = file
  return inspect(text, { ...(target && { target }), ...(env && { env }) }).diagnostics()
}

/** The rules that are about each key, by its path. */
export function listKeyRules(
  ruleKeys: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, string[]>()
  for (const [rule, paths] of ruleKeys)
    for (const path of paths) rules.set(path, [...(rules.get(path) ?? []), rule])
  return rules
}
