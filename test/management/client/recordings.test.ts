import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '../../../src/generated/management/contract.js'
import * as tables from '../../../src/generated/management/operations.js'
import { createClient, ManagementError } from '../../../src/management/client/index.js'
import { createControllers } from '../../../src/management/client/controllers.js'
import type { OperationRow } from '../../../src/management/client/operation-table.js'
import { parseOperationRow } from '../../../src/management/client/operation-table.js'
import { createTransport } from '../../../src/management/client/transport.js'
import { recordingsFolder } from '../../support/recorded.js'
import type { Step } from '../../support/recordings.js'
import { toAnswer, toExpectation, formatSaid, findShapeFaults } from '../../support/recordings.js'

/** Folders of recorded answers, and how many steps of each release they have at least. */
const folders: [folder: string, steps: number][] = [
  ['fixtures/management/answers', 25],
  ...(recordingsFolder === undefined
    ? []
    : [[join(recordingsFolder, 'conformance/management/scenarios'), 1500] as [string, number]]),
]

const rows = Object.entries(tables).flatMap(([resource, lines]) =>
  Object.entries(lines).map(([name, line]) => parseOperationRow(`${resource}.${name}`, line)),
)

const base = 'http://controller.test/edge/management/v1'

/** The operation that a request is for, and the parameters in its path. */
function findOperation(
  method: string,
  path: string,
): { row: OperationRow; parameters: string[] } | undefined {
  const found = rows.flatMap((row) => {
    const values = new RegExp(
      `^${row.path.replaceAll('.', '\\.').replace(/{\w+}/g, '([^/]+)')}$`,
    ).exec(path)
    return row.method === method && values
      ? [{ row, parameters: values.slice(1).map(decodeURIComponent) }]
      : []
  })
  return found.sort((a, b) => a.parameters.length - b.parameters.length)[0]
}

function optionsFrom(
  search: string,
  headers: Record<string, string | null>,
): Record<string, unknown> {
  const query = new URLSearchParams(search)
  const texts = Object.fromEntries(
    [...new Set(query.keys())].map((name) => [
      name,
      query.getAll(name).length > 1 ? query.getAll(name) : query.get(name),
    ]),
  )
  return {
    ...texts,
    headers: Object.fromEntries(Object.entries(headers).filter(([, text]) => text !== null)),
  }
}

/** Sends a step through the client, which gets the recorded answer; the value that it gives, or the error. */
async function play(
  { request }: Step,
  answer: Response,
): Promise<{ row: OperationRow; value: unknown }> {
  const [path = '', search = ''] = formatSaid(request.path).split('?')
  const found = findOperation(request.method, path)
  const options = optionsFrom(search, request.headers ?? {})
  const fetch = async (): Promise<Response> => answer.clone()
  const body = formatSaid(request.body)
  if (!found) {
    const row = parseOperationRow(
      'other',
      `${request.method} ${path || '/'} ${request.method === 'OPTIONS' ? 'empty' : 'data'} ${['GET', 'HEAD'].includes(request.method) ? '' : 'json'}`,
    )
    const transport = createTransport({
      controllers: createControllers([base]),
      fetch,
      timeout: 1000,
      retry: { attempts: 1, delay: 1, longest: 1 },
      maxBytes: 1e7,
      headers: {},
      log: undefined,
      secrets: () => [],
    })
    return {
      row,
      value: await transport({
        row,
        path: path.startsWith('//') ? '' : path,
        query: {},
        headers: {},
        body,
        options: {},
      }).then(
        ({ value }) => value,
        (error: unknown) => error,
      ),
    }
  }
  const { row, parameters } = found
  const client = createClient({
    url: base,
    fetch,
    retry: false,
    ...(request.session === 'none' ? {} : { credentials: { token: 'a-session-token' } }),
  })
  const [resource = '', name = ''] = row.operation.split('.')
  const method: (...values: unknown[]) => PromiseLike<unknown> = Reflect.get(
    Reflect.get(client, resource),
    name,
  )
  const value = await Promise.resolve(
    method(...parameters, ...(row.body ? [body] : []), options),
  ).catch((error: unknown) => error)
  return { row, value }
}

/** What is wrong with what the client makes of an answer; nothing if all is right. */
function verdict(
  { row, value }: { row: OperationRow; value: unknown },
  step: Step,
  release: string,
): string[] {
  const { status, body, text } = toExpectation(step, release)
  if (status >= 400) return refusalFaults(value, status, body)
  if (value instanceof Error) return [`gave the error ${value.message}`]
  if (row.answer === 'empty') return value === undefined ? [] : ['gave something']
  if (row.answer === 'text')
    return typeof value === 'string' && value === (text ?? JSON.stringify(body))
      ? []
      : [`gave ${String(value)}`]
  if (row.answer === 'bytes')
    return value instanceof Uint8Array && value.length > 0 ? [] : ['gave no bytes']
  const { data, meta } = body as {
    data: unknown
    meta: { pagination?: { totalCount: number; limit: number } }
  }
  const got = row.answer === 'page' ? (value as { data: unknown }).data : value
  return [
    ...(JSON.stringify(got) === JSON.stringify(data) ? [] : ['gave other data than was recorded']),
    ...(row.answer === 'page' &&
    meta.pagination &&
    (value as { totalCount: number }).totalCount !== meta.pagination.totalCount
      ? ['gave another count']
      : []),
    ...findShapeFaults(
      contract.operations.find(({ resource, name }) => `${resource}.${name}` === row.operation),
      got,
    ),
  ]
}

function refusalFaults(error: unknown, status: number, body: unknown): string[] {
  if (!(error instanceof ManagementError)) return [`gave ${String(error)} rather than an error`]
  const envelope = (body ?? {}) as { error?: Record<string, unknown>; code?: string }
  const { code, requestId, cause } = envelope.error ?? { code: envelope.code }
  const field = (cause as { field?: string } | undefined)?.field
  return [
    ...(error.status === status ? [] : [`has status ${error.status}`]),
    ...(code === undefined || error.code === code ? [] : [`has code ${error.code}`]),
    ...(requestId === undefined || error.requestId === requestId
      ? []
      : [`has request ${error.requestId}`]),
    ...(field === undefined || error.field?.field === field ? [] : [`names no field ${field}`]),
    ...(/^`[\w.]+` failed: .{10,}\(status \d+.*\)$/s.test(error.message) &&
    !/undefined|\[object|\n\n/.test(error.message)
      ? []
      : [`says ${error.message}`]),
  ]
}

async function replay(
  folder: string,
  release: string,
): Promise<{ steps: number; faults: string[] }> {
  const scenarios: { name: string; release?: string[]; steps: Step[] }[] = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const faults: string[] = []
  let steps = 0
  for (const { name, steps: all } of scenarios.filter(
    (scenario) => scenario.release?.includes(release) ?? true,
  )) {
    for (const step of all.filter(({ request }) => request)) {
      steps += 1
      const wrong = verdict(await play(step, toAnswer(toExpectation(step, release))), step, release)
      faults.push(...wrong.map((fault) => `${name} / ${step.name}: ${fault}`))
    }
  }
  return { steps, faults }
}

describe.each(folders)('what controllers answered is understood: %s', (folder, least) => {
  test.each(['1.6.20', '2.0.3'])('as release %s does', async (release) => {
    const { steps, faults } = await replay(folder, release)
    expect(faults).toEqual([])
    expect(steps).toBeGreaterThan(least)
  })
})
