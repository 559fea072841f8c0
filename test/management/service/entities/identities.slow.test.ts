import { describe, expect, test } from 'vitest'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, requireText } from '../../../support/management.js'

const minute = 60_000

const getState = async (service: Managed, id: string): Promise<Reply['data']> =>
  (await service.call('GET', `/identities/${id}`)).data

describe('an identity', () => {
  const states: {
    name: string
    durationMinutes: number
    passed: number
    enabled?: boolean
    disabled: boolean
    until?: number
  }[] = [
    {
      name: 'is disabled for some minutes',
      durationMinutes: 5,
      passed: 5 * minute - 1,
      disabled: true,
      until: 5,
    },
    {
      name: 'is enabled by the clock',
      durationMinutes: 5,
      passed: 5 * minute,
      disabled: false,
      until: 5,
    },
    { name: 'is disabled without end', durationMinutes: 0, passed: 20 * minute, disabled: true },
    {
      name: 'is disabled without end by less than nothing',
      durationMinutes: -1,
      passed: 20 * minute,
      disabled: true,
    },
    {
      name: 'is enabled by an administrator',
      durationMinutes: 0,
      passed: 0,
      enabled: true,
      disabled: false,
    },
  ]
  test.each(states)('$name', async ({ durationMinutes, passed, enabled, disabled, until }) => {
    const service = await startManaged()
    const id = await service.user('anna')
    const session = await service.login('anna')
    const disabledAt = service.now()
    await service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes } })
    expect((await service.call('GET', '/current-identity', { session })).status).toBe(401)
    service.pass(passed)
    if (enabled) await service.call('POST', `/identities/${id}/enable`)
    const state = await getState(service, id)
    expect([state['disabled'], state['disabledAt'], state['hasApiSession']]).toEqual([
      disabled,
      enabled ? undefined : new Date(disabledAt).toISOString(),
      false,
    ])
    expect(state['disabledUntil']).toBe(
      until === undefined ? undefined : new Date(disabledAt + until * minute).toISOString(),
    )
    expect((await service.authenticate('anna')).status).toBe(disabled ? 401 : 200)
    await service.close()
  })

  test('is disabled until the last time that can be written, where more is asked for', async () => {
    const service = await startManaged()
    const id = await service.user('anna')
    await service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 9e15 } })
    expect(await getState(service, id)).toMatchObject({
      disabled: true,
      disabledUntil: '9999-12-31T23:59:59.999Z',
    })
    await service.close()
  })

  test('takes along what is its own', async () => {
    const service = await startManaged()
    const id = await service.user('anna', { enrollment: { ott: true } })
    const session = await service.login('anna')
    await service.call('POST', '/current-identity/mfa', { session })
    const policy = await service.make('service-policies', {
      name: 'p',
      semantic: 'AnyOf',
      type: 'Dial',
      identityRoles: [`@${id}`, '#x'],
    })
    const counts = async (): Promise<number[]> =>
      Promise.all(
        ['authenticators', 'enrollments', 'api-sessions'].map(
          async (collection) =>
            (await service.call('GET', `/${collection}?filter=identity%20%3D%20%22${id}%22`)).list
              .length,
        ),
      )
    expect(await counts()).toEqual([1, 1, 1])
    expect((await service.call('DELETE', `/identities/${id}`)).status).toBe(200)
    expect(await counts()).toEqual([0, 0, 0])
    expect(
      (await service.call('GET', `/service-policies/${policy}`)).data['identityRoles'],
    ).toEqual(['#x'])
    expect((await service.call('GET', '/current-identity', { session })).status).toBe(401)
    expect((await service.authenticate('anna')).status).toBe(401)
    await service.close()
  })

  test('can be made nothing that only the service makes', async () => {
    const service = await startManaged()
    const id = await service.make('identities', {
      name: 'anna',
      type: 'Router',
      isAdmin: false,
      isDefaultAdmin: true,
      typeId: 'Router',
      disabledAt: 1,
    })
    expect(await getState(service, id)).toMatchObject({
      typeId: 'Default',
      isDefaultAdmin: false,
      disabled: false,
    })
    expect((await service.call('DELETE', `/identities/${id}`)).status).toBe(200)
    await service.close()
  })

  test('of a tunneler goes with its router, and is not renamed, deleted or given authenticators apart from it', async () => {
    const service = await startManaged()
    const id = await service.make('edge-routers', { name: 'north', isTunnelerEnabled: true })
    expect(await getState(service, id)).toMatchObject({ name: 'north', typeId: 'Router' })
    expect(
      (await service.call('PATCH', `/identities/${id}`, { body: { name: 'south' } })).status,
    ).toBe(400)
    expect((await service.call('DELETE', `/identities/${id}`)).code).toBe(
      'ENTITY_CAN_NOT_BE_DELETED',
    )
    expect(
      (
        await service.call('POST', '/authenticators', {
          body: { identityId: id, method: 'updb', username: 'north', password: 'user-pass' },
        })
      ).status,
    ).toBe(400)
    await service.make('enrollments', {
      identityId: id,
      method: 'ott',
      expiresAt: new Date(service.now() + minute).toISOString(),
    })
    expect(
      (await service.call('PATCH', `/edge-routers/${id}`, { body: { isTunnelerEnabled: false } }))
        .status,
    ).toBe(200)
    expect((await service.call('GET', `/identities/${id}`)).status).toBe(404)
    expect(
      (await service.call('GET', `/enrollments?filter=identity%20%3D%20%22${id}%22`)).list,
    ).toEqual([])
    await service.close()
  })

  test('of a tunneler is renamed with its router, to no name that is taken', async () => {
    const service = await startManaged()
    const id = await service.make('edge-routers', { name: 'north', isTunnelerEnabled: true })
    await service.make('identities', { name: 'anna', type: 'User', isAdmin: false })
    expect(
      await service.call('PATCH', `/edge-routers/${id}`, { body: { name: 'anna' } }),
    ).toMatchObject({
      status: 400,
      body: {
        error: {
          cause: {
            field: 'name',
            reason: "duplicate value 'anna' in unique index on identities store",
          },
        },
      },
    })
    expect((await service.call('GET', `/edge-routers/${id}`)).data).toMatchObject({
      name: 'north',
    })
    expect(
      (await service.call('PATCH', `/edge-routers/${id}`, { body: { name: 'south' } })).status,
    ).toBe(200)
    expect(await getState(service, id)).toMatchObject({ name: 'south' })
    await service.close()
  })

  test('has one config of its own for each type of a service', async () => {
    const service = await startManaged()
    const [one, other] = [
      await service.make('config-types', { name: 'one' }),
      await service.make('config-types', { name: 'other' }),
    ]
    const config = (name: string, configTypeId: string): Promise<string> =>
      service.make('configs', { name, configTypeId, data: {} })
    const [first, second, third] = [
      await config('first', one),
      await config('second', one),
      await config('third', other),
    ]
    const serviceId = await service.make('services', { name: 's', encryptionRequired: true })
    const id = await service.make('identities', { name: 'anna', type: 'User', isAdmin: false })
    const path = `/identities/${id}/service-configs`
    const own = async (): Promise<unknown[]> =>
      (await service.call('GET', path)).list.map(({ configId }) => configId)
    for (const configId of [first, third, second])
      await service.call('POST', path, { body: [{ serviceId, configId }] })
    expect(await own()).toEqual([third, second])
    expect(
      (
        await service.call('POST', path, {
          body: [
            { serviceId, configId: first },
            { serviceId, configId: 'nope' },
          ],
        })
      ).status,
    ).toBe(404)
    expect(await own()).toEqual([third, second])
    await service.call('DELETE', path, { body: [{ serviceId, configId: second }] })
    expect(await own()).toEqual([third])
    await service.call('DELETE', `/services/${serviceId}`)
    expect(await own()).toEqual([])
    await service.close()
  })
})

