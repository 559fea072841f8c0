/** A request and the answer that was recorded for it. */
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

/** Stands for a value that a recording does not tell. */
export const untold = 'untold'

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

/** A recorded value with something instead of what differs from run to run. */
export function said<Value>(value: Value): Value
export function said(value: unknown): unknown {
  if (typeof value === 'string')
    return value in samples
      ? samples[value]
      : value
          .replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => name.replaceAll(/\W/g, ''))
          .replaceAll(/<(\w+)>/g, (whole, word: string) => words[word] ?? whole)
  if (Array.isArray(value)) return value.map((item: unknown) => said(item))
  if (typeof value !== 'object' || value === null) return value
  if ('<set>' in value) return said(value['<set>'])
  if ('<jwt>' in value) return words['jwt']
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== '<absent>')
      .map(([key, field]) => [said(key), said(field)]),
  )
}

/** What a release answered. */
export function expectationOf({ expect, differs }: Step, release: string): Expectation {
  const { status, headers = {}, ...rest } = differs?.[release] ?? expect
  if (rest.body === '<any>')
    return {
      status: [status].flat()[0] ?? 200,
      headers: said(headers),
      body: { data: {}, meta: {} },
    }
  return { ...said(rest), headers: said(headers), status: [status].flat()[0] ?? 200 }
}

/** The answer itself. What is outside of the statuses of HTTP arrives from sockets, but cannot be made. */
export function answerOf({ status, headers, body, text }: Expectation): Response {
  const content = text ?? (body === undefined || body === null ? null : JSON.stringify(body))
  const answer = new Response(content, { status: status > 599 ? 400 : status, headers })
  Object.defineProperty(answer, 'status', { value: status })
  return Object.defineProperty(answer, 'clone', {
    value: () => answerOf({ status, headers, body, ...(text !== undefined && { text }) }),
  })
}
