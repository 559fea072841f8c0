import type { Certificate } from '../certificates/certificate.js'
import { create } from '../crud.js'
import { authenticators } from '../kinds/authenticators.js'
import type { WritingScope } from '../kinds/kind.js'
import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'

/** What somebody enrolls with. */
export type Enrollee = {
  /** What they show on their TLS connection: their own certificate first. */
  certificates: readonly Certificate[]
  /** A certificate request in PEM, of a router for when it dials. */
  csr?: string | undefined
  /** A certificate request in PEM, of a router for when it listens. */
  serverCsr?: string | undefined
  /** The hash of the password that was sent. */
  passwordHash?: string | undefined
  /** What an identity that comes by its CA wants to be called. */
  name?: string | undefined
}

/** Gives an identity an authenticator; refuses a second one of the method. */
export function authenticate(
  identity: string,
  parts: Partial<Kinds['authenticators']> & { method: string },
  scope: WritingScope,
): void {
  for (const other of scope.records.find('authenticators', 'identity', identity))
    if (other.method === parts.method)
      throw new Refusal({ code: 'ENROLLMENT_IDENTITY_ALREADY_ENROLLED' })
  for (const _ of scope.records.find('authenticators', 'fingerprint', parts.fingerprint ?? ''))
    throw new Refusal({ code: 'CERT_IN_USE' })
  create(authenticators, { identity, ...parts }, scope)
}
