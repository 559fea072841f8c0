import type { Resources } from '../../generated/management/resources.js'
import type { Authentication } from '../../generated/management/shapes.js'
import { tables } from '../../generated/management/tables.js'
import { getString } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import type { PreparedCall, ControllerUrl, Call, CallResult, DataResponse } from './call.js'
import { createCall, parseBaseUrls, requireSecure, withData } from './call.js'
import { createControllers } from './controllers.js'
import type { Credentials, OidcTokens } from './login.js'
import { ManagementError } from './error.js'
import type { Listing, Page } from './listing.js'
import { createListing } from './listing.js'
import type { FabricFunctions } from './fabric.js'
import { fabricTable } from './fabric.js'
import type { Hooks } from './hooks.js'
import type { Log } from './log.js'
import type { Fetch } from './transport.js'
import { createTransport } from './transport.js'
import { findSecrets } from './redact.js'
import type { Retry } from './retry.js'
import { defaultRetry, resolveRetry, withSignal } from './retry.js'
import type { OperationRow } from './operation-table.js'
import { parseOperationRow } from './operation-table.js'
import type { RunCall, SessionFunctions } from './session.js'
import { createClientSession } from './session.js'
import { createFields } from './filter.js'
import type { TimeSpan } from './time-span.js'
import { parseTimeSpan } from './time-span.js'

/** Options of a client: the controllers, the credentials, and how it sends and retries requests. */
export type ClientOptions = {
  /**
   * The URL of the controller, such as `https://host:1280/edge/management/v1`; the path can be omitted. For a cluster,
   * several URLs: calls go to one controller until it fails, then to the next. One URL is enough, because the client
   * learns the others from the controller.
   */
  url: ControllerUrl
  /**
   * Whether to ask the controller for the other members of its cluster before the first call that needs a session;
   * default: true.
   */
  cluster?: boolean
  /** How to authenticate; without credentials, only operations that need no session work. */
  credentials?: Credentials
  /**
   * Sends the requests; default: the `fetch` of the platform. An embedded service and `routerfile/management/node`
   * provide their own.
   */
  fetch?: Fetch
  /**
   * Allows the `fetch` of the platform to send unencrypted requests to `http:` URLs of other
   * machines; has no effect on a custom `fetch`.
   */
  insecureHttp?: boolean
  /** The release of the controller, such as `1.6`. Operations of later releases fail without a request. */
  release?: string
  /**
   * Timeout of one attempt, in ms or as a string such as `30s`; default: 30 seconds. A write waits up to the same time
   * for a cluster to elect a leader.
   */
  timeout?: TimeSpan
  /** When to retry; `false` for never. Default: up to three attempts. */
  retry?: Partial<Retry> | false
  /** Maximum length of a response in bytes; default: 64 MiB. */
  maxBytes?: number
  /** Headers to send with every call. */
  headers?: Readonly<Record<string, string>>
  /** Receives an event for each request, response, failure and wait, without secrets. */
  log?: Log
  /**
   * Called before each request with attributes as OpenTelemetry names them. May return headers to
   * send, such as `traceparent`.
   */
  onRequest?: Hooks['onRequest']
  /** Called after each response with attributes as OpenTelemetry names them. */
  onResponse?: Hooks['onResponse']
  /** Called with new OpenID Connect tokens, so that you can store them. */
  onTokens?: (tokens: OidcTokens) => void
  /**
   * Renews an unused session regularly, so that it does not expire before `logout`; default: false.
   */
  keepAlive?: boolean
  /**
   * Data to send when a session is created: the environment and SDK of the caller, and the config types to include in
   * services.
   */
  authentication?: Pick<Authentication, 'configTypes' | 'envInfo' | 'sdkInfo'>
}

/** A client with the resources `Names`. */
export type Client<Names extends keyof Resources = keyof Resources> = Pick<Resources, Names> &
  SessionFunctions & {
    /** The fabric API of the same controller: which routers are connected, their links, and what they run. */
    fabric: FabricFunctions
  }

type Tables = typeof tables

/**
 * Creates a client with all operations of the management API. Throws a `TypeError` for invalid
 * options.
 */
export const createClient = (options: ClientOptions): Client => clientOf(tables, options)

/**
 * Creates a client with only some resources, which keeps bundles small: `clientOf({ edgeRouters,
 * services }, options)`.
 */
