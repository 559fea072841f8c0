import type { Resources } from '../../generated/management/resources.js'
import { tables } from '../../generated/management/tables.js'
import { parseJsonText } from '../plain.js'
import { isRecord } from '../../document/record.js'
import type { Client } from './client.js'
import { createClient } from './client.js'
import { ManagementError } from './error.js'
import type { Listing } from './listing.js'
import type { OperationRow } from './operation-table.js'
import { parseOperationRow } from './operation-table.js'
import type { Call } from './call.js'

type MockResult<Returned> =
  Returned extends Listing<infer Entity>
    ? readonly Partial<Entity>[]
    : Returned extends Call<infer Value>
      ? Value extends object
        ? Partial<Value>
        : Value
      : never

type MockHandler<Method> = Method extends (...args: infer Args) => infer Returned
  ? (...args: Args) => MockResult<Returned> | Promise<MockResult<Returned>>
  : never

/**
 * Functions that answer operations, by resource and name. They get the arguments of the call: path parameters, the
 * body, then the query. For a list, return all records; filters and pages are not applied. To refuse a call, throw a
 * `ManagementError` with the status and code.
 */
export type MockHandlers = {
  readonly [Name in keyof Resources]?: {
    readonly [Operation in keyof Resources[Name]]?: MockHandler<Resources[Name][Operation]>
  }
}

/** The path of the management API, which is removed from the paths of requests. */
const basePath = '/edge/management/v1'

/**
 * Creates a client for unit tests, whose operations are answered by handlers: `createMock({ services: { get: (id) => ({
 * id, name: 'orchard' }) } })`. Operations without a handler are refused with the code `NOT_MOCKED`, except sign-ins
 * and `GET /version`.
 */
export const createMock = (handlers: MockHandlers): Client =>
  createClient({
    url: 'http://localhost',
    fetch: createMockFetch(handlers),
    credentials: { token: 'mock' },
    retry: false,
  })

/**
 * Creates a `fetch` that answers with handlers: for `createClient`, or for a handler of MSW, as in
 * `http.all('https://ctrl.example.com/*', ({ request }) => mockFetch(request))`.
 */
export function createMockFetch(handlers: MockHandlers): (request: Request) => Promise<Response> {
  const rows = listRows()
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace(basePath, '')
    const match = findOperation(rows, request.method, path)
    const handler = match && findHandler(handlers, match.row)
    if (!match || !handler) return answerUnhandled(request.method, path)
    const text = await request.text()
    const values = [
      ...match.parameters,
      ...(match.row.body === undefined
        ? []
        : [match.row.body === 'text/plain' ? text : parseJsonText(text)]),
      Object.fromEntries(searchParams),
    ]
    try {
      return toResponse(match.row, await handler(...values))
    } catch (error) {
      if (!(error instanceof ManagementError)) throw error
      const { code, message, status } = error
      return createRefusal(code, message, status === 0 ? 500 : status)
    }
  }
}

const listRows = (): readonly OperationRow[] =>
  Object.entries(tables).flatMap(([resource, lines]) =>
    Object.entries(lines).map(([name, line]) => parseOperationRow(`${resource}.${name}`, line)),
  )

/**
 * Finds the operation for a method and a path, and decodes its path parameters. If several operations match, the one
 * with the fewest parameters wins.
 */
function findOperation(
  rows: readonly OperationRow[],
  method: string,
  path: string,
): { row: OperationRow; parameters: string[] } | undefined {
  const segments = path.split('/')
  const matchingRows = rows.filter((row) => {
    const parts = row.path.split('/')
    return (
      row.method === method &&
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith('{') || part === segments[index])
    )
  })
  const [row] = matchingRows.sort((one, other) => one.parameters.length - other.parameters.length)
  const parameters = row?.path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith('{') ? [decodeURIComponent(segments[index] ?? '')] : [],
    )
  return row && parameters && { row, parameters }
}

type UntypedHandler = (...args: readonly unknown[]) => unknown

function findHandler(
  handlers: MockHandlers,
  { operation }: OperationRow,
): UntypedHandler | undefined {
  const handler: unknown = operation
    .split('.')
    .reduce<unknown>((parent, name) => (isRecord(parent) ? parent[name] : undefined), handlers)
  return typeof handler === 'function'
    ? (...values): unknown => Reflect.apply(handler, undefined, values)
    : undefined
}

const createJsonResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const createRefusal = (code: string, message: string, status: number): Response =>
  createJsonResponse({ error: { code, message }, meta: {} }, status)

/**
 * The response to a request without a handler: sign-ins succeed, `/version` describes a controller outside of a
 * cluster, and all other requests are refused with the code `NOT_MOCKED`.
 */
const answerUnhandled = (method: string, path: string): Response =>
  path === '/authenticate'
    ? createJsonResponse({
        data: { token: 'mock', authQueries: [], expirationSeconds: 1800 },
        meta: {},
      })
    : path === '/version'
      ? createJsonResponse({ data: { capabilities: [], version: 'v0.0.0' }, meta: {} })
      : createRefusal('NOT_MOCKED', `there is no handler for \`${method} ${path}\``, 501)

function toResponse({ answer }: OperationRow, value: unknown): Response {
  if (answer === 'text') return new Response(String(value))
  if (answer === 'bytes')
    return new Response(value instanceof Uint8Array ? new Uint8Array(value) : '')
  if (answer === 'page') {
    const totalCount = Array.isArray(value) ? value.length : 0
    const pagination = { limit: totalCount + 1, offset: 0, totalCount }
    return createJsonResponse({ data: value, meta: { filterableFields: [], pagination } })
  }
  return createJsonResponse({ data: value ?? {}, meta: {} }, answer === 'created' ? 201 : 200)
}
