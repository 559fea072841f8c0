import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessEntry, ManagementService } from '../../../../src/management/service/index.js'
import { credentials, opened } from '../../../support/management.js'

let service: ManagementService
let token = ''
beforeAll(async () => {
  ;({ service, token } = await opened())
})
afterAll(() => service.close())

const get = async (path: string): Promise<{ status: number; text: string }> => {
  const response = await service.fetch(new Request(`https://service.test${path}`))
  return { status: response.status, text: await response.text() }
}

test.each(['/health-checks', '/health-checks/v1'])(
  '%s says that the records can be read',
  async (path) => {
    const { status, text } = await get(path)
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { data: { checks: [{ healthy: true, id: 'store.read' }], healthy: true }, meta: {} },
    ])
  },
)

test('/metrics counts requests by method and status, and shows nothing else of them', async () => {
  await get('/edge/management/v1/version')
  await get('/edge/management/v1/services?filter=name="a-secret"')
  const { status, text } = await get('/metrics')
  expect(status).toBe(200)
  expect(text).toContain('routerfile_http_requests_total{method="GET",status="200"} 1\n')
  expect(text).toContain('routerfile_http_requests_total{method="GET",status="401"} 1\n')
  expect(text).toContain('routerfile_http_requests_total{method="POST",status="200"} 1\n')
  expect(text).toMatch(/^routerfile_http_request_duration_seconds_bucket\{le="\+Inf"\} 3$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  for (const secret of ['a-secret', token, credentials.password, 'services'])
    expect(text).not.toContain(secret)
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/)
})

test('the access log has one entry for each request, without query and headers', async () => {
  const entries: AccessEntry[] = []
  const { url } = await service.listen({
    port: 0,
    tls: false,
    log: (entry) => void entries.push(entry),
  })
  const send = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      request(`${url}${path}`, { headers: { 'zt-session': token } }, (response) => {
        response.resume().on('close', resolve)
      })
        .on('error', reject)
        .end()
    })
  await send('/services?filter=name="a-secret"&token=a-token')
  await send('/nothing')
  await expect.poll(() => entries.length).toBe(2)
  expect(entries).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      address: '127.0.0.1',
      method: 'GET',
      path: '/edge/management/v1/services',
      status: 200,
      ms: expect.any(Number),
    },
    expect.objectContaining({ path: '/edge/management/v1/nothing', status: 404 }),
  ])
  expect(JSON.stringify(entries)).not.toMatch(/a-secret|a-token/)
  expect(JSON.stringify(entries)).not.toContain(token)
})
