import { X509Certificate } from 'node:crypto'
import type { Authority, KeyPair } from './certificates/authority.js'
import { createAuthority, openAuthority } from './certificates/authority.js'
import { issueServer } from './certificates/leaves.js'
import type { Records } from './environment.js'
import type { Identifiers, RandomBytes } from './identifiers.js'
import type { Passwords } from './passwords.js'
import type { Base, Kinds } from './records.js'
import { initial } from './initial/index.js'

/** Who administers a new service. */
export type Administrator = { username: string; password: string }

type Means = { now: number; ids: Identifiers; random: RandomBytes; passwords: Passwords }

const common = (id: string, now: number): Base => ({ id, createdAt: now, updatedAt: now, tags: {} })

/** The CA of the service: that of its records, or a new one. */
export async function authorityIn(records: Records, { now, random }: Means): Promise<Authority> {
  const pair = await records.read((reading) => reading.get('keys', 'authority'))
  if (pair) return openAuthority(pair)
  const made = createAuthority('routerfile management service', { at: new Date(now), random })
  await records.write(
    (writing) => void writing.put('keys', { ...common('authority', now), ...made }),
  )
  return openAuthority(made)
}

/** How long before its end a certificate of the server is made anew, in ms. */
const renewal = 30 * 24 * 60 * 60_000

/** The key and certificate of the server for these hosts: those of its records, or new ones where those end soon. */
export async function serverKeysIn(
  records: Records,
  authority: Authority,
  { hosts, means: { now, random } }: { hosts: readonly [string, ...string[]]; means: Means },
): Promise<KeyPair> {
  const id = `server ${hosts.join(' ')}`
  const pair = await records.read((reading) => reading.get('keys', id))
  if (pair && Date.parse(new X509Certificate(pair.certPem).validTo) - now > renewal) return pair
  const made = issueServer(authority, hosts, { at: new Date(now), random })
  await records.write((writing) => void writing.put('keys', { ...common(id, now), ...made }))
  return made
}

/** Whether there is an administrator already. */
export const isInitialised = (records: Records): Promise<boolean> =>
  records.read((reading) => reading.count('identities') > 0)

/** Writes what a new controller has, and its administrator, as one transaction. */
export async function initialise(
  records: Records,
  { username, password }: Administrator,
  { now, ids, passwords }: Means,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  const identity = ids.short()
  await records.write((writing) => {
    initial(writing, now)
    writing.put('identities', { ...common(identity, now), ...administrator })
    writing.put('authenticators', {
      ...common(ids.long(), now),
      method: 'updb',
      identity,
      username,
      passwordHash,
      isIssuedByNetwork: false,
      isExtendRequested: false,
      isKeyRollRequested: false,
      extendRequestedAt: null,
      failures: 0,
    })
  })
}

const administrator: Omit<Kinds['identities'], keyof Base> = {
  name: 'Default Admin',
  typeId: 'Default',
  isAdmin: true,
  isDefaultAdmin: true,
  authPolicyId: 'default',
  externalId: null,
  roleAttributes: [],
  appData: {},
  defaultHostingCost: 0,
  defaultHostingPrecedence: 'default',
  serviceHostingCosts: {},
  serviceHostingPrecedences: {},
  permissions: null,
  envInfo: {},
  sdkInfo: {},
  disabledAt: null,
  disabledUntil: null,
  serviceConfigs: [],
}
