import { expect, onTestFinished, test } from 'vitest'
import { callByIdOrName, resolveNames } from '../../../../src/cli/commands/api/names.js'
import { contract } from '../../../../src/generated/management/contract.js'
import { createClient } from '../../../../src/management/client/index.js'
import type { Client } from '../../../../src/management/client/index.js'
import { createService } from '../../../../src/management/service/index.js'

const credentials = { username: 'admin', password: 'correct horse' }

async function startClient(): Promise<Client> {
  const service = await createService({ data: ':memory:', admin: credentials })
  onTestFinished(() => service.close())
  return createClient({
    url: 'http://embedded/edge/management/v1',
    fetch: service.fetch,
    credentials,
  })
}

const findOperation = (name: string, resource = 'edgeRouters') => {
  const found = contract.operations.find(
    (operation) => operation.resource === resource && operation.name === name,
  )
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

test('a record is found by its id and by its name', async () => {
  const client = await startClient()
  const { id } = await client.edgeRouters.create({ name: 'north "1"' })
  const get = ([word = '']: readonly string[]) => client.edgeRouters.get(word)
  const operation = findOperation('get')
  for (const word of [id, 'north "1"'])
    expect(await callByIdOrName({ operation, client }, [word], get)).toMatchObject({ id })
})

test('a change goes to the record of a name', async () => {
  const client = await startClient()
  const { id } = await client.edgeRouters.create({ name: 'north' })
  await callByIdOrName({ operation: findOperation('patch'), client }, ['north'], ([word = '']) =>
    client.edgeRouters.patch(word, { cost: 7 }),
  )
  expect((await client.edgeRouters.get(id)).cost).toBe(7)
})

test('an id that no record has and no name stays an error of the controller', async () => {
  const client = await startClient()
  const get = ([word = '']: readonly string[]) => client.edgeRouters.get(word)
  await expect(
    callByIdOrName({ operation: findOperation('get'), client }, ['south'], get),
  ).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['breaks', 0, () => Promise.reject(new Error('reset'))],
  ['is answered with 503', 503, () => new Response('{}', { status: 503 })],
  ['is not allowed', 404, () => new Response('{}', { status: 403 })],
])('after a lookup by name that %s, the error has status %i', async (_, status, answer) => {
  const service = await createService({ data: ':memory:', admin: credentials })
  onTestFinished(() => service.close())
  const client = createClient({
    url: 'http://embedded/edge/management/v1',
    fetch: async (request) =>
      request.url.includes('/edge-routers?') ? answer() : service.fetch(request),
    credentials,
    retry: false,
  })
  const get = ([word = '']: readonly string[]) => client.edgeRouters.get(word)
  await expect(
    callByIdOrName({ operation: findOperation('get'), client }, ['north'], get),
  ).rejects.toMatchObject({ status })
})

test('names in roles and other fields become ids, also behind the first id of a path', async () => {
  const client = await startClient()
  const { id: service } = await client.services.create({
    name: 'orchard',
    encryptionRequired: true,
  })
  const { id: identity } = await client.identities.create({
    name: 'tina',
    isAdmin: false,
    type: 'Default',
  })
  const sent = await resolveNames(
    {
      operation: findOperation('create', 'servicePolicies'),
      body: {
        name: 'orchard',
        semantic: 'AnyOf',
        type: 'Dial',
        serviceRoles: ['@orchard', '#all', `@${service}`],
        identityRoles: ['@tina', '@nobody'],
        tags: { service: 'orchard' },
      },
      pathValueSets: [[]],
    },
    client,
  )
  expect(sent.body).toMatchObject({
    name: 'orchard',
    serviceRoles: [`@${service}`, '#all', `@${service}`],
    identityRoles: [`@${identity}`, '@nobody'],
    tags: { service: 'orchard' },
  })
  const advice = findOperation('policyAdvice', 'identities')
  const { pathValueSets } = await resolveNames(
    { operation: advice, body: undefined, pathValueSets: [['tina', 'orchard']] },
    client,
  )
  expect(pathValueSets).toEqual([['tina', service]])
})
