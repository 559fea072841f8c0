import type { Environment } from '../../src/management/service/environment.js'
import { environmentOn } from '../../src/management/service/environment-on.js'
import { createIdentifiers } from '../../src/management/service/identifiers.js'
import { indexes } from '../../src/management/service/indexes.js'
import { openStore } from '../../src/management/service/store/index.js'
import { sequence } from './sequence.js'

/** What the handlers of a new service in memory work with, for tests that look behind the API. */
export async function environmentOf(administrator: {
  username: string
  password: string
}): Promise<Environment> {
  const random = sequence('environment')
  const clock = (): Date => new Date('2026-12-01T10:00:00.000Z')
  const { environment } = await environmentOn(await openStore(indexes), {
    data: ':memory:',
    admin: administrator,
    clock,
    random,
    ids: createIdentifiers(random),
    address: undefined,
  })
  return { ...environment, keySets: { find: async () => [] } }
}
