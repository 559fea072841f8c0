import { describe, expect, test } from 'vitest'
import { createClient } from '../../../src/management/client/index.js'
import { fetchCas } from '../../../src/management/client/node/index.js'
import { parseTimeSpan } from '../../../src/management/client/time-span.js'

const url = 'https://controller.example.com'

/** A controller that never answers. */
const neverAnswer = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason))
  })

describe('a time span', () => {
  test.each([
    [1500, 1500],
    ['250ms', 250],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['10h', 36_000_000],
    ['2 days', 172_800_000],
    ['1 Day', 86_400_000],
    ['1w', 604_800_000],
    ['.5 mins', 30_000],
    [0, 0],
    ['1.5ms', 2],
    ['30 days', 2 ** 31 - 1],
    ['1y', 2 ** 31 - 1],
    [Infinity, 2 ** 31 - 1],
  ])('%s is %i ms', (span, expected) => {
    expect(parseTimeSpan(span)).toBe(expected)
  })

  test.each([
    '',
    '30',
    ' 30',
    '1e3',
    'soon',
    '-1s',
    '-2 days',
    '- 1s',
    '1 s 5 s',
    '5 moons',
    `${'9'.repeat(200)}s`,
    '30 ',
    '1h30m',
    '10H-',
    '+1s',
    -1,
    NaN,
  ])('is not `%s`', (span) => {
    expect(() => parseTimeSpan(span)).toThrow(
      '`timeout` must be a number of milliseconds or a string like `30s` or `2 days`, not `',
    )
  })
})

describe('a timeout may be a text', () => {
  test.each([
    { name: 'of the client', own: { timeout: '20ms' } as const, options: {} },
    { name: 'of a call', own: {}, options: { timeout: '20ms' } as const },
  ])('$name', async ({ own, options }) => {
    const client = createClient({ url, fetch: neverAnswer, retry: false, ...own })
    await expect(client.information.version(options)).rejects.toMatchObject({
      code: 'NO_ANSWER_IN_TIME',
      message: expect.stringContaining('within 20 ms'),
    })
  })

  test('of the search for authorities', async () => {
    await expect(fetchCas({ url, fingerprint: '', timeout: '1.s.5s' as '5s' })).rejects.toThrow(
      '`timeout` must be',
    )
  })
})
