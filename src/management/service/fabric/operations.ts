import type { Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'
import { getString } from '../../plain.js'
import { compareBytes } from '../call/byte-order.js'
import { readListParameters } from '../entities/list.js'
import { createLinks, formatTime } from '../entities/present.js'
import type { EntityRecords } from '../call/records.js'
import type { ServiceContext } from '../call/context.js'
import { compileSelector, selectInParts } from '../filter/select.js'
import type { Filterable } from '../filter/symbols.js'
import { succeed } from '../call/failure.js'
import type { Answer, Call, Handler } from '../call/call.js'
import { isPlainObject } from '../../../document/record.js'
import type { ConnectedRouter, RunningLink } from './running.js'
import { createRouterId, listLinks, listListenerAddresses, reportConfig } from './running.js'

const fabricPath = '/fabric/v1'

const textShape: Schema = { type: 'string' }

const inspectShape: Schema = {
  type: 'object',
  properties: { appRegex: textShape, requestedValues: { type: 'array', items: textShape } },
  required: ['appRegex', 'requestedValues'],
}

const baseOperation = {
  resource: 'fabric',
  parameters: [],
  right: 'admin',
  query: {},
  requiredQuery: [],
  headers: {},
  status: 200,
  errors: [400, 401],
  idempotent: true,
  later: false,
  unserved: false,
} satisfies Partial<Operation>

const describeList = (name: 'routers' | 'links', id: string, description: string): Operation => ({
  ...baseOperation,
  name,
  id,
  description,
  method: 'GET',
  path: `${fabricPath}/${name}`,
  answer: 'page',
})

/** The operations of the fabric API that the service provides if it simulates running routers. */
export const fabricContract: readonly Operation[] = [
  describeList('routers', 'fabricListRouters', 'Lists the routers of the network.'),
  describeList('links', 'fabricListLinks', 'Lists the links between routers.'),
  {
    ...baseOperation,
    name: 'inspect',
    id: 'fabricInspect',
    description: 'Asks routers for values such as their configuration.',
    method: 'POST',
    path: `${fabricPath}/inspections`,
    body: { shape: inspectShape, optional: false, name: 'request' },
    answer: 'bare',
  },
]

export const fabricOperations: Readonly<Record<string, Handler<unknown>>> = {
  fabricListRouters: async (call, context) => {
    const routers = await listRouters(context)
    const { page, pagination } = await selectPage(routers, routerSymbols, { call, context })
    return answerJson({
      data: page.map((router) => presentRouter(router, context)),
      meta: { filterableFields: Object.keys(routerSymbols), pagination },
    })
  },
  fabricListLinks: async (call, context) => {
    const routers = await listRouters(context)
    const links = listLinks(routers.flatMap(({ running }) => running ?? []))
    const { page, pagination } = await selectPage(links, linkSymbols, { call, context })
    return answerJson({ data: page.map(presentLink), meta: { pagination } })
  },
  fabricInspect: async ({ input }, context) => {
    const routers = await listRouters(context)
    const connected = routers.flatMap(({ running }) => running ?? [])
    return answerJson(await inspectRouters(connected, input, context))
  },
}

/** A router of the network: its record, its simulated state, or both. */
type NetworkRouter = {
  id: string
  name: string
  record: EntityRecords['routers'] | undefined
  running: ConnectedRouter | undefined
}

/** All routers in the order of their ids; those without a file are not connected. */
async function listRouters({ read, runningRouters }: ServiceContext): Promise<NetworkRouter[]> {
  const running = (await runningRouters?.()) ?? []
  const records = await read((reading) => [...reading.list('routers')])
  const recordsByName = new Map(records.map((record) => [record.name, record]))
  const runningNames = new Set(running.map(({ name }) => name))
  return [
    ...running.map((router): NetworkRouter => {
      const record = recordsByName.get(router.name)
      const id = record?.id ?? createRouterId(router.name)
      const isConnected = record?.disabled !== true
      return { id, name: router.name, record, running: isConnected ? { ...router, id } : undefined }
    }),
    ...records
      .filter(({ name }) => !runningNames.has(name))
      .map((record) => ({ id: record.id, name: record.name, record, running: undefined })),
  ].sort((left, right) => compareBytes(left.id, right.id))
}

const routerSymbols: Filterable<NetworkRouter> = {
  id: { kind: 'text', of: ({ id }) => id },
  name: { kind: 'text', of: ({ name }) => name },
  connected: { kind: 'boolean', of: ({ running }) => running !== undefined },
  disabled: { kind: 'boolean', of: ({ record }) => record?.disabled ?? false },
  noTraversal: { kind: 'boolean', of: ({ record }) => record?.noTraversal ?? false },
  cost: { kind: 'number', of: ({ record }) => record?.cost ?? 0 },
  fingerprint: { kind: 'text', of: ({ record }) => record?.fingerprint ?? null },
  createdAt: { kind: 'date', of: ({ record }) => record?.createdAt },
  updatedAt: { kind: 'date', of: ({ record }) => record?.updatedAt },
  isSystem: { kind: 'boolean', of: () => false },
  tags: { kind: 'map', of: ({ record }) => (isPlainObject(record?.tags) ? record.tags : {}) },
}

const linkSymbols: Filterable<RunningLink> = { id: { kind: 'text', of: ({ id }) => id } }

/** The network interfaces that every router reports. */
const loopback = {
  addresses: ['127.0.0.1/8', '::1/128'],
  hardwareAddress: '',
  index: 1,
  isBroadcast: false,
  isLoopback: true,
  isMulticast: false,
  isRunning: true,
  isUp: true,
  mtu: 65536,
  name: 'lo',
}

function presentRouter(
  { id, name, record, running }: NetworkRouter,
  { startedAt }: ServiceContext,
): Record<string, unknown> {
  const addresses = running ? listListenerAddresses(running) : []
  return {
    _links: createLinks('routers', id, ['terminators']),
    createdAt: formatTime(record?.createdAt ?? startedAt),
    id,
    tags: record?.tags ?? {},
    updatedAt: formatTime(record?.updatedAt ?? startedAt),
    connected: running !== undefined,
    cost: record?.cost ?? 0,
    disabled: record?.disabled ?? false,
    fingerprint: record?.fingerprint ?? null,
    interfaces: running ? [loopback] : null,
    listenerAddresses: addresses.length > 0 ? addresses : null,
    name,
    noTraversal: record?.noTraversal ?? false,
    versionInfo: running
      ? { arch: 'amd64', buildDate: '', os: 'linux', revision: '', version: running.version }
      : null,
  }
}

const presentEnd = ({ id, name }: ConnectedRouter): Record<string, unknown> => ({
  _links: createLinks('routers', id, ['terminators']),
  entity: 'routers',
  id,
  name,
})

const presentLink = ({ id, protocol, from, to }: RunningLink): Record<string, unknown> => ({
  connections: [],
  cost: 1,
  destLatency: 0,
  destRouter: presentEnd(to),
  down: false,
  id,
  iteration: 1,
  protocol,
  sourceLatency: 0,
  sourceRouter: presentEnd(from),
  state: 'Connected',
  staticCost: 1,
})

/** Responses of the fabric API do not contain API versions. */
const answerJson = (value: unknown): Answer => ({
  body: { type: 'application/json', content: JSON.stringify(value) },
})

/** Default `limit` of lists in the fabric API. */
const defaultLimit = 500

/** The page of a list that a call asks for. */
async function selectPage<Item>(
  items: readonly Item[],
  symbols: Filterable<Item>,
  { call, context }: { call: Call; context: ServiceContext },
): Promise<{ page: Item[]; pagination: object }> {
  const selector = compileSelector({ limit: defaultLimit, ...readListParameters(call) }, symbols)
  const { page, ...pagination } = await context.readInParts(() => selectInParts(items, selector))
  return { page, pagination }
}

/** Patterns that match every router, so that no thread is needed to match them. */
const matchAll = new Set(['', '.*'])

/** The values that routers report when inspected; only `config` is supported. */
async function inspectRouters(
  routers: readonly ConnectedRouter[],
  input: unknown,
  { schemas }: Pick<ServiceContext, 'schemas'>,
): Promise<{ errors: readonly string[] | null; success: boolean; values: unknown }> {
  const requestedValues = isPlainObject(input) ? input['requestedValues'] : undefined
  const pattern = getString(input, 'appRegex') ?? ''
  const matched = matchAll.has(pattern)
    ? succeed(routers.map(() => true))
    : await schemas.match(
        pattern,
        routers.map(({ id }) => id),
      )
  if (!matched.ok) return { errors: [matched.failure.reason ?? ''], success: false, values: null }
  const values =
    Array.isArray(requestedValues) && requestedValues.includes('config')
      ? routers
          .filter((_, index) => matched.value[index])
          .map((router) => ({ appId: router.id, name: 'config', value: reportConfig(router) }))
      : []
  return { errors: null, success: true, values: values.length > 0 ? values : null }
}
