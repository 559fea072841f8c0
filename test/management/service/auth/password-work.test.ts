import { describe, expect, test } from 'vitest'
import { createRequestHandler } from '../../../../src/management/service/http/service.js'
import { createServiceContext } from '../../../support/management.js'

const administrator = { username: 'admin', password: 'admin-pass' }

describe('a password that fails', () => {
  test.each([
    { name: 'of a user', username: 'admin' },
    { name: 'of nobody', username: 'nobody' },
  ])('$name takes one comparison and one transaction that writes', async ({ username }) => {
    const context = await createServiceContext(administrator)
    const done: string[] = []
    const serve = createRequestHandler({
      ...context,
      sessions: { ...context.sessions, cleanedUpAt: context.now() },
      passwordHasher: {
        ...context.passwordHasher,
        verify: (...given) => {
          done.push('compares')
          return context.passwordHasher.verify(...given)
        },
      },
      write: (work) =>
        context.write((records) => {
          done.push('begins')
          return work({
            ...records,
            put: (kind, record) => {
              done.push('writes')
              return records.put(kind, record)
            },
          })
        }),
    })
    const body = JSON.stringify({ username, password: 'wrong-pass' })
    const response = await serve(
      new Request('https://service.test/edge/management/v1/authenticate?method=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    )
    expect({ status: response.status, done }).toEqual({
      status: 401,
      done: ['compares', 'begins', 'writes'],
    })
  })
})
