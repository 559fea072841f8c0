import { X509Certificate } from 'node:crypto'
import type { Records } from '../call/records.js'
import { createBase } from '../call/records.js'
import type { RandomBytes } from '../call/identifiers.js'
import type { Authority, KeyPair } from '../call/context.js'
import { createAuthority, issueServerCertificate, openAuthority } from '../pki/authority.js'
import type { EntityTable } from '../records/references.js'

declare module '../call/records.js' {
  interface EntityRecords {
    keys: BaseRecord & KeyPair
  }
}

/** The service's own keys, which the API does not show. */
export const keys: EntityTable<'keys'> = { name: 'keys', indexes: [] }

type KeyDeps = { now: number; random: RandomBytes }

export async function loadAuthority(
  records: Records,
  { now, random }: KeyDeps,
): Promise<Authority> {
  const pair = await records.read((transaction) => transaction.get('keys', 'authority'))
  if (pair) return openAuthority(pair)
  const newPair = createAuthority('routerfile management service', { time: new Date(now), random })
  await storeKeys(records, 'authority', { pair: newPair, now })
  return openAuthority(newPair)
}

/** How long before its expiry a server certificate is renewed, in ms. */
const renewalWindow = 30 * 24 * 60 * 60_000

/** Loads the server key and certificate for these hosts, or issues new ones if there are none or they expire soon. */
export async function loadServerKeys(
  records: Records,
  authority: Authority,
  { hosts, deps: { now, random } }: { hosts: readonly [string, ...string[]]; deps: KeyDeps },
): Promise<KeyPair> {
  const id = `server ${hosts.join(' ')}`
  const pair = await records.read((transaction) => transaction.get('keys', id))
  if (pair && Date.parse(new X509Certificate(pair.certPem).validTo) - now > renewalWindow)
    return pair
  const newPair = issueServerCertificate(authority, hosts, { time: new Date(now), random })
  await storeKeys(records, id, { pair: newPair, now })
  return newPair
}

const storeKeys = (
  records: Records,
  id: string,
  { pair, now }: { pair: KeyPair; now: number },
): Promise<unknown> =>
  records.write((transaction) => transaction.put('keys', { ...createBase(id, now), ...pair }))
