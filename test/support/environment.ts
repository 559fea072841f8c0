import { contract } from '../../src/generated/management/contract.js'
import { authorityIn, initialise, serverKeysIn } from '../../src/management/service/bootstrap.js'
import type { Environment } from '../../src/management/service/environment.js'
import { createIdentifiers } from '../../src/management/service/identifiers.js'
import { indexes } from '../../src/management/service/indexes.js'
import { createPasswords } from '../../src/management/service/passwords.js'
import { recordsIn } from '../../src/management/service/records-in.js'
import { emptySessions } from '../../src/management/service/sessions.js'
import { openStore } from '../../src/management/service/store/index.js'
import { openSigningKey } from '../../src/management/service/tokens/signing-key.js'
import { sequence } from './sequence.js'

/** What the handlers of a new service in memory work with, for tests that look behind the API. */
export async function environmentOf(administrator: { username: string; password: string }): Promise<Environment> {
  const now = Date.parse('2026-12-01T10:00:00.000Z')
  const random = sequence('environment')
  const records = recordsIn(await openStore(indexes))
  const means = { now, random, ids: createIdentifiers(random), passwords: createPasswords(random) }
  await initialise(records, administrator, means)
  const authority = await authorityIn(records, means)
  const signingKey = openSigningKey(await serverKeysIn(records, authority, { hosts: ['localhost'], means }))
  return { ...records, ...means, contract, now: () => now, sessions: emptySessions(), keySets: { find: async () => [] }, authority, signingKey, address: () => 'localhost:1280' }
}
