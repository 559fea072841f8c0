import { hasRightsBeyondCaller, maySeeIdentityTokens, maySeeRouterTokens } from '../auth/rights.js'
import type { Trust } from '../auth/identity-rights.js'
import { openIdentityEnrollment, renewEnrollment } from '../auth/open-enrollments.js'
import type { Answer, Handlers } from '../call/call.js'
import { createFieldRefusal, createNotFound, Refusal } from '../call/failure.js'
import type { Work } from '../call/work.js'
import { formatGoTime } from '../call/times.js'
import type { BaseRecord, EntityRecords } from '../call/records.js'
import { createIdReference } from '../records/references.js'
import type { Scope } from '../call/scope.js'
import { createReadHandler, createReadInPartsHandler } from '../call/scope.js'
import { inTransaction } from '../auth/transact.js'
import { cas } from './cas.js'
import { answerCreated, defineEntity, getRecord } from './crud.js'
import { identities } from './identities.js'
import { answerMissing, createPage } from './list.js'
import { createEntityReference, formatTime, createLinks, presentRecord } from './present.js'
import { edgeRouters, transitRouters } from './routers.js'

type EnrollmentRecord = BaseRecord &
  Trust & {
    method: 'ott' | 'ottca' | 'updb' | 'erott' | 'trott'
    token: string
    jwt?: string
    expiresAt: number
    identity?: string
    edgeRouter?: string
    transitRouter?: string
    caId?: string
    username?: string
  }

declare module '../call/records.js' {
  interface EntityRecords {
    enrollments: EnrollmentRecord
  }
}

/** Shows the identity or router of an enrollment. */
function presentSubject(enrollment: EnrollmentRecord, scope: Scope): Record<string, unknown> {
  const record = findIdentity(enrollment, scope)
  if (record)
    return {
      identity: { ...createEntityReference(identities, record), urlName: identities.collection },
      identityId: record.id,
    }
  const router = scope.records.get(
    'routers',
    enrollment.edgeRouter ?? enrollment.transitRouter ?? '',
  )
  if (!router) return {}
  return router.isEdge
    ? { edgeRouter: createEntityReference(edgeRouters, router), edgeRouterId: router.id }
    : { transitRouter: createEntityReference(transitRouters, router), transitRouterId: router.id }
}

const findIdentity = (
  { identity }: EnrollmentRecord,
  { records }: Scope,
): EntityRecords['identities'] | undefined =>
  identity === undefined ? undefined : records.get('identities', identity)

const isVisible = (enrollment: EnrollmentRecord, scope: Scope): boolean =>
  !hasRightsBeyondCaller(findIdentity(enrollment, scope), scope)

/**
 * The token of an enrollment; undefined if the caller may not create enrollments of the same kind (identity or router),
 * because whoever has the token can enroll.
 */
const findVisibleToken = (
  { identity, token }: EnrollmentRecord,
  scope: Scope,
): string | undefined =>
  (identity === undefined ? maySeeRouterTokens(scope) : maySeeIdentityTokens(scope))
    ? token
    : undefined

/** An open enrollment, whose token can be used once to enroll an identity or a router. */
export const enrollments = defineEntity({
  name: 'enrollments',
  indexes: ['token', 'identity', 'edgeRouter', 'transitRouter', 'caId'],
  references: [
    createIdReference('identity', 'identities', 'remove'),
    createIdReference('edgeRouter', 'routers', 'remove'),
    createIdReference('transitRouter', 'routers', 'remove'),
    createIdReference('caId', 'cas', 'remove'),
  ],
  isUndated: true,
  toRecord: ({ method = 'ott', token = '', expiresAt = 0, ...rest }, base) => ({
    method,
    token,
    expiresAt,
    ...rest,
    ...base,
  }),
  present: (enrollment, scope) => {
    const { method, jwt, expiresAt, caId, username } = enrollment
    const token = findVisibleToken(enrollment, scope)
    const ca = caId === undefined ? undefined : scope.records.get('cas', caId)
    return {
      ...presentSubject(enrollment, scope),
      ca: ca ? createEntityReference(cas, ca) : null,
      ...(caId !== undefined && { caId }),
      expiresAt: formatTime(expiresAt),
      jwt: token === undefined ? '' : jwt,
      method,
      token: token ?? '',
      ...(username !== undefined && { username }),
    }
  },
  symbols: {
    createdAt: () => undefined,
    updatedAt: () => undefined,
    token: findVisibleToken,
  },
})

const createVisiblePage = (records: Iterable<EnrollmentRecord>, scope: Scope): Work<Answer> =>
  createPage(enrollments, { records, test: (enrollment) => isVisible(enrollment, scope) }, scope)

export const enrollmentOperations: Handlers = {
  listEnrollments: createReadInPartsHandler((scope) =>
    createVisiblePage(scope.records.list('enrollments'), scope),
  ),
  getIdentityEnrollments: createReadInPartsHandler(function* (scope, call) {
    const id = call.parameters['id'] ?? ''
    const answer = yield* createVisiblePage(
      scope.records.find('enrollments', 'identity', id),
      scope,
    )
    return scope.records.get('identities', id) ? answer : answerMissing(call, answer)
  }),
  detailEnrollment: createReadHandler((scope) => {
    const enrollment = getRecord(enrollments, scope)
    if (!isVisible(enrollment, scope)) throw createNotFound('enrollment', enrollment.id)
    return { data: presentRecord(enrollments, enrollment, scope) }
  }),
  createEnrollment: inTransaction((scope, call) => {
    const { identityId, expiresAt, ...rest } = call.input
    return answerCreated(
      'enrollments',
      openIdentityEnrollment(
        { ...rest, identity: identityId, expiresAt: Date.parse(expiresAt) },
        scope,
      ).id,
    )
  }),
  refreshEnrollment: inTransaction((scope, call) => {
    const enrollment = scope.records.get('enrollments', call.parameters['id'] ?? '')
    if (!enrollment) throw new Refusal({ code: 'NOT_FOUND' })
    const expiresAt = Date.parse(call.input.expiresAt)
    if (expiresAt < scope.now)
      throw createFieldRefusal(
        'expiresAt',
        'must be after the current date and time',
        formatGoTime(expiresAt),
      )
    const { id } = renewEnrollment(enrollment, expiresAt, scope)
    return { data: { _links: createLinks('enrollments', id), id } }
  }),
}
