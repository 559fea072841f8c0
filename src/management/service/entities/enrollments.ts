import { guardAdministrator, isHiddenFrom } from '../auth/rights.js'
import { inviteIdentity, renewEnrollment } from '../auth/invite.js'
import type { Environment } from '../environment.js'
import type { Answer, Call, Handlers } from '../http/handler.js'
import { createFieldRefusal, createNotFound, Refusal } from '../http/failure.js'
import type { EntityRecords } from './records.js'
import {
  createReference,
  createEntityReference,
  formatTime,
  formatGoTime,
  createLinks,
  presentRecord,
} from './present.js'
import { identities } from './identities.js'
import type { Entity, Scope } from './entity.js'
import { edgeRouters } from './routers.js'
import { emptyOrNotFound, createPage } from './list.js'
import { createdAnswer, crud, transact } from './crud.js'

/** Who an enrollment is for. */
function presentSubject(
  enrollment: EntityRecords['enrollments'],
  scope: Scope,
): Record<string, unknown> {
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
    : { transitRouter: createReference('transit-routers', router), transitRouterId: router.id }
}

const findIdentity = (
  { identity }: EntityRecords['enrollments'],
  { records }: Scope,
): EntityRecords['identities'] | undefined =>
  identity === undefined ? undefined : records.get('identities', identity)

/** Whether the caller may see an enrollment. */
const isVisible = (enrollment: EntityRecords['enrollments'], scope: Scope): boolean =>
  !isHiddenFrom(findIdentity(enrollment, scope), scope)

/** Refuses to let the caller change an enrollment that is none of theirs to change. */
const guardEnrollment = (enrollment: EntityRecords['enrollments'], scope: Scope): void =>
  guardAdministrator(findIdentity(enrollment, scope), scope)

/** An invitation that nobody took up yet. */
const enrollments: Entity<'enrollments'> = {
  kind: 'enrollments',
  singular: 'enrollment',
  collection: 'enrollments',
  idForm: 'long',
  isUndated: true,
  fields: ({ method = 'ott', token = '', expiresAt = 0, ...subject }) => ({
    method,
    token,
    expiresAt,
    ...subject,
  }),
  beforeDelete: guardEnrollment,
  present: (enrollment, scope) => {
    const { method, token, jwt, expiresAt, caId, username } = enrollment
    const ca = caId === undefined ? undefined : scope.records.get('cas', caId)
    return {
      ...presentSubject(enrollment, scope),
      ca: ca ? createReference('cas', ca) : null,
      ...(caId !== undefined && { caId }),
      expiresAt: formatTime(expiresAt),
      jwt,
      method,
      token,
      ...(username !== undefined && { username }),
    }
  },
  symbols: { createdAt: () => undefined, updatedAt: () => undefined },
}

const readScope = (
  call: Call,
  environment: Environment,
  work: (scope: Scope) => Answer,
): Promise<Answer> =>
  environment.read((records) => work({ records, now: environment.now(), environment, call }))

const createVisiblePage = (records: Iterable<EntityRecords['enrollments']>, scope: Scope): Answer =>
  createPage(
    enrollments,
    { records: [...records].filter((enrollment) => isVisible(enrollment, scope)) },
    scope,
  )

/** How enrollments come about, and how they live longer. */
export const enrollmentOperations: Handlers = {
  listEnrollments: (call, environment) =>
    readScope(call, environment, (scope) =>
      createVisiblePage(scope.records.list('enrollments'), scope),
    ),
  getIdentityEnrollments: (call, environment) =>
    readScope(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      const answer = createVisiblePage(scope.records.find('enrollments', 'identity', id), scope)
      return scope.records.get('identities', id) ? answer : emptyOrNotFound(call, answer)
    }),
  detailEnrollment: (call, environment) =>
    readScope(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      const enrollment = scope.records.get('enrollments', id)
      if (!enrollment || !isVisible(enrollment, scope)) throw createNotFound('enrollment', id)
      return { data: presentRecord(enrollments, enrollment, scope), meta: {} }
    }),
  deleteEnrollment: crud(enrollments).delete,
  createEnrollment: (call, environment) =>
    transact(call, environment, (scope) => {
      const { identityId, expiresAt, ...invitation } = call.input
      return createdAnswer(
        'enrollments',
        inviteIdentity(
          { ...invitation, identity: identityId, expiresAt: Date.parse(expiresAt) },
          scope,
        ).id,
      )
    }),
  refreshEnrollment: (call, environment) =>
    transact(call, environment, (scope) => {
      const enrollment = scope.records.get('enrollments', call.parameters['id'] ?? '')
      if (!enrollment) throw new Refusal({ code: 'NOT_FOUND' })
      guardEnrollment(enrollment, scope)
      const expiresAt = Date.parse(call.input.expiresAt)
      if (expiresAt < scope.now)
        throw createFieldRefusal(
          'expiresAt',
          'must be after the current date and time',
          formatGoTime(expiresAt),
        )
      const { id } = renewEnrollment(enrollment, expiresAt, scope)
      return { data: { _links: createLinks('enrollments', id), id }, meta: {} }
    }),
}
