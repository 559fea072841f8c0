import { withoutTail } from '../../document/tails.js'
import { isPlainObject } from '../../document/record.js'
import type { LogEvent } from './log.js'
import type { OperationRow } from './operation-table.js'
import type { Retry } from './retry.js'
import type { TimeSpan } from './time-span.js'
import { parseTimeSpan } from './time-span.js'

/** A request before its session headers are added. */
export type PreparedCall = {
  row: OperationRow
  /** Relative to the base URL, with the path parameters filled in. */
  path: string
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  body: unknown
  options: { signal?: AbortSignal; timeout?: number; retry?: Partial<Retry> | false }
  /** The base URL of the only controller to call; absent to call the current one. */
  controller?: string
}

/** The response of a call, without its value. */
export type CallResponse = {
  /** The HTTP status, such as 200. */
  status: number
  /** The headers of the response; names are matched ignoring case. */
  headers: Headers
  /** The id of the request, if the controller or a proxy gives one. */
  requestId: string | undefined
  /** The base URL of the controller that answered. */
  controller: string
  /** How many attempts the call took. */
  attempts: number
}

/** A value with the response that it came in. */
export type DataResponse<T> = CallResponse & {
  /** The value that the call returns. */
  data: T
}

/** Adds a value to its response. `headers` stays a getter, because Node takes long to load the `Headers` class. */
export const withData = <T>(data: T, response: CallResponse): DataResponse<T> => ({
  data,
  status: response.status,
  get headers() {
    return response.headers
  },
  requestId: response.requestId,
  controller: response.controller,
  attempts: response.attempts,
})

/** A call that has been sent: `await` returns its value. */
export type Call<T> = Promise<T> & {
  /** Returns the value with the status, the headers and the id of the request. */
  withResponse(): Promise<DataResponse<T>>
}

export type CallResult = { value: unknown; response: CallResponse }

type WithoutCounters<Event> = Event extends unknown
  ? Omit<Event, 'operation' | 'call' | 'attempt'>
  : never
type TransportEvent = WithoutCounters<LogEvent>

export type CallAttempt = {
  call: PreparedCall
  controller: string
  attempt: number
  log: (event: TransportEvent) => void
}

/** Creates the request for a method call: its arguments are the path parameters, then the body, then the options. */
export function createCall(row: OperationRow, args: readonly unknown[]): PreparedCall {
  const { signal, timeout, retry, headers, ...otherOptions } = toOptions(
    args[row.parameters.length + (row.body ? 1 : 0)],
  )
  const headerOptions = Object.entries(otherOptions).filter(([name]) => row.headers.has(name))
  return {
    row,
    path: row.parameters.reduce(
      (path, name, index) => path.replace(`{${name}}`, encodeSegment(row, name, args[index])),
      row.path,
    ),
    query: Object.fromEntries(
      Object.entries(otherOptions).filter(([name]) => !row.headers.has(name)),
    ),
    headers: {
      ...toStrings(headers),
      ...Object.fromEntries(
        headerOptions.map(([name, value]) => [row.headers.get(name) ?? name, String(value)]),
      ),
    },
    body: row.body ? args[row.parameters.length] : undefined,
    options: {
      ...(isAbortSignal(signal) && { signal }),
      ...((typeof timeout === 'number' || typeof timeout === 'string') && {
        timeout: parseTimeSpan(timeout),
      }),
      ...((retry === false || isPlainObject(retry)) && { retry }),
    },
  }
}

/** Does not use `instanceof AbortSignal`, because libraries and test environments have their own classes. */
const isAbortSignal = (value: unknown): value is AbortSignal =>
  isPlainObject(value) &&
  typeof value['aborted'] === 'boolean' &&
  typeof value['addEventListener'] === 'function'

const toStrings = (value: unknown): Record<string, string> =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : {}

const toOptions = (value: unknown): Record<string, unknown> =>
  isPlainObject(value) ? { ...value } : {}

/**
 * Encodes a path parameter. Throws a `TypeError` if the parameter is not a string, or is empty: the path would then be
 * the path of the list.
 */
