import { afterAll, expect, test } from 'vitest'
import { opened } from '../../../support/management.js'

const { service, token } = await opened()
afterAll(() => service.close())

/** The text of an answer: numbers above 2⁵³ would be changed by parsing it. */
const read = async (path: string): Promise<string> =>
  (
    await service.fetch(
      new Request(`https://service.test/edge/management/v1/${path}`, {
        headers: { 'zt-session': token },
      }),
    )
  ).text()

test.each([
  'services?limit=-1',
  'services?filter=true limit none',
  'services?filter=sort by name skip 1 limit -1',
  'identities?filter=limit none',
  'config-types?limit=-1&offset=5',
  'identity-role-attributes',
  'edge-router-role-attributes',
  'service-role-attributes',
  'posture-check-role-attributes',
])('%s says the largest integer of 64 bits as its limit', async (path) => {
  expect(await read(path)).toMatch(/"limit":9223372036854775807[,}]/)
})

test('no record is taken for a limit', async () => {
  const name = `"limit":${2 ** 63}`
  const body = JSON.stringify({ name, encryptionRequired: false })
  const url = 'https://service.test/edge/management/v1/services'
  const headers = { 'zt-session': token, 'content-type': 'application/json' }
  await service.fetch(new Request(url, { method: 'POST', headers, body }))
  expect(JSON.parse(await read('services'))).toMatchObject({ data: [{ name }] })
})
