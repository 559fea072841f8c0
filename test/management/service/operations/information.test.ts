import { X509Certificate } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { parseCertificates } from '../../../../src/management/client/node/pkcs7.js'
import { ask, opened } from '../../../support/management.js'

const { service, token } = await opened({ address: 'service.test' })
afterAll(() => service.close())

const host = 'https://service.test'

describe('what the service is', () => {
  test.each([
    'GET /version',
    'GET /',
    'GET ',
    `GET ${host}/version`,
    `GET ${host}/edge/client/v1/version`,
    `GET ${host}/edge/v1/version`,
    `GET ${host}//edge//management/v1/version/`,
  ])('%s tells the version and where the interfaces are', async (line) => {
    const { status, data } = await ask(service, line)
    expect(status).toBe(200)
    const api = (path: string, url = path) => ({
      v1: { path, apiBaseUrls: [`https://service.test${url}`] },
    })
    const apiVersions = {
      edge: api('/edge/client/v1'),
      'edge-client': api('/edge/client/v1'),
      'edge-management': api('/edge/management/v1'),
      'edge-oidc': api('/oidc'),
      fabric: api('/fabric/v1', ''),
      'health-checks': api('/health-checks'),
    }
    expect(data).toEqual(expect.objectContaining({ version: 'v2.0.3', apiVersions }))
  })

  test.each([
    'GET /.well-known/est/cacerts',
    `GET ${host}/.well-known/est/cacerts`,
    `GET ${host}/edge/client/v1/.well-known/est/cacerts`,
  ])('%s gives the authority of the service, and nothing else', async (line) => {
    const { status, headers, text } = await ask(service, line)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pkcs7-mime'])
    expect(
      parseCertificates(text).map(({ ca, subject }: X509Certificate) => [ca, subject]),
    ).toEqual([[true, 'CN=routerfile management service']])
  })

  test.each([
    [
      'GET /specs/edge-management/spec',
      '/edge/management/v1',
      ['/services', '/authenticate'],
      ['/controller-settings'],
    ],
    [
      'GET /specs/edge-client/spec',
      '/edge/client/v1',
      ['/version', '/.well-known/est/cacerts'],
      ['/services'],
    ],
  ])('%s describes what is served there', async (line, url, there, absent) => {
    const { openapi, servers, paths } = JSON.parse((await ask(service, line)).text)
    expect([openapi, servers]).toEqual(['3.1.0', [{ url }]])
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(there))
    for (const path of absent) expect(paths).not.toHaveProperty([path])
  })

  test('the network token names the service', async () => {
    const { data } = await ask(service, 'GET /network-jwts')
    const [{ token: jwt }] = Object(data)
    expect(decodeJwt(jwt)).toMatchObject({
      iss: 'https://service.test/',
      em: 'network',
    })
  })

  test('the summary counts records', async () => {
    await ask(service, 'POST /services', { token, body: { name: 'one', encryptionRequired: true } })
    const { data, text } = await ask(service, 'GET /summary', { token })
    expect(data).toMatchObject({
      services: 1,
      identities: 1,
      authenticators: 1,
      controllers: 0,
      apiSessions: 1,
      'routers.edge': 0,
    })
    expect(JSON.parse(text).meta).toBeNull()
  })
})

describe('what a path does not have', () => {
  test.each([
    ['GET /nothing', 404, undefined],
    [`GET ${host}/edge/management/v10/services`, 404, undefined],
    [`GET ${host}/edge/client/v1/services`, 404, undefined],
    [`GET ${host}/services`, 404, undefined],
    ['GET /identity-role-attribute-usage', 404, undefined],
    ['PUT /version', 405, 'GET'],
    ['PATCH /services', 405, 'GET, POST'],
    ['HEAD /services', 405, 'GET, POST'],
    ['OPTIONS /services', 200, undefined],
    ['GET /controller-settings', 501, undefined],
    ['GET /controller-settings/x/effective', 501, undefined],
  ])('%s is answered with %i', async (line, status, allow) => {
    const told = await ask(service, line, { token })
    expect([told.status, told.headers.get('allow') ?? undefined]).toEqual([status, allow])
    if (/^(HEAD|OPTIONS)/.test(line)) expect(told.text).toBe('')
  })

  test('controller settings need a session too', async () => {
    expect((await ask(service, 'GET /controller-settings')).status).toBe(401)
  })

  test('there are no other controllers, and filters over them are checked', async () => {
    expect(await ask(service, 'GET /controllers?filter=isOnline%3Dtrue', { token })).toMatchObject({
      status: 200,
      data: [],
    })
    expect(await ask(service, 'GET /controllers?filter=color%3D1', { token })).toMatchObject({
      status: 400,
      error: { code: 'INVALID_FILTER' },
    })
  })
})

describe('lists of many', () => {
  test('are the same by an index as by looking at all', async () => {
    for (const name of ['a', 'b', 'c', 'd'])
      await ask(service, 'POST /services', {
        token,
        body: { name, encryptionRequired: true, roleAttributes: name === 'd' ? [] : ['x', name] },
      })
    await ask(service, 'POST /edge-routers', { token, body: { name: 'edge' } })
    await ask(service, 'POST /transit-routers', { token, body: { name: 'transit' } })
    const namesOf = async (collection: string, filter: string): Promise<string[]> =>
      Object(
        await ask(service, `GET /${collection}?filter=${encodeURIComponent(filter)}`, { token }),
      )
        .data.map(({ name }: { name: string }) => name)
        .sort()
    for (const [collection, indexed, plain, expected] of [
      ['services', 'name = "b"', 'name in ["b"]', ['b']],
      ['services', 'name = "B"', 'name in ["B"]', []],
      [
        'services',
        'anyOf(roleAttributes) = "x"',
        'anyOf(roleAttributes) in ["x"]',
        ['a', 'b', 'c'],
      ],
      [
        'services',
        'anyOf(roleAttributes) = "x" and name > "a"',
        'name > "a" and anyOf(roleAttributes) in ["x"]',
        ['b', 'c'],
      ],
      ['services', 'name = "a" or name = "b"', 'name in ["a", "b"]', ['a', 'b']],
      ['services', 'not name = "a"', 'name != "a"', ['b', 'c', 'd', 'one']],
      ['edge-routers', 'name = "transit"', 'name in ["transit"]', []],
      ['edge-routers', 'name = "edge"', 'name in ["edge"]', ['edge']],
      ['transit-routers', 'name = "edge"', 'name in ["edge"]', ['edge']],
    ] as const) {
      expect([indexed, await namesOf(collection, indexed)]).toEqual([indexed, [...expected]])
      expect([plain, await namesOf(collection, plain)]).toEqual([plain, [...expected]])
    }
  })
})
