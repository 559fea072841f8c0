import { isPlainObject } from '../plain.js'
import type { OperationRow } from './operation-table.js'
import type { TimeSpan } from './time-span.js'
import { toMilliseconds } from './time-span.js'

/** A request that is ready to be sent, but for the session. */
export type Call = {
  row: OperationRow
  /** Relative to the base address, with the parameters in it. */
  path: string
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  body: unknown
  options: { signal?: AbortSignal; timeout?: number }
}

/** What a method of the client is called with: the parameters of the path, then the body, then the options. */
export function createCall(row: OperationRow, values: readonly unknown[]): Call {
  const { signal, timeout, headers, ...named } = toOptions(
    values[row.parameters.length + (row.body ? 1 : 0)],
  )
  const own = Object.entries(named).filter(([name]) => row.headers.has(name))
  return {
    row,
    path: row.parameters.reduce(
      (path, name, index) => path.replace(`{${name}}`, encodeSegment(row, name, values[index])),
      row.path,
    ),
    query: Object.fromEntries(Object.entries(named).filter(([name]) => !row.headers.has(name))),
    headers: {
      ...toStrings(headers),
      ...Object.fromEntries(
        own.map(([name, value]) => [row.headers.get(name) ?? name, String(value)]),
      ),
    },
    body: row.body ? values[row.parameters.length] : undefined,
    options: {
      ...(signal instanceof AbortSignal && { signal }),
      ...((typeof timeout === 'number' || typeof timeout === 'string') && {
        timeout: toMilliseconds(timeout),
      }),
    },
  }
}

const toStrings = (value: unknown): Record<string, string> =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : {}

const toOptions = (value: unknown): Record<string, unknown> =>
  isPlainObject(value) ? { ...value } : {}

/** A part of a path. An empty one would make another path: that of the list. */
function encodeSegment({ operation }: OperationRow, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(
      `\`${operation}\` needs \`${name}\`, a non-empty string, but got ${value === '' ? 'an empty string' : `a value of type ${typeof value}`}`,
    )
  return value === '.' || value === '..' ? value.replaceAll('.', '%2E') : encodeURIComponent(value)
}

/** The query as text; a list gives a parameter for each of its items. */
export function formatQuery(query: Call['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => [name, String(item)]),
  )
  return pairs.length > 0
    ? `?${pairs.map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('=')).join('&')}`
    : ''
}

/** What every call takes. */
export type CallOptions = {
  /** Ends the call early, with a `ManagementError` of code `ABORTED`. */
  signal?: AbortSignal
  /** How long one attempt may take, in ms or as a text such as `30s`; that of the client otherwise. */
  timeout?: TimeSpan
  /** Headers to send with the call. */
  headers?: Readonly<Record<string, string>>
}

/** Where the management API is below a controller. */
const basePath = '/edge/management/v1'

/** Where the fabric API of the same controller is. */
const fabricPath = '/fabric/v1'

/** The address of a call: its path counts from the base address, that of a fabric call from the controller. */
export function locateCall(base: string, path: string): string {
  if (!path.startsWith(`${fabricPath}/`)) return base + path
  return (base.endsWith(basePath) ? base.slice(0, -basePath.length) : new URL(base).origin) + path
}

/** An address at which everybody on the way can read what is sent. */
export class InsecureAddressError extends TypeError {}

/**
 * What is wrong with an address to which requests leave this machine unencrypted, if it is one; `option` is how to allow
 * it.
 */
export function describeInsecure(url: string | URL, option: string): string | undefined {
  const { protocol, hostname, origin } = new URL(url)
  return protocol !== 'http:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
    ? undefined
    : `\`${origin}\` is not encrypted, so others on the network can read the password and the session; use \`https:\`, or allow it with ${option}`
}

/** Throws an `InsecureAddressError` for an address of that kind. */
export function requireSecure(url: string | URL): void {
  const fault = describeInsecure(url, '`insecureHttp`')
  if (fault !== undefined) throw new InsecureAddressError(fault)
}

/**
 * The base address of the API without a slash at its end; `https://host:1280` alone is completed. Throws a `TypeError`
 * for what is no address of a controller.
 */
export function parseBaseUrl(url: string | URL): string {
  const text = String(url)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new TypeError(
      `\`${text.replace(/[^/]*@/, '')}\` is not the address of a controller; it must be like \`https://host:1280${basePath}\``,
    )
  const { origin, pathname, username, search, hash } = new URL(text)
  if (username || search || hash)
    throw new TypeError(
      `\`url\` must be an address without user name, query and fragment, like \`${origin}${basePath}\``,
    )
  const path = pathname.replace(/\/+$/, '')
  return origin + (path === '' ? basePath : path)
}
