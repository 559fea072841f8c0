import { mfaOf, policyOf } from '../factors.js'
import { isDisabled } from '../kinds/identities.js'
import { each } from '../kinds/rules.js'
import type { WritingScope } from '../kinds/kind.js'
import type { Base, Kinds } from '../records.js'
import { storedToken } from '../tokens/stored-token.js'
import type { Claim } from './claim.js'

type Identity = Kinds['identities']

/** What a client says of itself, and which configs it wants to see. */
export type Introduction = Partial<Pick<Identity, 'envInfo' | 'sdkInfo'>> & {
  configTypes?: readonly string[] | null
}

/** Opens a session for whoever proved to be somebody; for nobody where the identity is disabled, or its policy does not allow the way. */
export function openSession(
  claim: Claim,
  { configTypes, envInfo, sdkInfo }: Introduction,
  scope: WritingScope,
): { session: Kinds['apiSessions']; token: string } | undefined {
  const {
    records,
    now,
    call,
    environment: { ids, sessions },
  } = scope
  const identity = records.get('identities', claim.identity)
  if (!identity || isDisabled(identity, now) || !isAllowed(claim, scope)) return undefined
  if (envInfo || sdkInfo)
    records.put('identities', {
      ...identity,
      envInfo: { ...identity.envInfo, ...envInfo },
      sdkInfo: { ...identity.sdkInfo, ...sdkInfo },
      updatedAt: now,
    })
  const token = ids.token()
  const base: Base = { id: ids.session(), createdAt: now, updatedAt: now, tags: {} }
  const session = records.put('apiSessions', {
    ...base,
    tokenHash: storedToken(token),
    identity: identity.id,
    authenticator: claim.authenticator,
    ipAddress: call.address,
    configTypes: configTypesOf(configTypes ?? [], scope),
    lastActivityAt: now,
    mfaRequired: mfaOf(identity.id, records)?.isVerified ?? false,
    mfaComplete: false,
    ...(claim.isUntrusted && { isUntrusted: true }),
  })
  sessions.tokens.set(session.id, token)
  return { session, token }
}

function isAllowed({ identity, method, signer }: Claim, { records }: WritingScope): boolean {
  const primary = policyOf(identity, records)?.primary
  if (!primary?.[method].allowed) return false
  const { allowedSigners } = primary.extJwt
  return signer === undefined || allowedSigners.length === 0 || allowedSigners.includes(signer)
}

/** Config types by their ids, however they were named; unknown ones are left out. */
function configTypesOf(names: readonly string[], { records }: WritingScope): string[] {
  const ids = names.flatMap((name) => {
    const [named] = records.find('configTypes', 'name', name)
    return name === 'all' ? [name] : ((named ?? records.get('configTypes', name))?.id ?? [])
  })
  return each(ids)
}
