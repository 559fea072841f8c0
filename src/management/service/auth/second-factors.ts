import type { AuthQuery, RequestHeaders } from '../call/call.js'
import type { ServiceContext } from '../call/context.js'
import type { ReadTransaction, EntityRecords } from '../call/records.js'
import { readBearerTokens, findTokenHolder } from './external-tokens.js'

export function findAuthPolicy(
  identity: string,
  records: ReadTransaction,
): EntityRecords['authPolicies'] | undefined {
  const record = records.get('identities', identity)
  return record && records.get('authPolicies', record.authPolicyId)
}

/** The TOTP setup of an identity, verified or not. */
export function findMfa(
  identity: string,
  records: ReadTransaction,
): EntityRecords['mfas'] | undefined {
  const [mfa] = records.find('mfas', 'identity', identity)
  return mfa
}

/**
 * The second factors that a session still needs: a one-time code, if the auth policy or the
 * identity requires one, and a token of an external JWT signer, which every request must carry.
 */
export function listAuthQueries(
  session: EntityRecords['apiSessions'],
  records: ReadTransaction,
): AuthQuery[] {
  const secondary = findAuthPolicy(session.identity, records)?.secondary
  const isEnrolled = findMfa(session.identity, records)?.isVerified ?? false
  const isCodeRequired = secondary?.requireTotp || (session.mfaRequired && isEnrolled)
  const signer = secondary?.requireExtJwtSigner
  return [
    ...(isCodeRequired && !(session.mfaComplete && isEnrolled) ? [totpQuery] : []),
    ...(signer ? [createTokenQuery(signer, records)] : []),
  ]
}

/** The request for a code as controllers send it; format and lengths are from recordings. */
const totpQuery: AuthQuery = {
  format: 'alphaNumeric',
  httpMethod: 'POST',
  httpUrl: './authenticate/mfa',
  maxLength: 6,
  minLength: 4,
  provider: 'ziti',
  scopes: null,
  typeId: 'MFA',
}

function createTokenQuery(signer: string, records: ReadTransaction): AuthQuery {
  const {
    externalAuthUrl,
    clientId,
    scopes = null,
  } = records.get('externalJwtSigners', signer) ?? {}
  return {
    ...(externalAuthUrl && { httpUrl: externalAuthUrl }),
    ...(clientId && { clientId }),
    id: signer,
    provider: 'url',
    scopes,
    typeId: 'EXT-JWT',
  }
}

/**
 * Removes the query for an external JWT if the request carries a token that the required signer issued for the
 * identity.
 */
export async function removeAnsweredQueries(
  queries: AuthQuery[],
  identity: string,
  { headers, context }: { headers: RequestHeaders; context: ServiceContext },
): Promise<AuthQuery[]> {
  const tokenQuery = queries.find(({ typeId }) => typeId === 'EXT-JWT')
  for (const token of tokenQuery ? readBearerTokens(headers) : []) {
    const holder = await findTokenHolder(token, context)
    if (holder && holder.signer === tokenQuery?.id && holder.identity === identity)
      return queries.filter((query) => query !== tokenQuery)
  }
  return queries
}
