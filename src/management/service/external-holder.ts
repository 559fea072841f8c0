import type { Environment, Reading } from './environment.js'
import type { Voucher } from './administrators.js'
import { vouchesFor } from './administrators.js'
import type { Kinds } from './records.js'
import { claimedSigner, verifyExternalToken } from './tokens/external-token.js'

type Signer = Kinds['externalJwtSigners']

/** So many tokens of a request are looked at, as controllers do. */
const most = 3

/** The bearer tokens of a request. */
export const bearersOf = (headers: Headers): string[] =>
  (headers.get('authorization') ?? '')
    .split(',')
    .flatMap((credential) => /^bearer +(\S+)$/i.exec(credential.trim())?.[1] ?? [])
    .slice(0, most)

/** Who holds a token, and the signer that vouches for it. */
export type Holder = { identity: string; signer: string } & Voucher

/** Who holds a token: the identity that it names, and the signer that vouches for it. Nobody where a part of that is missing, disabled or revoked. */
export async function holderOf(
  token: string,
  environment: Environment,
): Promise<Holder | undefined> {
  const claimed = claimedSigner(token)
  const signers = claimed
    ? await environment.read((records) => [
        ...records.find('externalJwtSigners', 'issuer', claimed.issuer),
      ])
    : []
  for (const signer of signers.filter(({ enabled }) => enabled)) {
    const verified = await verifyExternalToken(token, signer, {
      at: new Date(environment.now()),
      keySets: environment.keySets,
    })
    if (!verified.ok) continue
    const { identifier, claims } = verified
    const identity = await environment.read((records) =>
      isRevoked(claims.jti, records, environment.now())
        ? undefined
        : identityOf(signer, identifier, records),
    )
    if (identity && vouchesFor(signer, identity))
      return {
        identity: identity.id,
        signer: signer.id,
        ...(signer.isUntrusted && { isUntrusted: true }),
      }
  }
  return undefined
}

const isRevoked = (tokenId: string | undefined, records: Reading, now: number): boolean => {
  const revocation = tokenId === undefined ? undefined : records.get('revocations', tokenId)
  return revocation?.type === 'JTI' && revocation.expiresAt > now
}

function identityOf(
  { useExternalId }: Signer,
  identifier: string,
  records: Reading,
): Kinds['identities'] | undefined {
  if (!useExternalId) return records.get('identities', identifier)
  const [identity] = records.find('identities', 'externalId', identifier)
  return identity
}
