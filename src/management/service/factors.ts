import type { Environment, Reading } from './environment.js'
import { bearersOf, holderOf } from './external-holder.js'
import type { Kinds } from './records.js'

/** A second factor that a session lacks, as the API asks for it. */
export type AuthQuery = { typeId: 'MFA' | 'EXT-JWT'; provider: string; id?: string } & Readonly<
  Record<string, unknown>
>

/** The auth policy of an identity. */
export function policyOf(identity: string, records: Reading): Kinds['authPolicies'] | undefined {
  const found = records.get('identities', identity)
  return found && records.get('authPolicies', found.authPolicyId)
}

/** The set-up one-time codes of an identity, verified or not. */
export function mfaOf(identity: string, records: Reading): Kinds['mfas'] | undefined {
  const [mfa] = records.find('mfas', 'identity', identity)
  return mfa
}

/** What a session lacks: a one-time code, where the policy or the identity itself wants one; and a token of another issuer, which each request brings anew. */
export function queriesOf(session: Kinds['apiSessions'], records: Reading): AuthQuery[] {
  const secondary = policyOf(session.identity, records)?.secondary
  const isEnrolled = mfaOf(session.identity, records)?.isVerified ?? false
  const isCodeWanted = secondary?.requireTotp || (session.mfaRequired && isEnrolled)
  const signer = secondary?.requireExtJwtSigner
  return [
    ...(isCodeWanted && !(session.mfaComplete && isEnrolled) ? [codeQuery] : []),
    ...(signer ? [tokenQuery(signer, records)] : []),
  ]
}

/** Measured on controllers, format and length too. */
const codeQuery: AuthQuery = {
  format: 'alphaNumeric',
  httpMethod: 'POST',
  httpUrl: './authenticate/mfa',
  maxLength: 6,
  minLength: 4,
  provider: 'ziti',
  scopes: null,
  typeId: 'MFA',
}

function tokenQuery(id: string, records: Reading): AuthQuery {
  const { externalAuthUrl, clientId, scopes = null } = records.get('externalJwtSigners', id) ?? {}
  return {
    ...(externalAuthUrl && { httpUrl: externalAuthUrl }),
    ...(clientId && { clientId }),
    id,
    provider: 'url',
    scopes,
    typeId: 'EXT-JWT',
  }
}

/** What is left of the second factors that a session lacks, once the tokens of a request are looked at. */
export async function openOf(
  queries: AuthQuery[],
  identity: string,
  { headers, environment }: { headers: Headers; environment: Environment },
): Promise<AuthQuery[]> {
  const wanted = queries.find(({ typeId }) => typeId === 'EXT-JWT')
  for (const token of wanted ? bearersOf(headers) : []) {
    const holder = await holderOf(token, environment)
    if (holder && holder.signer === wanted?.id && holder.identity === identity)
      return queries.filter((query) => query !== wanted)
  }
  return queries
}
