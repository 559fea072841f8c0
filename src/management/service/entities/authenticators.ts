import { createHash } from 'node:crypto'
import type { Trust } from '../auth/identity-rights.js'
import { pickTrust } from '../auth/identity-rights.js'
import {
  parseCertificate,
  parsePem,
  readClientCertificate,
  readPresentedChain,
} from '../pki/certificate.js'
import { endOtherSessions, endSessions, suspendOtherSessions } from '../auth/end-sessions.js'
import { createFieldRefusal, createNotFound, Refusal, unwrap } from '../call/failure.js'
import { isIssuedBy, verifyChain } from '../pki/chain.js'
import { findCertificateTrust } from '../auth/certificate-trust.js'
import { openIdentityEnrollment } from '../auth/open-enrollments.js'
import { isOrdinaryCaller } from '../auth/rights.js'
import type { ServiceContext } from '../call/context.js'
import type { ReadTransaction, BaseRecord } from '../call/records.js'
import type { Answer, Call, Handlers } from '../call/call.js'
import type {
  AuthenticatorCreate,
  AuthenticatorPatch,
  OwnAuthenticatorPatch,
  Tags,
} from '../../../generated/management/shapes.js'
import { extendCertificate, checkConfirmation } from '../pki/authority.js'
import { createIdReference } from '../records/references.js'
import type { Scope, WriteScope } from '../call/scope.js'
import { emptyAnswer, createReadHandler, createReadInPartsHandler } from '../call/scope.js'
import { inTransaction, transact } from '../auth/transact.js'
import { rejectWeakPassword } from './auth-policies.js'
import { findIssuer, listVerifiedRoots } from './cas.js'
import { createRecord, answerCreated, defineEntity, getRecord, removeRecord } from './crud.js'
import { rejectDuplicate } from './entity.js'
import { identities } from './identities.js'
import { listRelated, createPage } from './list.js'
import { createEntityReference, formatTime, presentRecord } from './present.js'

type AuthenticatorRecord = BaseRecord &
  Trust & {
    method: string
    identity: string
    username?: string
    passwordHash?: string
    certPem?: string
    fingerprint?: string
    isIssuedByNetwork: boolean
    waitingCertPem?: string
    waitingFingerprint?: string
    isExtendRequested: boolean
    isKeyRollRequested: boolean
    lastExtendRolledKeys?: boolean
    extendRequestedAt: number | null
    failures: number
  }

declare module '../call/records.js' {
  interface EntityRecords {
    authenticators: AuthenticatorRecord
  }
}

/**
 * The SHA-256 of a certificate's public key in hexadecimal; undefined if there is no certificate, or it cannot be
 * parsed.
 */
