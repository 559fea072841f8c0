import type { Kinds } from '../records.js'
import { reference, referenceTo, time } from '../show.js'
import { identities } from './identities.js'
import { guardAdministrator, isSheltered } from './identity-guard.js'
import type { Kind, Scope } from './kind.js'
import { edgeRouters } from './routers.js'

/** Who an enrollment is for. */
function subjectOf(enrollment: Kinds['enrollments'], scope: Scope): Record<string, unknown> {
  const record = identityOf(enrollment, scope)
  if (record)
    return {
      identity: { ...referenceTo(identities, record), urlName: identities.collection },
      identityId: record.id,
    }
  const router = scope.records.get(
    'routers',
    enrollment.edgeRouter ?? enrollment.transitRouter ?? '',
  )
  if (!router) return {}
  return router.isEdge
    ? { edgeRouter: referenceTo(edgeRouters, router), edgeRouterId: router.id }
    : { transitRouter: reference('transit-routers', router), transitRouterId: router.id }
}

const identityOf = (
  { identity }: Kinds['enrollments'],
  { records }: Scope,
): Kinds['identities'] | undefined =>
  identity === undefined ? undefined : records.get('identities', identity)

/** Whether the caller may see an enrollment. */
export const isShown = (enrollment: Kinds['enrollments'], scope: Scope): boolean =>
  !isSheltered(identityOf(enrollment, scope), scope)

/** Refuses to let the caller change an enrollment that is none of theirs to change. */
export const guardEnrollment = (enrollment: Kinds['enrollments'], scope: Scope): void =>
  guardAdministrator(identityOf(enrollment, scope), scope)

/** An invitation that nobody took up yet. */
export const enrollments: Kind<'enrollments'> = {
  kind: 'enrollments',
  one: 'enrollment',
  collection: 'enrollments',
  ids: 'long',
  isUndated: true,
  fields: ({ method = 'ott', token = '', expiresAt = 0, ...subject }) => ({
    method,
    token,
    expiresAt,
    ...subject,
  }),
  deleting: guardEnrollment,
  show: (enrollment, scope) => {
    const { method, token, jwt, expiresAt, caId, username } = enrollment
    const ca = caId === undefined ? undefined : scope.records.get('cas', caId)
    return {
      ...subjectOf(enrollment, scope),
      ca: ca ? reference('cas', ca) : null,
      ...(caId !== undefined && { caId }),
      expiresAt: time(expiresAt),
      jwt,
      method,
      token,
      ...(username !== undefined && { username }),
    }
  },
  symbols: { createdAt: () => undefined, updatedAt: () => undefined },
}
