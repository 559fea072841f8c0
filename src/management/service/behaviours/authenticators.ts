import { isIssuedBy, verifyChain } from '../certificates/chain.js'
import { readClientCertificate, readPresented } from '../certificates/reading.js'
import { create, created, crud, remove, tagsOf, transact } from '../crud.js'
import { inviteIdentity } from '../enrolling.js'
import type { Environment } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { authenticators as kind } from '../kinds/authenticators.js'
import { identities } from '../kinds/identities.js'
import type { Scope, WritingScope } from '../kinds/kind.js'
import type { Kinds } from '../records.js'
import { badField, notFound, Refusal, valueOf } from '../refusal.js'
import { issuerOf, verifiedRoots } from '../trusted.js'
import type {
  AuthenticatorCreate,
  AuthenticatorPatch,
} from '../../../generated/management/shapes.js'
import { relation } from './relations.js'

type Authenticator = Kinds['authenticators']

const done: Answer = { data: {}, meta: {} }

const required = (field: string, value: string | undefined): string => {
  if (!value) throw badField(field, `${field} is required`, '')
  return value
}

/** The authenticator that a call names. */
export function authenticatorOf(
  { parameters }: Call,
  { records }: Pick<Scope, 'records'>,
): Authenticator {
  const id = parameters['id'] ?? ''
  const authenticator = records.get('authenticators', id)
  if (!authenticator) throw notFound('authenticator', id)
  return authenticator
}

/** What a certificate says of an authenticator; refuses one that leads to no known CA. It may have expired. */
function byCertificate(
  certPem: string,
  { records, environment: { authority } }: Scope,
): Partial<Authenticator> {
  const certificate = valueOf(readClientCertificate(certPem))
  const roots = [authority.certificate, ...verifiedRoots(records)]
  if (!verifyChain(certificate, { roots, at: certificate.notBefore }).ok)
    throw new Refusal({
      code: 'CERTIFICATE_FAILED_VALIDATION',
      reason: `error verifying client certificate [${certificate.fingerprint}] did not verify against known CAs`,
    })
  return {
    certPem,
    fingerprint: certificate.fingerprint,
    isIssuedByNetwork: isIssuedBy(certificate, authority.certificate),
  }
}

async function createAuthenticator(
  call: Call<AuthenticatorCreate>,
  environment: Environment,
): Promise<Answer> {
  const { method, identityId: identity, username, password, certPem, tags } = call.input
  if (method !== 'updb' && method !== 'cert')
    throw badField('method', 'method must be updb or cert', method)
  const own =
    method === 'updb'
      ? { username: required('username', username), password: required('password', password) }
      : { certPem: required('certPem', certPem) }
  const hash = 'password' in own ? await environment.passwords.hash(own.password) : ''
  return transact(call, environment, (scope) => {
    for (const other of scope.records.find('authenticators', 'identity', identity))
      if (other.method === method) throw new Refusal({ code: 'MAX_AUTHENTICATOR_METHODS_REACHED' })
    const parts =
      'certPem' in own
        ? byCertificate(own.certPem, scope)
        : { username: own.username, passwordHash: hash }
    return created('authenticators', create(kind, { method, identity, tags, ...parts }, scope).id)
  })
}

/** Gives an authenticator another name or password, as far as they are sent. A certificate has neither. */
export function rename(
  authenticator: Authenticator,
  {
    username,
    hash,
    tags,
  }: { username?: string | null | undefined; hash?: string | undefined; tags: unknown },
  scope: WritingScope,
): Answer {
  const own =
    authenticator.method === 'updb'
      ? { ...(username && { username }), ...(hash !== undefined && { passwordHash: hash }) }
      : {}
  const changed = { ...authenticator, ...own, tags: tagsOf(tags), updatedAt: scope.now }
  kind.check?.(changed, scope, authenticator)
  scope.records.put('authenticators', changed)
  return done
}

async function update(call: Call<AuthenticatorPatch>, environment: Environment): Promise<Answer> {
  const { username, password, tags } = call.input
  await environment.read((records) => authenticatorOf(call, { records }))
  const hash = password ? await environment.passwords.hash(password) : undefined
  return transact(call, environment, (scope) => {
    const before = authenticatorOf(call, scope)
    return rename(
      before,
      {
        username,
        hash,
        tags: tags ?? (call.operation.method === 'PATCH' ? before.tags : undefined),
      },
      scope,
    )
  })
}

/** What an authenticator goes back to: the enrollment that it came from. */
function invite(
  { identity, method, username, certPem = '' }: Authenticator,
  expiresAt: number,
  scope: WritingScope,
): string {
  const [certificate] = readPresented(certPem)
  const ca = certificate && issuerOf(certificate, scope.records, new Date(scope.now))
  return inviteIdentity(
    {
      identity,
      expiresAt,
      username,
      caId: ca?.id,
      method: method === 'updb' ? 'updb' : ca ? 'ottca' : 'ott',
    },
    scope,
  ).id
}

const { list, get, delete: drop } = crud(kind)

/** The passwords and certificates of all identities, for administrators. */
export const authenticators: Handlers = {
  listAuthenticators: list,
  detailAuthenticator: get,
  deleteAuthenticator: drop,
  getIdentityAuthenticators: relation(identities, kind, ({ id }, records) =>
    records.find('authenticators', 'identity', id),
  ),
  createAuthenticator,
  updateAuthenticator: update,
  patchAuthenticator: update,
  reEnrollAuthenticator: (call, environment) =>
    transact(call, environment, (scope) => {
      const authenticator = authenticatorOf(call, scope)
      const id = invite(authenticator, Date.parse(call.input.expiresAt), scope)
      remove(kind, authenticator, scope)
      return created('enrollments', id)
    }),
  requestExtendAuthenticator: (call, environment) =>
    transact(call, environment, (scope) => {
      const authenticator = authenticatorOf(call, scope)
      if (authenticator.method !== 'cert')
        throw new Refusal({
          code: 'UNAUTHORIZED',
          reason: 'authenticator is not a certificate authenticator',
        })
      scope.records.put('authenticators', {
        ...authenticator,
        isExtendRequested: true,
        isKeyRollRequested: call.input.rollKeys ?? false,
        extendRequestedAt: scope.now,
        updatedAt: scope.now,
      })
      return done
    }),
}