describe('who has permissions and is no administrator', () => {
  const refused: {
    name: string
    method: string
    path: (admin: string) => string
    body?: object
  }[] = [
    {
      name: 'makes no administrator',
      method: 'POST',
      path: () => '/identities',
      body: { name: 'eve', type: 'User', isAdmin: true },
    },
    {
      name: 'gives nobody permissions',
      method: 'POST',
      path: () => '/identities',
      body: { name: 'eve', type: 'User', isAdmin: false, permissions: ['identity'] },
    },
    {
      name: 'does not change an administrator',
      method: 'PATCH',
      path: (admin) => `/identities/${admin}`,
      body: { name: 'eve' },
    },
    {
      name: 'does not delete an administrator',
      method: 'DELETE',
      path: (admin) => `/identities/${admin}`,
    },
    {
      name: 'does not disable an administrator',
      method: 'POST',
      path: (admin) => `/identities/${admin}/disable`,
      body: { durationMinutes: 1 },
    },
    {
      name: 'does not take the second factor of an administrator',
      method: 'DELETE',
      path: (admin) => `/identities/${admin}/mfa`,
    },
    {
      name: 'does not give an administrator configs',
      method: 'POST',
      path: (admin) => `/identities/${admin}/service-configs`,
      body: [],
    },
  ]
  test.each(refused)('$name', async ({ method, path, body }) => {
    const service = await startManaged()
    await service.user('clerk', { permissions: ['identity', 'enrollment'] })
    const session = await service.login('clerk')
    const admin = await service.make('identities', { name: 'second', type: 'User', isAdmin: true })
    expect(
      (await service.call(method, path(admin), { session, ...(body && { body }) })).status,
    ).toBe(401)
    await service.close()
  })

  test('does not learn how an administrator enrolls, and invites none', async () => {
    const service = await startManaged()
    await service.user('clerk', { permissions: ['identity', 'enrollment'] })
    const session = await service.login('clerk')
    const admin = await service.make('identities', {
      name: 'second',
      type: 'User',
      isAdmin: true,
      enrollment: { ott: true },
    })
    const [enrollment] = (await service.call('GET', `/identities/${admin}/enrollments`)).list
    const id = requireText(enrollment, 'id')
    expect(
      (await service.call('GET', `/identities/${admin}`, { session })).data['enrollment'],
    ).toEqual({})
    for (const path of ['/enrollments', `/identities/${admin}/enrollments`])
      expect((await service.call('GET', path, { session })).list).toEqual([])
    expect((await service.call('GET', `/enrollments/${id}`, { session })).status).toBe(404)
    const expiresAt = new Date(service.now() + minute).toISOString()
    expect(
      (await service.call('POST', `/enrollments/${id}/refresh`, { session, body: { expiresAt } }))
        .status,
    ).toBe(401)
    expect(
      (
        await service.call('POST', '/enrollments', {
          session,
          body: { identityId: admin, method: 'updb', username: 'evil', expiresAt },
        })
      ).status,
    ).toBe(401)
    expect((await service.call('DELETE', `/enrollments/${id}`, { session })).status).toBe(401)
    await service.close()
  })

  test('does not learn the tokens of sessions but its own, not even by filters', async () => {
    const service = await startManaged()
    await service.user('clerk', { permissions: ['admin_readonly'] })
    await service.user('anna')
    const [session, other] = [await service.login('clerk'), await service.login('anna')]
    const seen = async (path: string, by?: string): Promise<unknown[]> =>
      (await service.call('GET', path, by === undefined ? {} : { session: by })).list.map(
        ({ token }) => token,
      )
    expect((await seen('/api-sessions')).sort()).toEqual(expect.arrayContaining([session, other]))
    expect((await seen('/api-sessions', session)).filter((token) => token !== '')).toEqual([
      session,
    ])
    expect([
      await seen(`/api-sessions?filter=token%20%3D%20%22${other}%22`),
      await seen(`/api-sessions?filter=token%20%3D%20%22${other}%22`, session),
    ]).toEqual([[other], []])
    expect((await service.call('GET', '/current-api-session', { session })).data['token']).toBe(
      session,
    )
    await service.close()
  })

  test('has each permission once, in order', async () => {
    const service = await startManaged()
    const id = await service.user('clerk', {
      permissions: ['service.read', 'config', 'service.read'],
    })
    expect((await getState(service, id))['permissions']).toEqual(['config', 'service.read'])
    await service.call('PATCH', `/identities/${id}`, { body: { permissions: [] } })
    expect((await getState(service, id))['permissions']).toBeNull()
    await service.close()
  })

  test('makes and changes others', async () => {
    const service = await startManaged()
    await service.user('clerk', { permissions: ['identity'] })
    const session = await service.login('clerk')
    const id = requireText(
      (
        await service.call('POST', '/identities', {
          session,
          body: { name: 'anna', type: 'User', isAdmin: false, enrollment: { ott: true } },
        })
      ).data,
      'id',
    )
    expect(
      (await service.call('PATCH', `/identities/${id}`, { session, body: { name: 'anne' } }))
        .status,
    ).toBe(200)
    expect(
      (await service.call('PATCH', `/identities/${id}`, { session, body: { isAdmin: true } }))
        .status,
    ).toBe(401)
    expect(
      (
        await service.call('PUT', `/identities/${id}`, {
          session,
          body: { name: 'anne', type: 'User', isAdmin: false },
        })
      ).status,
    ).toBe(401)
    await service.close()
  })
})