function hashPublicKey({ certPem = '' }: { certPem?: string }): string | undefined {
  const [block] = parsePem(certPem)
  const certificate = block && parseCertificate(block.bytes)
  return (
    certificate &&
    createHash('sha256')
      .update(certificate.x509.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
  )
}

export const newAuthenticatorFields = {
  isIssuedByNetwork: false,
  isExtendRequested: false,
  isKeyRollRequested: false,
  extendRequestedAt: null,
  failures: 0,
}

/** A password or a certificate with which an identity authenticates. */
export const authenticators = defineEntity({
  name: 'authenticators',
  indexes: ['identity', 'username', 'fingerprint'],
  references: [createIdReference('identity', 'identities', 'remove')],
  recordLinks: ({ identity }) => ({ identities: { href: `./identities/${identity}` } }),
  toRecord: ({ method = '', identity = '', ...rest }, base) => ({
    ...newAuthenticatorFields,
    ...rest,
    method,
    identity,
    ...base,
  }),
  check: ({ id, identity, username, fingerprint }, scope, before) => {
    const subject = scope.records.get('identities', identity)
    if (!subject) throw createNotFound('identity', identity)
    if (!before && subject.typeId === 'Router')
      throw createFieldRefusal(
        'identityId',
        'may not create authenticators for router identities',
        identity,
      )
    const uniqueValues = [
      { index: 'username', value: username, field: 'updbUsername' },
      { index: 'fingerprint', value: fingerprint, field: 'certFingerprint' },
    ]
    for (const uniqueValue of uniqueValues)
      rejectDuplicate('authenticators', { id, ...uniqueValue }, scope)
  },
  beforeDelete: ({ id }, scope) => endSessions('authenticator', id, scope),
  present: (authenticator, { records }) => {
    const { method, username, certPem, fingerprint, extendRequestedAt } = authenticator
    const { isExtendRequested, isIssuedByNetwork, isKeyRollRequested, lastExtendRolledKeys } =
      authenticator
    const identity = records.get('identities', authenticator.identity)
    return {
      ...(identity && { identity: createEntityReference(identities, identity) }),
      identityId: authenticator.identity,
      method,
      ...(method === 'updb' && { username }),
      ...(method === 'cert' && { certPem, fingerprint }),
      ...(extendRequestedAt !== null && { extendRequestedAt: formatTime(extendRequestedAt) }),
      // Like controllers, omits these fields if they are not set.
      ...(isExtendRequested && { isExtendRequested }),
      ...(isIssuedByNetwork && { isIssuedByNetwork }),
      ...(isKeyRollRequested && { isKeyRollRequested }),
      ...(lastExtendRolledKeys && { lastExtendRolledKeys }),
    }
  },
  // As on controllers, filters may use the symbols of stored passwords. Here, these symbols have no value.
  symbols: {
    certFingerprint: ({ fingerprint }) => fingerprint,
    updbUsername: ({ username }) => username,
    updbPassword: () => undefined,
    updbSalt: () => undefined,
    publicKeyPrint: hashPublicKey,
  },
})

/** The authenticators of the caller: the same records, with links below `current-identity`. */
const ownAuthenticators: typeof authenticators = {
  ...authenticators,
  path: 'current-identity/authenticators',
  recordLinks: () => ({}),
}

const maxCredentialLength = 100

function requireField(field: string, value: string | undefined, maxLength = Infinity): string {
  if (!value) throw createFieldRefusal(field, `${field} is required`, '')
  if (value.length > maxLength)
    throw createFieldRefusal(field, `${field} must have at most ${maxLength} characters`, undefined)
  return value
}

/**
 * The fields of an authenticator with a certificate. Refuses a certificate that no known CA issued; accepts an expired
 * one.
 */
function readCertificateFields(
  certPem: string,
  { records, context: { authority } }: Scope,
): Partial<AuthenticatorRecord> {
  const certificate = unwrap(readClientCertificate(certPem))
  const roots = [authority.certificate, ...listVerifiedRoots(records)]
  if (!verifyChain(certificate, { roots, time: certificate.notBefore }).ok)
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

async function readPasswordFields(
  { username, password }: AuthenticatorCreate,
  { passwordHasher }: ServiceContext,
): Promise<Partial<AuthenticatorRecord>> {
  const name = requireField('username', username, maxCredentialLength)
  const secret = requireField('password', password, maxCredentialLength)
  return { username: name, passwordHash: await passwordHasher.hash(secret) }
}

async function createAuthenticator(
  call: Call<AuthenticatorCreate>,
  context: ServiceContext,
): Promise<Answer> {
  const { method, identityId: identity, certPem, tags } = call.input
  if (method !== 'updb' && method !== 'cert')
    throw createFieldRefusal('method', 'method must be updb or cert', method)
  if (method === 'cert') requireField('certPem', certPem)
  const password = method === 'updb' ? await readPasswordFields(call.input, context) : undefined
  return transact(call, context, (scope) => {
    for (const other of scope.records.find('authenticators', 'identity', identity))
      if (other.method === method) throw new Refusal({ code: 'MAX_AUTHENTICATOR_METHODS_REACHED' })
    const credentials = password ?? readCertificateFields(certPem ?? '', scope)
    const input = { method, identity, tags, ...credentials }
    return answerCreated('authenticators', createRecord(authenticators, input, scope).id)
  })
}

/**
 * Sets the user name and password of an authenticator, if the request contains them. An authenticator with a
 * certificate has neither, so only its tags change.
 */
function updateCredentials(
  authenticator: AuthenticatorRecord,
  {
    username,
    hash,
    tags,
  }: { username?: string | null | undefined; hash?: string | undefined; tags?: Tags | undefined },
  scope: WriteScope,
): Answer {
  const credentials =
    authenticator.method === 'updb'
      ? { ...(username && { username }), ...(hash !== undefined && { passwordHash: hash }) }
      : {}
  const { isUntrusted: _isUntrusted, rights: _rights, ...rest } = authenticator
  // A new password from an administrator makes the authenticator trusted. A new password from any other caller does
  // not, because the caller may be somebody other than the user.
  const isReset = credentials.passwordHash !== undefined && !isOrdinaryCaller(scope)
  const updated = {
    ...rest,
    ...(!isReset && pickTrust(authenticator)),
    ...credentials,
    tags: tags ?? (scope.call.operation.method === 'PATCH' ? authenticator.tags : {}),
    updatedAt: scope.now,
  }
  authenticators.check?.(updated, scope, authenticator)
  scope.records.put('authenticators', updated)
  const isRenamed =
    scope.call.operation.id === 'updateAuthenticator' && updated.username !== authenticator.username
  const endOrSuspend = isRenamed ? suspendOtherSessions : endOtherSessions
  if (updated.passwordHash !== authenticator.passwordHash)
    endOrSuspend(authenticator.identity, scope)
  return emptyAnswer
}

async function updateAuthenticator(
  call: Call<AuthenticatorPatch>,
  context: ServiceContext,
): Promise<Answer> {
  const { username, password, tags } = call.input
  await context.read((records) => {
    const { identity } = getRecord(authenticators, { records, call })
    if (password) rejectWeakPassword(identity, password, records)
  })
  const hash = password ? await context.passwordHasher.hash(password) : undefined
  return transact(call, context, (scope) => {
    const before = getRecord(authenticators, scope)
    return updateCredentials(before, { username, hash, tags }, scope)
  })
}

/**
 * Opens a new enrollment for the identity of an authenticator, and returns the id of the enrollment. The method is
 * `updb` for a password, `ottca` for a certificate whose CA `findIssuer` finds, and `ott` for other certificates.
 */
function reopenEnrollment(
  { identity, method, username, certPem = '' }: AuthenticatorRecord,
  expiresAt: number,
  scope: WriteScope,
): string {
  const [certificate] = readPresentedChain(certPem)
  const ca = certificate && findIssuer(certificate, scope.records, new Date(scope.now))
  return openIdentityEnrollment(
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

/** Operations on the authenticators of any identity; callers need a permission for them. */
export const authenticatorOperations: Handlers = {
  getIdentityAuthenticators: listRelated(identities, authenticators, ({ id }, records) => ({
    records: records.find('authenticators', 'identity', id),
  })),
  createAuthenticator,
  updateAuthenticator,
  patchAuthenticator: updateAuthenticator,
  reEnrollAuthenticator: inTransaction((scope, call) => {
    const authenticator = getRecord(authenticators, scope)
    const id = reopenEnrollment(authenticator, Date.parse(call.input.expiresAt), scope)
    removeRecord(authenticators, authenticator, scope)
    if (authenticator.method === 'updb') endOtherSessions(authenticator.identity, scope)
    return answerCreated('enrollments', id)
  }),
  requestExtendAuthenticator: inTransaction((scope, call) => {
    const authenticator = getRecord(authenticators, scope)
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
    return emptyAnswer
  }),
}

const createUnchangeableRefusal = (): Refusal =>
  new Refusal({ code: 'CAN_NOT_UPDATE_AUTHENTICATOR' })

const isOwn = ({ identity }: AuthenticatorRecord, { caller }: Call): boolean =>
  identity === caller?.identity.id

function getOwnAuthenticator(call: Call, records: ReadTransaction): AuthenticatorRecord {
  const authenticator = getRecord(authenticators, { records, call })
  if (!isOwn(authenticator, call)) throw createNotFound('authenticator', authenticator.id)
  return authenticator
}

async function updateOwnAuthenticator(
  call: Call<OwnAuthenticatorPatch>,
  context: ServiceContext,
): Promise<Answer> {
  const { username, password, currentPassword, tags } = call.input
  const authenticator = await context.read((records) => getOwnAuthenticator(call, records))
  if (authenticator.method !== 'updb') throw createUnchangeableRefusal()
  // As on a controller, the refusal of a wrong password contains that password. A correct password is never repeated.
  if (!(await context.passwordHasher.verify(currentPassword, authenticator.passwordHash)))
    throw new Refusal({
      code: 'UNAUTHORIZED',
      field: 'currentPassword',
      reason: 'invalid current password',
      value: currentPassword,
    })
  if (password)
    await context.read((records) => rejectWeakPassword(authenticator.identity, password, records))
  const hash = password ? await context.passwordHasher.hash(password) : undefined
  return transact(call, context, (scope) => {
    const before = getOwnAuthenticator(call, scope.records)
    // A concurrent request has changed the password, so the verified password is no longer current.
    if (before.passwordHash !== authenticator.passwordHash)
      throw new Refusal({ code: 'UNAUTHORIZED' })
    return updateCredentials(before, { username, hash, tags }, scope)
  })
}

function getOwnCertificateAuthenticator(call: Call, records: ReadTransaction): AuthenticatorRecord {
  const authenticator = records.get('authenticators', call.parameters['id'] ?? '')
  if (!authenticator) throw new Refusal({ code: 'NOT_FOUND' })
  if (authenticator.method !== 'cert') throw createUnchangeableRefusal()
  if (!isOwn(authenticator, call)) throw new Refusal({ code: 'UNAUTHORIZED' })
  return authenticator
}

/** Operations on the caller's own authenticators; they need no permission. */
export const ownAuthenticatorOperations: Handlers = {
  listCurrentIdentityAuthenticators: createReadInPartsHandler((scope, call) => {
    const id = call.caller?.identity.id ?? ''
    const records = scope.records.find('authenticators', 'identity', id)
    return createPage(ownAuthenticators, { records }, scope)
  }),
  detailCurrentIdentityAuthenticator: createReadHandler((scope, call) => ({
    data: presentRecord(ownAuthenticators, getOwnAuthenticator(call, scope.records), scope),
  })),
  updateCurrentIdentityAuthenticator: updateOwnAuthenticator,
  patchCurrentIdentityAuthenticator: updateOwnAuthenticator,
  extendCurrentIdentityAuthenticator: inTransaction((scope, call) => {
    const { records, now } = scope
    const [presentedCertificate] = readPresentedChain(call.clientCertificate ?? '')
    if (!presentedCertificate) throw new Refusal({ code: 'UNAUTHORIZED' })
    const authenticator = getOwnCertificateAuthenticator(call, records)
    if (!authenticator.isIssuedByNetwork) throw createUnchangeableRefusal()
    const trust =
      authenticator.fingerprint === presentedCertificate.fingerprint &&
      findCertificateTrust(
        { leaf: presentedCertificate, intermediates: [] },
        { identity: authenticator.identity, issuers: ['network'] },
        scope,
      )
    if (!trust) throw new Refusal({ code: 'UNAUTHORIZED' })
    const { authority, random } = scope.context
    const { certificate, chain } = unwrap(
      extendCertificate(
        authority,
        { current: presentedCertificate, csr: call.input.clientCertCsr },
        { time: new Date(now), random },
      ),
    )
    records.put('authenticators', {
      ...authenticator,
      waitingCertPem: certificate.pem,
      waitingFingerprint: certificate.fingerprint,
      updatedAt: now,
    })
    return { data: { ca: authority.certificate.pem, clientCert: chain } }
  }),
  extendVerifyCurrentIdentityAuthenticator: inTransaction(({ records, now }, call) => {
    const { waitingCertPem, waitingFingerprint, ...authenticator } = getOwnCertificateAuthenticator(
      call,
      records,
    )
    const fault = checkConfirmation(waitingFingerprint, call.input.clientCert)
    if (fault || waitingCertPem === undefined || waitingFingerprint === undefined)
      throw fault ? new Refusal(fault) : createUnchangeableRefusal()
    records.put('authenticators', {
      ...authenticator,
      certPem: waitingCertPem,
      fingerprint: waitingFingerprint,
      lastExtendRolledKeys:
        hashPublicKey(authenticator) !== hashPublicKey({ certPem: waitingCertPem }),
      isExtendRequested: false,
      isKeyRollRequested: false,
      updatedAt: now,
    })
    return emptyAnswer
  }),
}
