import type { Resources } from '../generated/management/resources.js'
import type { Authentication } from '../generated/management/shapes.js'
import * as tables from '../generated/management/operations.js'
import { baseOf } from './address.js'
import { askedOf } from './asked.js'
import type { Call } from './call.js'
import { callOf } from './call.js'
import type { Credentials } from './credentials.js'
import { ManagementError } from './error.js'
import type { Listing, Page } from './listing.js'
import type { Log } from './log.js'
import { listingOf } from './pages.js'
import { isPlain } from './plain.js'
import { secretsIn } from './redact.js'
import type { Retry } from './retry.js'
import { standardRetry } from './retry.js'
import type { Row } from './row.js'
import { rowOf } from './row.js'
import type { SessionFunctions } from './session.js'
import { sessionOf } from './session.js'
import type { Fetch } from './transport.js'
import { transportOf } from './transport.js'

/** What a client is made of. */
export type ClientOptions = {
  /** The address of the controller, `https://host:1280/edge/management/v1`; `https://host:1280` is completed. */
  url: string | URL
  /** How to authenticate; without, only what needs no session works. */
  credentials?: Credentials
  /** What sends requests; the one of the platform otherwise. That of an embedded service, or of `routerfile/management/node`. */
  fetch?: Fetch
  /** The release of the controller, such as `1.6`. What came later is refused without being sent. */
  release?: string
  /** How long an attempt may take, in ms; 30,000 otherwise. */
  timeout?: number
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
  SessionFunctions

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
  const known = new Set(secretsIn({ ...options.credentials }))
  const transport = transportOf({
    base: baseOf(options.url),
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeout: options.timeout ?? 30_000,
    retry:
      options.retry === false
        ? { ...standardRetry, attempts: 1 }
        : { ...standardRetry, ...options.retry },
    maxBytes: options.maxBytes ?? 64 * 2 ** 20,
    headers: options.headers ?? {},
    log: options.log,
    secrets: () => [...known],
  })
  const learn = (secret: string): void =>
    secretsIn(secret, 'secret').forEach((text) => known.add(text))
  const { run, ...session } = sessionOf(transport, {
    credentials: options.credentials,
    about: options.authentication ?? {},
    keepAlive: options.keepAlive ?? false,
    learn,
  })
  const methods = Object.entries(resources).map(([resource, lines]) => [
    resource,
    Object.fromEntries(
      Object.entries(lines).map(([name, line]) => [
        name,
        methodOf(rowOf(`${resource}.${name}`, line), served(run, options.release)),
      ]),
    ),
  ])
  return { ...Object.fromEntries(methods), ...session }
}

type Run = (call: Call) => Promise<unknown>

/** Refuses what a release does not have yet. */
function served(run: Run, release: string | undefined): Run {
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
      message: `\`${operation}\` was not sent: \`${method} ${path}\` came with release ${since}, and \`release\` is \`${release}\` (NOT_SERVED)`,
      code: 'NOT_SERVED',
      operation,
      request: `${method} ${path}`,
      status: 0,
    })
  }
}

/** The method of an operation. A list is sent when it is needed, anything else at once. */
function methodOf(
  row: Row,
  run: Run,
): (...values: unknown[]) => Promise<unknown> | Listing<unknown> {
  if (row.answer !== 'page') return async (...values) => run(callOf(row, values))
  return (...values) => {
    const call = callOf(row, values)
    const asked = askedOf(call.query)
    return listingOf(
      async (query, signal) =>
        pageOf(
          await run({
            ...call,
            query,
            options: { ...call.options, ...either(call.options.signal, signal) },
          }),
        ),
      asked,
    )
  }
}

const either = (
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): { signal?: AbortSignal } => {
  const signal = one && other ? AbortSignal.any([one, other]) : (one ?? other)
  return signal ? { signal } : {}
}

const isPage = (value: unknown): value is Page<unknown> =>
  isPlain(value) && Array.isArray(value['data'])

/** What `valueOf` makes of the answer of a list, for those who read the types. */
function pageOf(value: unknown): Page<unknown> {
  if (isPage(value)) return value
  throw new TypeError('a list must be a page')
}
