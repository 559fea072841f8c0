import type { ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { contract } from '../../src/generated/management/contract.js'
import type { Operation } from '../../src/management/operation.js'
import type { Schema } from '../../src/schema/data-schema.js'

/** A request, and its recorded responses. */
export type Step = {
  name: string
  request: {
    method: string
    path: string
    session?: string
    headers?: Record<string, string | null>
    body?: unknown
  }
  expect: Recorded
  differs?: Record<string, Recorded>
}

type Recorded = {
  status: number | number[]
  headers?: Record<string, string>
  body?: unknown
  text?: string
}

export type Expectation = {
  status: number
  headers: Record<string, string>
  body?: unknown
  text?: string
}

/** A placeholder for a value that a recording does not contain. */
const untold = 'untold'

const samples: Readonly<Record<string, unknown>> = {
  '<any>': untold,
  '<number>': 7,
  '<boolean>': true,
  '<object>': { [untold]: untold },
  '<array>': [],
}

const words: Readonly<Record<string, string>> = {
  id: 'aB3.dEf-1',
  uuid: '0b0ec2a5-68b5-4a05-9cbb-0f26b1d2c7e1',
  timestamp: '2026-01-31T10:00:00.000Z',
  token: 'a-token-of-many-letters',
  jwt: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl',
  fingerprint: '0123456789abcdef0123456789abcdef01234567',
  text: 'some text',
  digits: '42',
}

/** Replaces the placeholders in a recorded value, which stand for values that vary, with samples. */
export const formatSaid = <Value>(value: Value): Value =>
  // Only strings change, and a wrapped value becomes the value in it, which tests compare with recordings.
  replaceVarying(value) as Value

function replaceVarying(value: unknown): unknown {
  if (typeof value === 'string')
    return value in samples
      ? samples[value]
      : value
          .replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => name.replaceAll(/\W/g, ''))
          .replaceAll(/<(\w+)>/g, (whole, word: string) => words[word] ?? whole)
  if (Array.isArray(value)) return value.map((item: unknown) => formatSaid(item))
  if (typeof value !== 'object' || value === null) return value
  if ('<set>' in value) return formatSaid(value['<set>'])
  if ('<jwt>' in value) return words['jwt']
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== '<absent>')
      .map(([key, field]) => [formatSaid(key), formatSaid(field)]),
  )
}

/** Returns the recorded response of a release. */
export function toExpectation({ expect, differs }: Step, release: string): Expectation {
  const { status, headers = {}, ...rest } = differs?.[release] ?? expect
  if (rest.body === '<any>')
    return {
      status: [status].flat()[0] ?? 200,
      headers: formatSaid(headers),
      body: { data: {}, meta: {} },
    }
  return { ...formatSaid(rest), headers: formatSaid(headers), status: [status].flat()[0] ?? 200 }
}

/**
 * Creates the response. Sockets can deliver a status that is not valid in HTTP, but `Response` refuses it, so it is set
 * afterwards.
 */
export function toAnswer({ status, headers, body, text }: Expectation): Response {
  const content = text ?? (body === undefined || body === null ? null : JSON.stringify(body))
  const answer = new Response(content, { status: status > 599 ? 400 : status, headers })
  Object.defineProperty(answer, 'status', { value: status })
  return Object.defineProperty(answer, 'clone', {
    value: () => toAnswer({ status, headers, body, ...(text !== undefined && { text }) }),
  })
}

/** Relaxes a schema, so that newer values, other formats of times and short lists are not faults. */
function open(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(open)
  if (typeof shape !== 'object' || shape === null) return shape
  const {
    enum: _,
    format: __,
    'x-later': ___,
    'x-keeps': ____,
    minItems: _____,
    ...rest
  } = shape as Schema
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, open(value)]))
}

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
ajv.addSchema({ $id: 'management', $defs: open(contract.shapes) })

/** Whether a record is complete: some recordings contain only the names of records. */
const isWhole = (record: unknown): boolean =>
  typeof record !== 'object' ||
  record === null ||
  !('name' in record) ||
  Object.keys(record).length > 2

const checks = new Map<Operation, ValidateFunction>()

function compileCheck(operation: Operation): ValidateFunction {
  const known =
    checks.get(operation) ??
    ajv.compile(
      JSON.parse(
        JSON.stringify(open(operation.shape)).replaceAll('"#/$defs/', '"management#/$defs/'),
      ),
    )
  checks.set(operation, known)
  return known
}

/** Whether a value is a placeholder for one that a recording does not contain. */
const isUntold = (value: unknown): boolean =>
  value === untold || (typeof value === 'object' && value !== null && untold in value)

/** Lists the places where a value does not match the response type of its operation. */
export function findShapeFaults(operation: Operation | undefined, value: unknown): string[] {
  if (!operation?.shape) return []
  const check = compileCheck(operation)
  const values =
    operation.answer === 'page' || operation.answer === 'items'
      ? (value as unknown[]).filter(isWhole)
      : [value]
  return values.flatMap((one) =>
    check(one)
      ? []
      : (check.errors ?? [])
          .filter(({ data }) => !isUntold(data))
          .map(
            ({ instancePath, message }) =>
              `${operation.resource}.${operation.name}: ${instancePath} ${message}`,
          ),
  )
}
