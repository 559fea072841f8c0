import type { WriteScope } from '../call/scope.js'
import type { BaseRecord, EntityRecords } from '../call/records.js'
import { createBase } from '../call/records.js'
import { createInvalidFieldRefusal, Refusal } from '../call/failure.js'
import { formatGoTime } from '../call/times.js'
import { getCallerTrust, guardIdentity } from './rights.js'
import { signEnrollment } from './enrollment-tokens.js'

/** Default lifetime of an enrollment, in ms, as on controllers. */
export const enrollmentLifetime = 180 * 60_000

type EnrollmentRecord = EntityRecords['enrollments']

type EnrollmentDetails = Omit<EnrollmentRecord, keyof BaseRecord | 'token' | 'jwt'>

/** An enrollment with a new token, and the JWT that contains it. */
function issueToken(
  enrollment: BaseRecord & EnrollmentDetails,
  { context }: Pick<WriteScope, 'context'>,
): EnrollmentRecord {
  const { method, expiresAt, identity, edgeRouter, transitRouter } = enrollment
  const token = context.idGenerator.token()
  const issuer = {
    signingKey: context.signingKey,
    address: context.address(),
    controllers: context.controllers,
  }
  return {
    ...enrollment,
    token,
    jwt: signEnrollment(
      {
        method,
        subject: identity ?? edgeRouter ?? transitRouter ?? '',
        token,
        expiresAt: new Date(expiresAt),
      },
      issuer,
    ),
  }
}

/** Opens an enrollment, whose token can be used once to enroll an identity or a router. */
export function openEnrollment(details: EnrollmentDetails, scope: WriteScope): EnrollmentRecord {
  const { now, records, context } = scope
  return records.put(
    'enrollments',
    issueToken(
      { ...createBase(context.idGenerator.long(), now), ...details, ...getCallerTrust(scope) },
      scope,
    ),
  )
}

/**
 * Gives an enrollment a new token and expiry time; the old token becomes invalid. The renewed enrollment is trusted
 * only as far as the caller is.
 */
export const renewEnrollment = (
  { isUntrusted: _isUntrusted, rights: _rights, ...enrollment }: EnrollmentRecord,
  expiresAt: number,
  scope: WriteScope,
): EnrollmentRecord =>
  scope.records.put(
    'enrollments',
    issueToken({ ...enrollment, expiresAt, updatedAt: scope.now, ...getCallerTrust(scope) }, scope),
  )

export type IdentityEnrollment = {
  method: string
  identity: string
  expiresAt: number
  caId?: string | null | undefined
  username?: string | null | undefined
}

const isEnrollmentMethod = (method: string): method is 'ott' | 'ottca' | 'updb' =>
  ['ott', 'ottca', 'updb'].includes(method)

/**
 * Opens an enrollment for an identity. Refuses invalid fields, a second enrollment with the same method, and an
 * identity with rights that the caller lacks.
 */
export function openIdentityEnrollment(
  { method, identity: id, expiresAt, caId, username }: IdentityEnrollment,
  scope: WriteScope,
): EnrollmentRecord {
  const { records, now } = scope
  const identity = records.get('identities', id)
  if (!identity) throw createInvalidFieldRefusal('identityId', 'identity not found', id)
  // Checked first, because the refusals of the other checks would show how the identity enrolls.
  guardIdentity(identity, scope)
  if (expiresAt < now)
    throw createInvalidFieldRefusal(
      'expiresAt',
      'expiresAt must be in the future',
      formatGoTime(expiresAt),
    )
  if (!isEnrollmentMethod(method))
    throw createInvalidFieldRefusal('method', 'unsupported enrollment method', method)
  const ca = method === 'ottca' && caId ? records.get('cas', caId) : undefined
  if (method === 'ottca' && !ca) throw createInvalidFieldRefusal('caId', 'ca not found', caId)
  if (method === 'updb' && !username)
    throw createInvalidFieldRefusal('username', 'username not provided', username)
  for (const other of records.find('enrollments', 'identity', id))
    if (other.method === method)
      throw new Refusal({
        code: 'ENROLLMENT_EXISTS',
        field: 'method',
        reason: 'enrollment of same method exists',
        value: method,
      })
  return openEnrollment(
    {
      method,
      identity: id,
      expiresAt,
      ...(ca && { caId: ca.id }),
      ...(method === 'updb' && username && { username }),
    },
    scope,
  )
}

/** Closes all enrollments of a record, which invalidates their tokens. */
export function closeEnrollments(
  index: 'identity' | 'edgeRouter' | 'transitRouter' | 'caId',
  id: string,
  { records }: WriteScope,
): void {
  for (const { id: enrollmentId } of [...records.find('enrollments', index, id)])
    records.delete('enrollments', enrollmentId)
}
