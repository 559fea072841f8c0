import type { EntityRecords } from '../call/records.js'
import type { WriteScope } from '../call/scope.js'
import { isAdministrator, isGranted, isTrustedFor } from './administrators.js'
import { endSession } from './end-sessions.js'

type Identity = EntityRecords['identities']

/**
 * Ends what would give others the rights that an identity has just got: enrollments whose tokens they may know, and
 * sessions that they opened.
 */
export function endForeignAccess(identity: Identity, scope: WriteScope): void {
  const { records } = scope
  const areTokensRead = mayOthersReadTokens(identity, scope)
  for (const enrollment of [...records.find('enrollments', 'identity', identity.id)])
    if (areTokensRead || !isTrustedFor(enrollment, identity))
      records.delete('enrollments', enrollment.id)
  for (const session of [...records.find('apiSessions', 'identity', identity.id)])
    if (!isTrustedFor(session, identity)) endSession(session.id, scope)
}

/** Whether somebody who is not an administrator may read tokens of enrollments: of those that others opened, too. */
const mayOthersReadTokens = ({ id }: Identity, { records }: WriteScope): boolean =>
  [...records.list('identities')].some(
    (other) => other.id !== id && !isAdministrator(other) && isGranted('enrollment.create', other),
  )
