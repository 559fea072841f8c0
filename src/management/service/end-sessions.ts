import type { Environment, Writing } from './environment.js'

type Place = { records: Writing; environment: Pick<Environment, 'sessions'> }

/** Ends an API session, with the sessions in it. */
export function endSession(id: string, { records, environment: { sessions } }: Place): void {
  for (const { id: inner } of [...records.find('sessions', 'apiSession', id)])
    records.delete('sessions', inner)
  records.delete('apiSessions', id)
  sessions.tokens.delete(id)
  sessions.activity.delete(id)
}

/** Ends the API sessions of an identity, or those that an authenticator opened. */
export function endSessions(index: 'identity' | 'authenticator', id: string, place: Place): void {
  for (const session of [...place.records.find('apiSessions', index, id)])
    endSession(session.id, place)
}
