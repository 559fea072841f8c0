import type { WritingScope } from './kinds/kind.js'

/** Ends the API sessions of an identity, or those that an authenticator opened, with the sessions in them. */
export function endSessions(index: 'identity' | 'authenticator', id: string, { records, environment: { sessions } }: WritingScope): void {
  for (const { id: session } of [...records.find('apiSessions', index, id)]) {
    for (const { id: inner } of [...records.find('sessions', 'apiSession', session)]) records.delete('sessions', inner)
    records.delete('apiSessions', session)
    sessions.tokens.delete(session)
    sessions.activity.delete(session)
  }
}
