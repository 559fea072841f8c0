import { describe, expect, it } from 'vitest'
import { startManaged } from '../../../support/management.js'

/** A service with what a terminator names, and one terminator. */
async function withTerminator() {
  const { call, make } = await startManaged()
  const service = await make('services', { name: 's', encryptionRequired: false })
  const other = await make('services', { name: 'o', encryptionRequired: false })
  const router = await make('routers', { name: 'r' })
  const body = { service, router, binding: 'transport', address: 'tcp:a:1' }
  const id = await make('terminators', { ...body, identity: 'who' })
  const shown = async (of = id) => (await call('GET', `/terminators/${of}`)).data
  return { call, make, shown, id, body, other, service }
}

describe('a terminator', () => {
  it('keeps its service and its identity', async () => {
    const { call, shown, id, body, service, other } = await withTerminator()
    expect(
      (
        await call('PUT', `/terminators/${id}`, {
          body: { ...body, service: other, address: 'tcp:a:2' },
        })
      ).status,
    ).toBe(200)
    expect(await shown()).toMatchObject({ serviceId: service, identity: 'who', address: 'tcp:a:2' })
    expect(
      (await call('PATCH', `/terminators/${id}`, { body: { service: 'gone', identity: 'else' } }))
        .status,
    ).toBe(200)
    expect(await shown()).toMatchObject({ serviceId: service, identity: 'who' })
  })

  it.each([
    ['tcp:a:1', 'transport'],
    ['udp:a:1', 'udp'],
  ])('made to %s with a blank binding has %s', async (address, binding) => {
    const { make, shown, body } = await withTerminator()
    expect(await shown(await make('terminators', { ...body, address, binding: '' }))).toMatchObject(
      { address, binding },
    )
  })

  it('is not made without an address', async () => {
    const { call, body } = await withTerminator()
    const { status, code } = await call('POST', '/terminators', { body: { ...body, address: '' } })
    expect({ status, code }).toEqual({ status: 400, code: 'COULD_NOT_VALIDATE' })
  })

  it.each(['router', 'binding', 'address'])('does not lose its %s', async (name) => {
    const { call, shown, id, body } = await withTerminator()
    const before = await shown()
    for (const [method, sent] of [
      ['PUT', { ...body, [name]: '' }],
      ['PATCH', { [name]: '' }],
    ] as const) {
      const { status, body: answer } = await call(method, `/terminators/${id}`, { body: sent })
      expect({ method, status, answer }).toMatchObject({
        method,
        status: 400,
        answer: { error: { cause: { field: name, reason: `${name} is required`, value: '' } } },
      })
    }
    expect(await shown()).toEqual(before)
  })
})
