import type { Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'
import { getString } from '../../plain.js'
import { compareBytes } from '../call/byte-order.js'
import { readListParameters } from '../entities/list.js'
import { createLinks, formatTime } from '../entities/present.js'
import type { EntityRecords } from '../call/records.js'
import type { ServiceContext } from '../call/context.js'
import { compileSelector, selectInParts } from '../filter/select.js'
import type { FilterSymbols } from '../filter/symbols.js'
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

const createListOperation = (
  name: 'routers' | 'links',
  id: string,
  description: string,
): Operation => ({
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
  createListOperation('routers', 'fabricListRouters', 'Lists the routers of the network.'),
  createListOperation('links', 'fabricListLinks', 'Lists the links between routers.'),
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
    const links = listLinks(routers.flatMap(({ connectedRouter }) => connectedRouter ?? []))
    const { page, pagination } = await selectPage(links, linkSymbols, { call, context })
    return answerJson({ data: page.map(presentLink), meta: { pagination } })
  },
  fabricInspect: async ({ input }, context) => {
    const routers = await listRouters(context)
    const connected = routers.flatMap(({ connectedRouter }) => connectedRouter ?? [])
    return answerJson(await inspectRouters(connected, input, context))
  },
}

/**
 * A router of the network. `record` is undefined if the controller has none; `connectedRouter` if the router does not
 * run, or is disabled.
 */
type NetworkRouter = {
  id: string
  name: string
  record: EntityRecords['routers'] | undefined
  connectedRouter: ConnectedRouter | undefined
}

/**
 * Lists the routers of the network in the order of their ids: all simulated routers, and the other routers of the
 * controller, which are not connected.
 */
async function listRouters({ read, runningRouters }: ServiceContext): Promise<NetworkRouter[]> {
  const simulatedRouters = (await runningRouters?.()) ?? []
  const records = await read((reader) => [...reader.list('routers')])
  const recordsByName = new Map(records.map((record) => [record.name, record]))
  const runningNames = new Set(simulatedRouters.map(({ name }) => name))
  return [
    ...simulatedRouters.map((router): NetworkRouter => {
      const record = recordsByName.get(router.name)
      const id = record?.id ?? createRouterId(router.name)
      const isConnected = record?.disabled !== true
      return {
        id,
        name: router.name,
        record,
        connectedRouter: isConnected ? { ...router, id } : undefined,
      }
    }),
    ...records
      .filter(({ name }) => !runningNames.has(name))
      .map((record) => ({ id: record.id, name: record.name, record, connectedRouter: undefined })),
  ].sort((left, right) => compareBytes(left.id, right.id))
}

const routerSymbols: FilterSymbols<NetworkRouter> = {
  id: { kind: 'text', read: ({ id }) => id },
  name: { kind: 'text', read: ({ name }) => name },
  connected: { kind: 'boolean', read: ({ connectedRouter }) => connectedRouter !== undefined },
  disabled: { kind: 'boolean', read: ({ record }) => record?.disabled ?? false },
  noTraversal: { kind: 'boolean', read: ({ record }) => record?.noTraversal ?? false },
  cost: { kind: 'number', read: ({ record }) => record?.cost ?? 0 },
  fingerprint: { kind: 'text', read: ({ record }) => record?.fingerprint ?? null },
  createdAt: { kind: 'date', read: ({ record }) => record?.createdAt },
  updatedAt: { kind: 'date', read: ({ record }) => record?.updatedAt },
  isSystem: { kind: 'boolean', read: () => false },
  tags: { kind: 'map', read: ({ record }) => (isPlainObject(record?.tags) ? record.tags : {}) },
}

const linkSymbols: FilterSymbols<RunningLink> = { id: { kind: 'text', read: ({ id }) => id } }

/** The network interface that every connected router reports. */
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
  { id, name, record, connectedRouter }: NetworkRouter,
  { startedAt }: ServiceContext,
): Record<string, unknown> {
  const addresses = connectedRouter ? listListenerAddresses(connectedRouter) : []
  return {
    _links: createLinks('routers', id, ['terminators']),
    createdAt: formatTime(record?.createdAt ?? startedAt),
    id,
    tags: record?.tags ?? {},
    updatedAt: formatTime(record?.updatedAt ?? startedAt),
    connected: connectedRouter !== undefined,
    cost: record?.cost ?? 0,
    disabled: record?.disabled ?? false,
    fingerprint: record?.fingerprint ?? null,
    interfaces: connectedRouter ? [loopback] : null,
    listenerAddresses: addresses.length > 0 ? addresses : null,
    name,
    noTraversal: record?.noTraversal ?? false,
    versionInfo: connectedRouter
      ? {
          arch: 'amd64',
          buildDate: '',
          os: 'linux',
          revision: '',
          version: connectedRouter.version,
        }
      : null,
  }
}

const presentRouterReference = ({ id, name }: ConnectedRouter): Record<string, unknown> => ({
  _links: createLinks('routers', id, ['terminators']),
  entity: 'routers',
  id,
  name,
})

const presentLink = ({
  id,
  protocol,
  dialingRouter,
  dialedRouter,
}: RunningLink): Record<string, unknown> => ({
  connections: [],
  cost: 1,
  destLatency: 0,
  destRouter: presentRouterReference(dialedRouter),
  down: false,
  id,
  iteration: 1,
  protocol,
  sourceLatency: 0,
  sourceRouter: presentRouterReference(dialingRouter),
  state: 'Connected',
  staticCost: 1,
})

/** Creates a JSON response without the envelope of the management API, which contains the API version. */
const answerJson = (value: unknown): Answer => ({
  body: { type: 'application/json', content: JSON.stringify(value) },
})

/** Default `limit` of lists in the fabric API. */
const defaultLimit = 500

async function selectPage<Item>(
  items: readonly Item[],
  symbols: FilterSymbols<Item>,
  { call, context }: { call: Call; context: ServiceContext },
): Promise<{ page: Item[]; pagination: object }> {
  const selector = compileSelector({ limit: defaultLimit, ...readListParameters(call) }, symbols)
  const { page, ...pagination } = await context.readInParts(() => selectInParts(items, selector))
  return { page, pagination }
}

/** Common patterns that match every router. They are recognized without running a regular expression in a thread. */
const catchAllPatterns = new Set(['', '.*'])

/**
 * Inspects the routers whose ids match `appRegex`. Of the requested values, only `config` is supported; other values
 * are omitted.
 */
async function inspectRouters(
  routers: readonly ConnectedRouter[],
  input: unknown,
  { schemaChecker }: Pick<ServiceContext, 'schemaChecker'>,
): Promise<{ errors: readonly string[] | null; success: boolean; values: unknown }> {
  const requestedValues = isPlainObject(input) ? input['requestedValues'] : undefined
  const pattern = getString(input, 'appRegex') ?? ''
  const matchResult = catchAllPatterns.has(pattern)
    ? succeed(routers.map(() => true))
    : await schemaChecker.match(
        pattern,
        routers.map(({ id }) => id),
      )
  if (!matchResult.ok)
    return { errors: [matchResult.failure.reason ?? ''], success: false, values: null }
  const values =
    Array.isArray(requestedValues) && requestedValues.includes('config')
      ? routers
          .filter((_, index) => matchResult.value[index])
          .map((router) => ({ appId: router.id, name: 'config', value: reportConfig(router) }))
      : []
  return { errors: null, success: true, values: values.length > 0 ? values : null }
}
