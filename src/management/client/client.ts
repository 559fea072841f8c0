import type { Resources } from '../../generated/management/resources.js'
import type { Authentication } from '../../generated/management/shapes.js'
import { tables } from '../../generated/management/tables.js'
import { isPlainObject, getString } from '../plain.js'
import type { Call } from './call.js'
import { parseBaseUrl, createCall, requireSecure } from './call.js'
import type { Credentials } from './login.js'
import { ManagementError } from './error.js'
import type { Listing, Page } from './listing.js'
import { createListing } from './listing.js'
import type { FabricFunctions } from './fabric.js'
import { fabricTable } from './fabric.js'
import type { Log, Fetch } from './transport.js'
import { createTransport } from './transport.js'
import { findSecrets } from './redact.js'
import type { Retry } from './retry.js'
import { defaultRetry } from './retry.js'
import type { OperationRow } from './operation-table.js'
import { parseOperationRow } from './operation-table.js'
import type { SessionFunctions } from './session.js'
import { createSession } from './session.js'
import { createAnyFields } from './filter.js'
import type { TimeSpan } from './time-span.js'
import { toMilliseconds } from './time-span.js'

/** What a client is made of. */
export type ClientOptions = {
  /** The address of the controller, `https://host:1280/edge/management/v1`; `https://host:1280` is completed. */
  url: string | URL
  /** How to authenticate; without, only what needs no session works. */
  credentials?: Credentials
  /** What sends requests; the one of the platform otherwise. That of an embedded service, or of `routerfile/management/node`. */
  fetch?: Fetch
  /** Lets the `fetch` of the platform send to `http:` addresses of other machines, unencrypted; your own `fetch` decides for itself. */
  insecureHttp?: boolean
  /** The release of the controller, such as `1.6`. What came later is refused without being sent. */
  release?: string
  /** How long an attempt may take, in ms or as a text such as `30s`; 30 seconds otherwise. */
  timeout?: TimeSpan
  /** When to try again; `false` for never. */
  retry?: Partial<Retry> | false
  /** The longest answer that is read, in bytes; 64 MiB otherwise. */
  maxBytes?: number
  /** Headers to send with every call. */
  headers?: Readonly<Record<string, string>>
  /** Is told what is sent and what comes back, without secrets. */
  log?: Log
  /** Touches the session when it was not used for a while, so that it does not end before `logout`. */
  keepAlive?: boolean
  /** What the controller is told of the caller when a session is opened, and which config types it shall fill in services. */
  authentication?: Pick<Authentication, 'configTypes' | 'envInfo' | 'sdkInfo'>
}

/** A client with these resources. */
export type Client<Names extends keyof Resources = keyof Resources> = Pick<Resources, Names> &
  SessionFunctions & {
    /** The fabric API of the same controller: which routers are connected, their links, and what they run. */
    fabric: FabricFunctions
  }

type Tables = typeof tables

/** A client with all operations of the management API. Throws a `TypeError` for options that make no sense. */
export const createClient = (options: ClientOptions): Client => clientOf(tables, options)

/**
 * A client with the operations of these tables alone, `clientOf({ edgeRouters, services }, options)`, so that a bundle
 * holds no others.
 */
export function clientOf<Names extends keyof Resources>(
  resources: Pick<Tables, Names>,
  options: ClientOptions,
): Client<Names>
export function clientOf(
  resources: Readonly<Record<string, Readonly<Record<string, string>>>>,
  options: ClientOptions,
): object {
  const known = new Set(findSecrets({ ...options.credentials }))
  const base = parseBaseUrl(options.url)
  if (!options.fetch && !options.insecureHttp) requireSecure(base)
  const transport = createTransport({
    base,
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeout: toMilliseconds(options.timeout ?? '30s'),
    retry:
      options.retry === false
        ? { ...defaultRetry, attempts: 1 }
        : { ...defaultRetry, ...options.retry },
    maxBytes: options.maxBytes ?? 64 * 2 ** 20,
    headers: options.headers ?? {},
    log: options.log,
    secrets: () => [...known],
  })
  const learn = (secret: string): void =>
    findSecrets(secret, 'secret').forEach((text) => known.add(text))
  const { run, ...session } = createSession(transport, {
    credentials: options.credentials,
    about: options.authentication ?? {},
    keepAlive: options.keepAlive ?? false,
    learn,
  })
  const methods = mapValues(resources, (lines, resource) =>
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
  return { ...methods, ...session, fabric }
}

const mapValues = <Value, Mapped>(
  map: Readonly<Record<string, Value>>,
  toMapped: (value: Value, name: string) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, toMapped(value, name)]))

type RunCall = (call: Call) => Promise<unknown>

/** Refuses what a release does not have yet. */
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

/** The method of an operation. A list is sent when it is needed, anything else at once. */
function createMethod(
  row: OperationRow,
  run: RunCall,
): (...values: unknown[]) => Promise<unknown> | Listing<unknown> {
  if (row.answer !== 'page') return async (...values) => run(createCall(row, values))
  return (...values) => {
    const call = createCall(row, values)
    const asked = toListQuery(call.query)
    return createListing(
      async (query, signal) =>
        assertPage(
          await run({
            ...call,
            query,
            options: { ...call.options, ...anySignal(call.options.signal, signal) },
          }),
        ),
      asked,
      row,
    )
  }
}

const anySignal = (
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): { signal?: AbortSignal } => {
  const signal = one && other ? AbortSignal.any([one, other]) : (one ?? other)
  return signal ? { signal } : {}
}

const isPage = (value: unknown): value is Page<unknown> =>
  isPlainObject(value) && Array.isArray(value['data'])

/** What `readValue` makes of the answer of a list, for those who read the types. */
function assertPage(value: unknown): Page<unknown> {
  if (isPage(value)) return value
  throw new TypeError('a list must be a page')
}

/** The query of a list, with its filter and its order as texts. */
export function toListQuery({ where, filter, sort, ...query }: Call['query']): Call['query'] {
  const texts = [resolveFilter(where), typeof filter === 'string' ? filter : undefined].filter(
    (text) => text !== undefined && text.trim() !== '',
  )
  return {
    ...query,
    ...(texts.length > 0 && {
      filter: texts.length > 1 ? texts.map((text) => `(${text})`).join(' and ') : texts[0],
    }),
    ...(sort !== undefined && { sort: toTexts(sort).join(', ') }),
  }
}

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)]

type FilterMaker = (fields: ReturnType<typeof createAnyFields>) => unknown

const isFilterMaker = (where: unknown): where is FilterMaker => typeof where === 'function'

/** The text of a filter, or of what a function makes of the fields. */
function resolveFilter(where: unknown): string | undefined {
  const filter = isFilterMaker(where) ? where(createAnyFields()) : where
  if (filter === undefined || (isPlainObject(filter) && typeof filter['text'] === 'string'))
    return getString(filter, 'text')
  throw new TypeError(
    "`where` must be a filter, or a function that returns one, as in `({ name }) => name.eq('north')`",
  )
}
