import { createHash } from 'node:crypto'
import { certificateOf } from '../certificates/certificate.js'
import { pemBlocks } from '../certificates/pem.js'
import { endSessions } from '../end-sessions.js'
import type { Kinds } from '../records.js'
import { badField, notFound } from '../refusal.js'
import { referenceTo, time } from '../show.js'
import { identities } from './identities.js'
import type { Kind } from './kind.js'
import { rejectTaken } from './rules.js'

type Authenticator = Kinds['authenticators']

/** The SHA-256 of the public key of a certificate, in hexadecimal; nothing for what has none. */
function publicKeyPrint({ certPem = '' }: Authenticator): string | undefined {
  const [block] = pemBlocks(certPem)
  const certificate = block && certificateOf(block.bytes)
  return (
    certificate &&
    createHash('sha256')
      .update(certificate.x509.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
  )
}

/** A password or a certificate with which an identity authenticates. */
export const authenticators: Kind<'authenticators'> = {
  kind: 'authenticators',
  one: 'authenticator',
  collection: 'authenticators',
  ids: 'long',
  furtherLinks: ({ identity }) => ({ identities: { href: `./identities/${identity}` } }),
  fields: ({ method = '', identity = '', ...sent }) => ({
    isIssuedByNetwork: false,
    isExtendRequested: false,
    isKeyRollRequested: false,
    extendRequestedAt: null,
    failures: 0,
    ...sent,
    method,
    identity,
  }),
  check: ({ id, identity, username, fingerprint }, scope, before) => {
    const subject = scope.records.get('identities', identity)
    if (!subject) throw notFound('identity', identity)
    if (!before && subject.typeId === 'Router')
      throw badField('identityId', 'may not create authenticators for router identities', identity)
    rejectTaken(
      'authenticators',
      { id, index: 'username', value: username, field: 'updbUsername' },
      scope,
    )
    rejectTaken(
      'authenticators',
      { id, index: 'fingerprint', value: fingerprint, field: 'certFingerprint' },
      scope,
    )
  },
  deleting: ({ id }, scope) => endSessions('authenticator', id, scope),
  show: (
    {
      method,
      identity: id,
      username,
      certPem,
      fingerprint,
      extendRequestedAt,
      isExtendRequested,
      isIssuedByNetwork,
      isKeyRollRequested,
      lastExtendRolledKeys,
    },
    { records },
  ) => {
    const identity = records.get('identities', id)
    return {
      ...(identity && { identity: referenceTo(identities, identity) }),
      identityId: id,
      method,
      ...(method === 'updb' && { username }),
      ...(method === 'cert' && { certPem, fingerprint }),
      ...(extendRequestedAt !== null && { extendRequestedAt: time(extendRequestedAt) }),
      // Said only where it is so, as controllers do.
      ...Object.fromEntries(
        Object.entries({
          isExtendRequested,
          isIssuedByNetwork,
          isKeyRollRequested,
          lastExtendRolledKeys,
        }).filter(([, is]) => is),
      ),
    }
  },
  // What passwords are kept as can be named in filters, as on a controller, and tells nothing.
  symbols: {
    certFingerprint: ({ fingerprint }) => fingerprint,
    updbUsername: ({ username }) => username,
    updbPassword: () => undefined,
    updbSalt: () => undefined,
    publicKeyPrint,
  },
}

/** The authenticators of the caller, as they see them. */
export const ownAuthenticators: Kind<'authenticators'> = {
  ...authenticators,
  path: 'current-identity/authenticators',
  furtherLinks: () => ({}),
}
