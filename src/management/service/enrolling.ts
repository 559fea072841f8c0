import type { WritingScope } from './kinds/kind.js'
import type { Base, Kinds } from './records.js'
import { signEnrollment } from './tokens/enrollment-token.js'

/** How long an enrollment stands open, in ms, where nobody says; as controllers do. */
export const openFor = 180 * 60_000

type Subject = Omit<Kinds['enrollments'], keyof Base | 'token' | 'jwt'>

/** Opens an enrollment: a token that is worth a certificate or a password once, and the JWT that carries it. */
export function openEnrollment(subject: Subject, scope: WritingScope, id = scope.environment.ids.long()): Kinds['enrollments'] {
  const { environment, now, records } = scope
  const { method, expiresAt, identity, edgeRouter, transitRouter } = subject
  const token = environment.ids.token()
  const source = { signingKey: environment.signingKey, address: environment.address(), controllers: null }
  const jwt = signEnrollment({ method, subject: identity ?? edgeRouter ?? transitRouter ?? '', token, expiresAt: new Date(expiresAt) }, source)
  return records.put('enrollments', { id, createdAt: now, updatedAt: now, tags: {}, ...subject, token, jwt })
}

/** Closes all enrollments of a record, so that their tokens are dead. */
export function closeEnrollments(index: 'identity' | 'edgeRouter' | 'transitRouter' | 'caId', id: string, { records }: WritingScope): void {
  for (const { id: enrollment } of [...records.find('enrollments', index, id)]) records.delete('enrollments', enrollment)
}
