import type { ServiceContext } from '../call/context.js'
import type { WriteTransaction, EntityRecords } from '../call/records.js'
import { isWithinTime } from '../call/times.js'
import { getLastActivity, getSessionEnd } from '../call/runtime-state.js'
import type { WriteScope } from '../call/scope.js'
import {
  combineTrust,
  hasRightsBeyond,
  isAdministrator,
  isGranted,
  isTrustedFor,
} from './identity-rights.js'

type SessionDeps = { records: WriteTransaction; context: Pick<ServiceContext, 'sessions'> }

export function endSession(id: string, { records, context: { sessions } }: SessionDeps): void {
  records.remove('apiSessions', id)
  forgetSession(id, sessions)
}

function forgetSession(id: string, { tokens, activity }: ServiceContext['sessions']): void {
  tokens.delete(id)
  activity.delete(id)
}

export function endSessions(
  index: 'identity' | 'authenticator',
  id: string,
  deps: SessionDeps,
): void {
  for (const session of [...deps.records.find('apiSessions', index, id)])
    endSession(session.id, deps)
}

export function endOtherSessions(identity: string, scope: WriteScope): void {
  for (const { id } of [...scope.records.find('apiSessions', 'identity', identity)])
    if (id !== scope.call.caller?.session.id) endSession(id, scope)
}

/**
 * Suspends the API sessions of an identity whose user name and password were both replaced, except the session of the
 * caller. On controllers, as recorded, these sessions stay valid, even one that an attacker uses. This service blocks
 * them until the user enters the new password at the address where they were opened; after that, they work only from
 * this address. OpenID Connect sessions end.
 */
export function suspendOtherSessions(identity: string, scope: WriteScope): void {
  for (const session of [...scope.records.find('apiSessions', 'identity', identity)]) {
    if (session.id === scope.call.caller?.session.id) continue
    // Sessions without a session token are OpenID Connect sessions, even before the client has fetched their tokens.
    if (session.tokenHash === '' || session.isOidc) endSession(session.id, scope)
    else scope.records.put('apiSessions', { ...session, isSuspended: true })
  }
}

/**
 * Resumes the suspended sessions of an identity that were opened at the address of a call; from now on, only this
 * address can use them.
 */
export function resumeSessions(identity: string, { records, call: { address } }: WriteScope): void {
  for (const session of [...records.find('apiSessions', 'identity', identity)])
    if (session.isSuspended && session.ipAddress === address)
      records.put('apiSessions', { ...session, isSuspended: false, boundAddress: address })
}

/** Minimum time between two cleanups, in ms. */
const cleanupInterval = 60_000

/**
 * How long an expired revocation is kept, in ms. If it were dropped while the clock is ahead, whatever it revoked would
 * be valid again once the clock is corrected.
 */
const clockLeeway = 48 * 60 * 60_000

/**
 * Removes sessions that ended and revocations that expired, drops cached data of removed sessions, and stores when the
 * other sessions were last used, so that a restart does not end any of them early.
 */
export async function cleanUpSessions(context: ServiceContext): Promise<void> {
  const { sessions, now, write } = context
  const time = now()
  sessions.cleanedUpAt = time
  await write((records) => {
    for (const session of [...records.list('apiSessions')]) {
      // A last use in the future means that the clock was set back. The idle time then starts now.
      const usedAt = Math.min(getLastActivity(session, sessions), time)
      if (sessions.activity.has(session.id)) sessions.activity.set(session.id, usedAt)
      if (getSessionEnd(session, sessions) <= time) endSession(session.id, { records, context })
      else if (usedAt !== session.lastActivityAt)
        records.put('apiSessions', { ...session, lastActivityAt: usedAt })
    }
    for (const id of new Set([...sessions.tokens.keys(), ...sessions.activity.keys()]))
      if (!records.get('apiSessions', id)) forgetSession(id, sessions)
    for (const { id, expiresAt } of [...records.list('revocations')])
      if (expiresAt + clockLeeway <= time) records.delete('revocations', id)
  })
}

export async function cleanUpIfDue(context: ServiceContext): Promise<void> {
  if (!isWithinTime(cleanupInterval, context.sessions.cleanedUpAt, context.now()))
    await cleanUpSessions(context)
}

/** The end of the year 9999, in ms since 1970: later times cannot be formatted. */
const maxTime = 253_402_300_799_999

/** Ends the sessions of an identity, and disables it for a number of minutes, or indefinitely for 0. */
export function disableIdentity(
  identity: EntityRecords['identities'],
  minutes: number,
  scope: WriteScope,
): void {
  const { records, now } = scope
  endSessions('identity', identity.id, scope)
  records.put('identities', {
    ...identity,
    disabledAt: now,
    disabledUntil: minutes > 0 ? Math.min(now + minutes * 60_000, maxTime) : null,
    updatedAt: now,
  })
}

type Identity = EntityRecords['identities']

/**
 * Ends everything that would let others use new rights of an identity: enrollments whose tokens they may know, sessions
 * that they opened, and second factors that they set up.
 */
export function endForeignAccess(identity: Identity, scope: WriteScope): void {
  const { records } = scope
  const mayTokensBeKnown = mayOthersReadTokens(identity, scope)
  for (const enrollment of [...records.find('enrollments', 'identity', identity.id)])
    if (mayTokensBeKnown || !isTrustedFor(enrollment, identity))
      records.delete('enrollments', enrollment.id)
  for (const session of [...records.find('apiSessions', 'identity', identity.id)])
    if (!isTrustedFor(session, identity)) endSession(session.id, scope)
  for (const mfa of [...records.find('mfas', 'identity', identity.id)])
    if (!isTrustedFor(mfa, identity)) records.delete('mfas', mfa.id)
}

/**
 * Whether a non-administrator other than the given identity may read enrollment tokens. The permission covers all
 * enrollments, including those that other identities opened.
 */
const mayOthersReadTokens = ({ id }: Identity, { records }: WriteScope): boolean =>
  [...records.list('identities')].some((other) => other.id !== id && mayReadTokens(other))

const mayReadTokens = (identity: Identity): boolean =>
  !isAdministrator(identity) && isGranted('enrollment.create', identity)

/**
 * If an identity may no longer read enrollment tokens, marks as untrusted the open enrollments whose tokens it could
 * read. The identity may have kept such a token, and must not use it to get rights that the enrolled identity is given
 * later. `after` is the identity after an update; absent if it is deleted.
 */
export function distrustReadTokens(
  before: Identity,
  { records }: WriteScope,
  after?: Identity,
): void {
  if (!mayReadTokens(before) || (after && isGranted('enrollment.create', after))) return
  const readerTrust = { isUntrusted: true, rights: before.permissions ?? [] }
  for (const enrollment of [...records.list('enrollments')]) {
    const owner = records.get('identities', enrollment.identity ?? '')
    if (owner && !hasRightsBeyond(owner, before))
      records.put('enrollments', { ...enrollment, ...combineTrust(enrollment, readerTrust) })
  }
}