export function clientOf<Names extends keyof Resources>(
  resources: Pick<Tables, Names>,
  options: ClientOptions,
): Client<Names> {
  const secrets = new Set(findSecrets({ ...options.credentials }))
  const baseUrls = parseBaseUrls(options.url)
  if (!options.fetch && !options.insecureHttp) baseUrls.forEach(requireSecure)
  const controllers = createControllers(baseUrls)
  const transport = createTransport({
    controllers,
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeout: parseTimeSpan(options.timeout ?? '30s'),
    retry: resolveRetry(options.retry, defaultRetry),
    maxBytes: options.maxBytes ?? 64 * 2 ** 20,
    headers: options.headers ?? {},
    log: options.log,
    onRequest: options.onRequest,
    onResponse: options.onResponse,
    secrets: () => [...secrets],
  })
  const addSecret = (secret: string): void =>
    findSecrets(secret, 'secret').forEach((text) => secrets.add(text))
  const { run, ...session } = createClientSession(transport, {
    credentials: options.credentials,
    details: options.authentication ?? {},
    keepAlive: options.keepAlive ?? false,
    addSecret,
    onTokens: options.onTokens,
    controllers,
    isFixed: options.cluster === false,
  })
  const lines: Readonly<Record<string, Readonly<Record<string, string>>>> = resources
  const methods = mapValues(lines, (lines, resource) =>
    mapValues(lines, (line, name) =>
      createMethod(
        parseOperationRow(`${resource}.${name}`, line),
        refuseNewerOperations(run, options.release),
      ),
    ),
  )
  const fabric = mapValues(fabricTable, (line, name) =>
    createMethod(parseOperationRow(`fabric.${name}`, line), run),
  )
  // The assertion is correct, because the types of the methods and the tables from which the methods are created are
  // generated from the same operations.
  return { ...methods, ...session, fabric } as Client<Names>
}

const mapValues = <Value, Mapped>(
  map: Readonly<Record<string, Value>>,
  toMapped: (value: Value, name: string) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, toMapped(value, name)]))

function refuseNewerOperations(run: RunCall, release: string | undefined): RunCall {
  const comesBefore = (since: string): boolean =>
    release !== undefined &&
    since !== 'never' &&
    release.localeCompare(since, 'en', { numeric: true }) < 0
  return async (call) => {
    const {
      row: { since, operation, method, path },
    } = call
    if (since === undefined || !comesBefore(since)) return run(call)
    throw new ManagementError({
      message: `\`${operation}\` was not sent: \`${method} ${path}\` needs release ${since} or later, but \`release\` is \`${release}\` (NOT_SERVED)`,
      code: 'NOT_SERVED',
      operation,
      request: `${method} ${path}`,
      status: 0,
    })
  }
}

/** A list sends no request until it is awaited or iterated over; other operations send theirs immediately. */
function createMethod(
  row: OperationRow,
  run: RunCall,
): (...values: unknown[]) => Call<unknown> | Listing<unknown> {
  if (row.answer !== 'page')
    return (...values) => createPendingCall(async () => run(createCall(row, values)))
  return (...values) => {
    const call = createCall(row, values)
    return createListing(
      (query, signal) =>
        withSignal({ signals: [call.options.signal, signal] }, async (combinedSignal) => {
          const options = { ...call.options, signal: combinedSignal }
          const { value, response } = await run({ ...call, query, options })
          return { page: assertPage(value), response }
        }),
      toListQuery(call.query),
      row,
    )
  }
}

function createPendingCall(send: () => Promise<CallResult>): Call<unknown> {
  const result = send()
  const value = result.then((callResult) => callResult.value)
  const withResponse = async (): Promise<DataResponse<unknown>> => {
    // Callers of `withResponse` get the failure there, so it must not count as unhandled here.
    value.catch(() => undefined)
    const callResult = await result
    return withData(callResult.value, callResult.response)
  }
  return Object.assign(value, { withResponse })
}

const isPage = (value: unknown): value is Page<unknown> =>
  isPlainObject(value) &&
  [value['data'], value['filterableFields']].every(Array.isArray) &&
  [value['limit'], value['offset'], value['totalCount']].every((part) => typeof part === 'number')

/** Narrows the type of the result that `readResult` returns for a list. */
function assertPage(value: unknown): Page<unknown> {
  if (isPage(value)) return value
  throw new TypeError('the response is not a page of a list')
}

/** The query of a list: `where` and `filter` as one filter, joined with `and`; `sort` as a string. */
export function toListQuery({
  where,
  filter,
  sort,
  ...query
}: PreparedCall['query']): PreparedCall['query'] {
  const filterTexts = [
    resolveFilter(where),
    typeof filter === 'string' ? filter : undefined,
  ].filter((text) => text !== undefined && text.trim() !== '')
  return {
    ...query,
    ...(filterTexts.length > 0 && {
      filter:
        filterTexts.length > 1
          ? filterTexts.map((text) => `(${text})`).join(' and ')
          : filterTexts[0],
    }),
    ...(sort !== undefined && { sort: toTexts(sort).join(', ') }),
  }
}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)]

/** `where` is a filter, a function that returns one, or undefined. Throws a `TypeError` for anything else. */
function resolveFilter(where: unknown): string | undefined {
  const filter: unknown =
    typeof where === 'function' ? Reflect.apply(where, undefined, [createFields()]) : where
  if (filter === undefined || (isPlainObject(filter) && typeof filter['text'] === 'string'))
    return getString(filter, 'text')
  throw new TypeError(
    "`where` must be a filter, or a function that returns one, as in `({ name }) => name.eq('north')`",
  )
}
