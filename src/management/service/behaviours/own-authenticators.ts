import { certificateOf } from '../certificates/certificate.js'
import { pemBlocks } from '../certificates/pem.js'
import { readPresented } from '../certificates/reading.js'
import { extendCertificate, faultOfConfirmation } from '../certificates/renewal.js'
import { transact } from '../crud.js'
import type { Environment, Reading } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { ownAuthenticators as kind } from '../kinds/authenticators.js'
import { page } from '../page.js'
import type { Kinds } from '../records.js'
import { notFound, Refusal, valueOf } from '../refusal.js'
import { show } from '../show.js'
import type { OwnAuthenticatorPatch } from '../../../generated/management/shapes.js'
import { authenticatorOf, rename } from './authenticators.js'

type Authenticator = Kinds['authenticators']

const unchangeable = (): Refusal => new Refusal({ code: 'CAN_NOT_UPDATE_AUTHENTICATOR' })

const isOwn = ({ identity }: Authenticator, { caller }: Call): boolean =>
  identity === caller?.identity.id

/** The authenticator that a call names; those of others are not there. */
function ownOf(call: Call, records: Reading): Authenticator {
  const authenticator = authenticatorOf(call, { records })
  if (!isOwn(authenticator, call)) throw notFound('authenticator', authenticator.id)
  return authenticator
}

async function update(
  call: Call<OwnAuthenticatorPatch>,
  environment: Environment,
): Promise<Answer> {
  const { username, password, currentPassword, tags } = call.input
  const known = await environment.read((records) => ownOf(call, records))
  if (known.method !== 'updb') throw unchangeable()
  // The answer repeats what was sent to the one who sent it, as on a controller; what is right is never repeated.
  if (!(await environment.passwords.verify(currentPassword, known.passwordHash)))
    throw new Refusal({
      code: 'UNAUTHORIZED',
      field: 'currentPassword',
      reason: 'invalid current password',
      value: currentPassword,
    })
  const hash = password ? await environment.passwords.hash(password) : undefined
  return transact(call, environment, (scope) => {
    const before = ownOf(call, scope.records)
    // Somebody else was faster: the password that was shown is not the current one any more.
    if (before.passwordHash !== known.passwordHash) throw new Refusal({ code: 'UNAUTHORIZED' })
    return rename(
      before,
      {
        username,
        hash,
        tags: tags ?? (call.operation.method === 'PATCH' ? before.tags : undefined),
      },
      scope,
    )
  })
}

/** The authenticator of a certificate that a call is about. */
function certificateOwnOf(call: Call, records: Reading): Authenticator {
  const authenticator = records.get('authenticators', call.parameters['id'] ?? '')
  if (!authenticator) throw new Refusal({ code: 'NOT_FOUND' })
  if (authenticator.method !== 'cert') throw unchangeable()
  if (!isOwn(authenticator, call)) throw new Refusal({ code: 'UNAUTHORIZED' })
  return authenticator
}

/** Whether the certificates of two texts have different keys. */
function haveOtherKeys(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map(
    (text) => pemBlocks(text).map(({ bytes }) => certificateOf(bytes))[0],
  )
  return !one || !other || !one.x509.publicKey.equals(other.x509.publicKey)
}

/** The passwords and certificates of the caller. */
export const ownAuthenticators: Handlers = {
  listCurrentIdentityAuthenticators: (call, environment) =>
    environment.read((records) =>
      page(
        kind,
        { records: records.find('authenticators', 'identity', call.caller?.identity.id ?? '') },
        { records, now: environment.now(), environment, call },
      ),
    ),
  detailCurrentIdentityAuthenticator: (call, environment) =>
    environment.read((records) => ({
      data: show(kind, ownOf(call, records), {
        records,
        now: environment.now(),
        environment,
        call,
      }),
      meta: {},
    })),
  updateCurrentIdentityAuthenticator: update,
  patchCurrentIdentityAuthenticator: update,
  extendCurrentIdentityAuthenticator: (call, environment) =>
    transact(call, environment, ({ records, now }) => {
      const [current] = readPresented(call.clientCertificate ?? '')
      if (!current) throw new Refusal({ code: 'UNAUTHORIZED' })
      const authenticator = certificateOwnOf(call, records)
      if (!authenticator.isIssuedByNetwork) throw unchangeable()
      if (authenticator.fingerprint !== current.fingerprint)
        throw new Refusal({ code: 'UNAUTHORIZED' })
      const { authority, random } = environment
      const { certificate, chain } = valueOf(
        extendCertificate(
          authority,
          { current, csr: call.input.clientCertCsr },
          { at: new Date(now), random },
        ),
      )
      records.put('authenticators', {
        ...authenticator,
        waitingCertPem: certificate.pem,
        waitingFingerprint: certificate.fingerprint,
        updatedAt: now,
      })
      return { data: { ca: authority.certificate.pem, clientCert: chain }, meta: {} }
    }),
  extendVerifyCurrentIdentityAuthenticator: (call, environment) =>
    transact(call, environment, ({ records, now }) => {
      const { waitingCertPem, waitingFingerprint, ...authenticator } = certificateOwnOf(
        call,
        records,
      )
      const fault = faultOfConfirmation(waitingFingerprint, call.input.clientCert)
      if (fault || waitingCertPem === undefined || waitingFingerprint === undefined)
        throw fault ? new Refusal(fault) : unchangeable()
      records.put('authenticators', {
        ...authenticator,
        certPem: waitingCertPem,
        fingerprint: waitingFingerprint,
        lastExtendRolledKeys: haveOtherKeys(authenticator.certPem ?? '', waitingCertPem),
        isExtendRequested: false,
        isKeyRollRequested: false,
        updatedAt: now,
      })
      return { data: {}, meta: {} }
    }),
}
