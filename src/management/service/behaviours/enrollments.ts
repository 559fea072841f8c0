import { created, crud, transact } from '../crud.js'
import { inviteIdentity, renewEnrollment } from '../enrolling.js'
import type { Environment } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { enrollments as kind, guardEnrollment, isShown } from '../kinds/enrollments.js'
import type { Scope } from '../kinds/kind.js'
import { page } from '../page.js'
import type { Kinds } from '../records.js'
import { badField, notFound, Refusal } from '../refusal.js'
import { renderTime } from '../render-time.js'
import { linksOf, show } from '../show.js'
import { nothingOf } from './relations.js'

const reading = (
  call: Call,
  environment: Environment,
  work: (scope: Scope) => Answer,
): Promise<Answer> =>
  environment.read((records) => work({ records, now: environment.now(), environment, call }))

const shown = (enrollments: Iterable<Kinds['enrollments']>, scope: Scope): Answer =>
  page(
    kind,
    { records: [...enrollments].filter((enrollment) => isShown(enrollment, scope)) },
    scope,
  )

/** How enrollments come about, and how they live longer. */
export const enrollments: Handlers = {
  listEnrollments: (call, environment) =>
    reading(call, environment, (scope) => shown(scope.records.list('enrollments'), scope)),
  getIdentityEnrollments: (call, environment) =>
    reading(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      const answer = shown(scope.records.find('enrollments', 'identity', id), scope)
      return scope.records.get('identities', id) ? answer : nothingOf(call, answer)
    }),
  detailEnrollment: (call, environment) =>
    reading(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      const enrollment = scope.records.get('enrollments', id)
      if (!enrollment || !isShown(enrollment, scope)) throw notFound('enrollment', id)
      return { data: show(kind, enrollment, scope), meta: {} }
    }),
  deleteEnrollment: crud(kind).delete,
  createEnrollment: (call, environment) =>
    transact(call, environment, (scope) => {
      const { identityId, expiresAt, ...invitation } = call.input
      return created(
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
        throw badField(
          'expiresAt',
          'must be after the current date and time',
          renderTime(expiresAt),
        )
      const { id } = renewEnrollment(enrollment, expiresAt, scope)
      return { data: { _links: linksOf('enrollments', id), id }, meta: {} }
    }),
}
