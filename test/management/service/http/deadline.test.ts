import { expect, test, vi } from 'vitest'
import { createTurnQueue, withDeadline } from '../../../../src/management/service/http/deadline.js'
import { createRequestHandler } from '../../../../src/management/service/http/service.js'
import { credentials, createServiceContext } from '../../../support/management.js'

const incoming = (method: string, path: string, token = '', body?: object) => ({
  method,
  url: `http://service/edge/management/v1${path}`,
  headers: new Headers({ 'content-type': 'application/json', 'zt-session': token }),
  text: async () => (body === undefined ? '' : JSON.stringify(body)),
})

test('a request whose time is over changes nothing, and one that changed something says so', async () => {
  const context = await createServiceContext(credentials)
  const handle = createRequestHandler(context)
  const login = await handle(incoming('POST', '/authenticate?method=password', '', credentials))
  const { token } = JSON.parse(String(login.body)).data
  const create = async (name: string, isOver: boolean) => {
    const deadline = { isOver, hasChanged: false }
    const sent = incoming('POST', '/edge-routers', token, { name })
    const { status } = await handle({ ...sent, deadline })
    return { status, hasChanged: deadline.hasChanged }
  }
  expect(await create('late', true)).toEqual({ status: 503, hasChanged: false })
  expect(await create('in time', false)).toEqual({ status: 201, hasChanged: true })
  const { body } = await handle(incoming('GET', '/edge-routers', token))
  expect(JSON.parse(String(body)).data.map(({ name }: { name: string }) => name)).toEqual([
    'in time',
  ])
})

test('a transaction that waits for something first is not begun again when its time is over', async () => {
  const context = await createServiceContext(credentials)
  const deadline = { isOver: false, hasChanged: false }
  const { write } = withDeadline(
    context,
    { ...incoming('POST', '/'), deadline },
    { waitForTurn: () => undefined, pause: () => undefined },
  )
  const schema = { type: 'object' }
  const work = vi.fn(() => {
    deadline.isOver = true
    context.schemaChecker.findSchemaFault(schema)
  })
  await expect(write(work)).rejects.toMatchObject({ failure: { code: 'TIMEOUT' } })
  expect(work).toHaveBeenCalledTimes(1)
  expect(deadline.hasChanged).toBe(false)
  context.schemaChecker.close()
})

test('long requests take turns, and what came meanwhile is served in between', async () => {
  const takeTurns = createTurnQueue()
  const order: string[] = []
  const long = ['a', 'b', 'c'].map(async (name) => {
    await takeTurns(1_000_000)()
    order.push(name)
    setImmediate(() => order.push(`after ${name}`))
  })
  expect(takeTurns(100)()).toBeUndefined()
  await Promise.all(long)
  await new Promise((resolve) => setImmediate(resolve))
  expect(order.indexOf('after a')).toBeLessThan(order.indexOf('c'))
})