function encodeSegment({ operation }: OperationRow, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(
      `\`${operation}\` needs \`${name}\`, a non-empty string, but got ${value === '' ? 'an empty string' : `a value of type ${typeof value}`}`,
    )
  return value === '.' || value === '..' ? value.replaceAll('.', '%2E') : encodeURIComponent(value)
}

/**
 * Formats a query string, which starts with `?` unless it is empty. A list becomes one parameter per item; undefined
 * and null are left out.
 */
export function formatQuery(query: PreparedCall['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => [name, String(item)]),
  )
  return pairs.length > 0
    ? `?${pairs.map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('=')).join('&')}`
    : ''
}

export function formatBody(media: string | undefined, body: unknown): string {
  if (typeof body === 'string' && media === 'text/plain') return body
  return media === 'application/x-www-form-urlencoded'
    ? formatQuery(toOptions(body)).slice(1)
    : JSON.stringify(body)
}

/** Options of every call. */
export type CallOptions = {
  /** Aborts the call with a `ManagementError` of code `ABORTED`. */
  signal?: AbortSignal
  /** Timeout of one attempt, in ms or as a string such as `30s`; default: the client's timeout. */
  timeout?: TimeSpan
  /** When to repeat the call; `false` for never. Default: the client's setting. */
  retry?: Partial<Retry> | false
  /** Headers to send with the call. */
  headers?: Readonly<Record<string, string>>
}

const basePath = '/edge/management/v1'

/** Paths of the fabric API and of OpenID Connect, which replace the path of the management API. */
const siblingPathPattern = /^\/(fabric\/v1|oidc)\//

/**
 * Returns the URL of a call: the base URL followed by the path. For the fabric API and OpenID Connect, the path
 * replaces the path of the management API or, if the base URL ends in any other path, that whole path.
 */
export function locateCall(base: string, path: string): string {
  if (!siblingPathPattern.test(path)) return base + path
  return (base.endsWith(basePath) ? base.slice(0, -basePath.length) : new URL(base).origin) + path
}

/** Thrown for a URL with which requests would leave this machine unencrypted. */
export class InsecureAddressError extends TypeError {}

/**
 * Explains why a URL is insecure; undefined if it is secure. `option` is the option that allows insecure URLs, for the
 * message.
 */
export function describeInsecure(url: string | URL, option: string): string | undefined {
  const { protocol, hostname, origin } = new URL(url)
  return protocol !== 'http:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
    ? undefined
    : `\`${origin}\` is not encrypted, so others on the network can read the password and the session; use \`https:\`, or allow it with ${option}`
}

export function requireSecure(url: string | URL): void {
  const fault = describeInsecure(url, '`insecureHttp`')
  if (fault !== undefined) throw new InsecureAddressError(fault)
}

/** The base URLs of one or several controllers, each once. Throws a `TypeError` for an invalid URL or an empty list. */
export function parseBaseUrls(url: ControllerUrl): [string, ...string[]] {
  const [first, ...others] = new Set([url].flat().map(parseBaseUrl))
  if (first === undefined) throw new TypeError('`url` must have the address of a controller')
  return [first, ...others]
}

/** The URL of a controller, or the URLs of several controllers in a cluster. */
export type ControllerUrl = string | URL | readonly (string | URL)[]

const withoutCredentials = (url: string): string =>
  url
    .split('/')
    .map((part) => part.slice(part.lastIndexOf('@') + 1))
    .join('/')

/** Removes a trailing slash; adds the API's path to `https://host:1280`. Throws a `TypeError` for an invalid URL. */
export function parseBaseUrl(url: string | URL): string {
  const text = String(url)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new TypeError(
      `\`${withoutCredentials(text)}\` is not the address of a controller; it must be like \`https://host:1280${basePath}\``,
    )
  const { origin, pathname, username, search, hash } = new URL(text)
  if (username || search || hash)
    throw new TypeError(
      `\`url\` must be an address without user name, query and fragment, like \`${origin}${basePath}\``,
    )
  const path = withoutTail(pathname, /\//)
  return origin + (path === '' ? basePath : path)
}
