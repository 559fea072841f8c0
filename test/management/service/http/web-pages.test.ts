import { describe, expect, test } from 'vitest'
import { ask, opened } from '../../../support/management.js'

const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'zt-session, content-type, x-other',
}

describe('pages of web sites', () => {
  test.each<[string, string | undefined, string, Record<string, string | null>]>([
    [
      'get nothing by default',
      undefined,
      'https://a.test',
      { 'access-control-allow-origin': null },
    ],
    [
      'may all use the service where all may',
      '*',
      'https://a.test',
      {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Zt-Session',
        vary: null,
      },
    ],
    [
      'may use it where theirs may',
      'https://a.test',
      'https://a.test',
      { 'access-control-allow-origin': 'https://a.test', vary: 'Origin' },
    ],
    [
      'may not where another may',
      'https://a.test',
      'https://b.test',
      { 'access-control-allow-origin': null },
    ],
  ])('%s', async (_, cors, origin, expected) => {
    const { service } = await opened(cors === undefined ? {} : { cors })
    for (const line of ['GET /version', 'GET /services', 'OPTIONS /services']) {
      const { headers } = await ask(service, line, { headers: { origin } })
      for (const [name, value] of Object.entries(expected))
        expect([line, name, headers.get(name)]).toEqual([line, name, value])
    }
    await service.close()
  })

  test('learn what they may send', async () => {
    const { service } = await opened({ cors: '*' })
    const { status, headers, text } = await ask(service, 'OPTIONS /services', {
      headers: { origin: 'https://a.test', ...preflight },
    })
    expect([
      status,
      text,
      headers.get('access-control-allow-headers'),
      headers.get('access-control-allow-methods'),
    ]).toEqual([200, '', 'Zt-Session,Content-Type', 'GET, HEAD, POST, PUT, PATCH, DELETE'])
    await service.close()
  })
})
