import type { Certificate, ServiceContext } from '../call/context.js'
import { readPresentedChain, formatChain } from '../pki/certificate.js'
import { isTrustedFor, pickTrust } from '../auth/identity-rights.js'
import type { ReadTransaction, EntityRecords } from '../call/records.js'
import type { Answer, Call } from '../call/call.js'
import { issueClientByCsr, issueRouterCertificates } from '../pki/authority.js'
import type { WriteScope } from '../call/scope.js'
import { emptyAnswer } from '../call/scope.js'
import { transact } from '../auth/transact.js'
import { maxBodyBytes } from '../call/request.js'
import { createFieldRefusal, Refusal, unwrap } from '../call/failure.js'
import { rejectWeakPassword } from '../entities/auth-policies.js'
import { findChain } from '../entities/cas.js'
import { normalizeClaim, findExternalId } from '../pki/external-id.js'
import { verifyChain } from '../pki/chain.js'
import { createRecord } from '../entities/crud.js'
import { identities } from '../entities/identities.js'
import { authenticators } from '../entities/authenticators.js'

/**
 * The JSON fields of an enrollment. Depending on the method, clients send the certificate requests as `certCsr` and
 * `serverCertCsr`, or as `clientCsr` and `serverCsr`.
 */
type EnrollInput = {
  certCsr?: string
  clientCsr?: string
  name?: string
  password?: string
  serverCertCsr?: string
  serverCsr?: string
  token?: string
}

/**
 * Enrolls with the token of an enrollment, or, for the method `ca`, with a certificate that a CA issued. A body that is
 * a string is the certificate request itself.
 */
export async function enroll(
  call: Call<EnrollInput | string | undefined>,
  context: ServiceContext,
): Promise<Answer> {
  const input: EnrollInput =
    typeof call.input === 'string' ? { clientCsr: call.input } : (call.input ?? {})
  const method = call.parameters['method'] ?? call.searchParams.get('method') ?? undefined
  const {
    name,
    password,
    serverCertCsr,
    serverCsr = serverCertCsr,
    certCsr,
    clientCsr = certCsr,
  } = input
  const token = call.searchParams.get('token') ?? input.token ?? ''
  requireInputs(call.parameters['method'], { token, password, serverCsr, clientCsr })
  const enrollee: Enrollee = {
    certificates: readPresentedChain(call.clientCertificate ?? ''),
    csr: clientCsr,
    serverCsr,
    name,
    passwordHash: await hashPassword(token, password, context),
  }
  return transact(call, context, (scope) => {
    if (method !== 'ca')
      return {
        data: enrollByToken({ token, method: method || undefined }, enrollee, scope),
      }
    enrollByCa(enrollee, scope)
    return emptyAnswer
  })
}

/** The inputs that each method needs; some methods also need a client certificate. */
const requiredInputs = new Map<string | undefined, readonly string[]>([
  ['ott', ['clientCsr', 'token']],
  ['ottca', ['token']],
  ['updb', ['password', 'token']],
  ['erott', ['clientCsr', 'serverCsr', 'token']],
  ['trott', ['clientCsr', 'serverCsr', 'token']],
])

/** Refuses an enrollment at the path of a method (`/enroll/{method}`) if it lacks an input of the method. */
function requireInputs(
  method: string | undefined,
  inputs: Readonly<Record<string, string | undefined>>,
): void {
  for (const field of requiredInputs.get(method) ?? [])
    if (!inputs[field]) throw createFieldRefusal(field, `${field} is required`, undefined)
}

/**
 * Hashes a password; undefined if there is none. Also undefined if the token does not belong to an enrollment that
 * takes a password, because clients without a valid token must not cause expensive work. Throws a Refusal for a weak
 * password.
 */
async function hashPassword(
  token: string,
  password: string | undefined,
  { read, passwordHasher }: ServiceContext,
): Promise<string | undefined> {
  if (!password) return undefined
  const isAccepted = await read((records) => {
    const [enrollment] = records.find('enrollments', 'token', token)
    if (enrollment?.method !== 'updb') return false
    rejectWeakPassword(enrollment.identity, password, records)
    return true
  })
  return isAccepted ? passwordHasher.hash(password) : undefined
}

type EnrollmentRecord = EntityRecords['enrollments']

/** Completes an enrollment, and returns the data of the response. */
type EnrollmentMethod = (
  enrollment: EnrollmentRecord,
  enrollee: Enrollee,
  scope: WriteScope,
) => Record<string, unknown>

const createInvalidTokenRefusal = (): Refusal => new Refusal({ code: 'INVALID_ENROLLMENT_TOKEN' })

/**
 * Returns the identity of an enrollment. Throws a Refusal if it has no identity, or if the identity has meanwhile been
 * given more rights than the creator of the enrollment had.
 */
function getEnrollmentIdentity(
  enrollment: EnrollmentRecord,
  { records }: WriteScope,
): EntityRecords['identities'] {
  const identity = records.get('identities', enrollment.identity ?? '')
  if (!identity || !isTrustedFor(enrollment, identity)) throw createInvalidTokenRefusal()
  return identity
}

/** Issues a certificate to an identity, and adds it as an authenticator. */
const enrollByOtt: EnrollmentMethod = (enrollment, { csr = '' }, scope) => {
  const {
    context: { authority, random },
    now,
  } = scope
  const identity = getEnrollmentIdentity(enrollment, scope)
  const { certificate, chain } = unwrap(
    issueClientByCsr(authority, { csr, identityId: identity.id }, { time: new Date(now), random }),
  )
  addAuthenticator(
    identity,
    {
      method: 'cert',
      certPem: chain,
      fingerprint: certificate.fingerprint,
      isIssuedByNetwork: true,
      ...pickTrust(enrollment),
    },
    scope,
  )
  return { cert: chain }
}

/**
 * Adds the certificate that the client presents as an authenticator of the identity. The CA that the enrollment names
 * must have issued the certificate.
 */
const enrollByOttCa: EnrollmentMethod = (enrollment, { certificates }, scope) => {
  const identity = getEnrollmentIdentity(enrollment, scope)
  const ca = scope.records.get('cas', enrollment.caId ?? '')
  if (!ca) throw createInvalidTokenRefusal()
  if (!ca.isVerified || !ca.isOttCaEnrollmentEnabled || !isTrustedFor(ca, identity))
    throw new Refusal({ code: 'ENROLLMENT_CA_NOT_VALID' })
  const chain = findChain(ca, certificates, new Date(scope.now))
  if (!chain) throw new Refusal({ code: 'CERTIFICATE_FAILED_VALIDATION' })
  addAuthenticator(
    identity,
    {
      method: 'cert',
      certPem: formatChain(chain),
      fingerprint: certificates[0]?.fingerprint ?? '',
      ...pickTrust(enrollment),
    },
    scope,
  )
  return {}
}

const enrollByPassword: EnrollmentMethod = (enrollment, { passwordHash }, scope) => {
  const identity = getEnrollmentIdentity(enrollment, scope)
  if (passwordHash === undefined) throw createFieldRefusal('password', 'password is required', '')
  const { username = '' } = enrollment
  addAuthenticator(
    identity,
    { method: 'updb', username, passwordHash, ...pickTrust(enrollment) },
    scope,
  )
  return { username }
}

/** Issues a client and a server certificate to a router, and marks the router as verified. */
const enrollRouter: EnrollmentMethod = (
  { edgeRouter, transitRouter },
  { csr, serverCsr },
  { records, now, context: { authority, random } },
) => {
  const record = records.get('routers', edgeRouter ?? transitRouter ?? '')
  if (!record) throw createInvalidTokenRefusal()
  const { client, server } = unwrap(
    issueRouterCertificates(
      authority,
      { certCsr: csr, serverCertCsr: serverCsr, routerId: record.id },
      { time: new Date(now), random },
    ),
  )
  records.put('routers', {
    ...record,
    isVerified: true,
    fingerprint: client.certificate.fingerprint,
    certPem: client.chain,
    updatedAt: now,
  })
  return { ca: authority.certificate.pem, cert: client.chain, serverCert: server.chain }
}

const enrollmentMethods: Readonly<Record<EnrollmentRecord['method'], EnrollmentMethod>> = {
  ott: enrollByOtt,
  ottca: enrollByOttCa,
  updb: enrollByPassword,
  erott: enrollRouter,
  trott: enrollRouter,
}

/**
 * Completes an enrollment by its token, and deletes the enrollment, so that the token becomes invalid. Refuses an
 * expired enrollment, and a method that differs from the method of the enrollment.
 */
function enrollByToken(
  { token, method }: { token: string; method: string | undefined },
  enrollee: Enrollee,
  scope: WriteScope,
): Record<string, unknown> {
  const [enrollment] = scope.records.find('enrollments', 'token', token)
  if (!enrollment) throw createInvalidTokenRefusal()
  if (method !== undefined && method !== enrollment.method)
    throw new Refusal({ code: 'INVALID_ENROLL_METHOD' })
  if (enrollment.expiresAt <= scope.now) throw new Refusal({ code: 'ENROLLMENT_EXPIRED' })
  const result = enrollmentMethods[enrollment.method](enrollment, enrollee, scope)
  scope.records.delete('enrollments', enrollment.id)
  return result
}

type CaMatch = { ca: EntityRecords['cas']; chain: readonly Certificate[] }

/** The CA that lets the holder of a certificate enroll, and the chain to it. Throws a Refusal if there is none. */
function findCa({ certificates }: Enrollee, { records, now }: WriteScope): CaMatch {
  const cas = [...records.list('cas')]
  if (cas.length === 0) throw new Refusal({ code: 'ENROLLMENT_NO_VALID_CAS' })
  for (const ca of cas.filter(
    ({ isVerified, isAutoCaEnrollmentEnabled }) => isVerified && isAutoCaEnrollmentEnabled,
  )) {
    const chain = findChain(ca, certificates, new Date(now))
    if (chain) return { ca, chain }
  }
  throw new Refusal({ code: 'CERT_FAILED_VALIDATION' })
}

function findFreeName(name: string, records: ReadTransaction): string {
  for (let count = 0; ; count += 1) {
    const candidate = count === 0 ? name : `${name}${String(count).padStart(6, '0')}`
    if ([...records.find('identities', 'name', candidate)].length === 0) return candidate
  }
}

/**
 * Replaces the symbols in a name format, such as `[caName]`; unknown symbols stay unchanged. Refuses a result that is
 * longer than a request body may be, because a format may contain a symbol many times.
 */
function formatName(format: string, symbols: ReadonlyMap<string, string>): string {
  let length = format.length
  return format.replace(/\[(\w+)\]/g, (text, symbol: string) => {
    const value = symbols.get(symbol) ?? text
    length += value.length - text.length
    if (length > maxBodyBytes)
      throw createFieldRefusal(
        'name',
        `the name by the format of the CA is longer than ${maxBodyBytes} bytes`,
        '',
      )
    return value
  })
}

/** Creates an identity for the holder of a certificate, if the CA of the certificate allows this. */
function enrollByCa(enrollee: Enrollee, scope: WriteScope): void {
  const { ca, chain } = findCa(enrollee, scope)
  const [certificate] = chain
  if (!certificate) throw new Refusal({ code: 'CERT_FAILED_VALIDATION' })
  const id = scope.context.idGenerator.short()
  const symbols = new Map([
    ['caName', ca.name],
    ['caId', ca.id],
    ['commonName', certificate.commonName],
    ['requestedName', enrollee.name || id],
    ['identityId', id],
  ])
  const name = findFreeName(formatName(ca.identityNameFormat, symbols), scope.records)
  const externalId =
    ca.externalIdClaim && findExternalId(certificate, normalizeClaim(ca.externalIdClaim))
  if (ca.externalIdClaim && externalId === undefined)
    throw new Refusal({ code: 'MISSING_CERT_CLAIM' })
  createRecord(
    identities,
    {
      name,
      roleAttributes: ca.identityRoles ?? [],
      externalId: externalId ?? null,
      externalIdTrust: pickTrust(ca),
    },
    scope,
    id,
  )
  // An identity with an external id needs no authenticator: it authenticates with any certificate that contains this id
  // and that a CA has issued.
  if (externalId === undefined)
    addAuthenticator(
      { id },
      { method: 'cert', certPem: formatChain(chain), fingerprint: certificate.fingerprint },
      scope,
    )
}

export type Enrollee = {
  /** The certificates that the client presented in TLS: its own certificate first. */
  certificates: readonly Certificate[]
  /** The certificate request (PEM) of an identity, or the one for the client certificate of a router. */
  csr?: string | undefined
  /** The certificate request (PEM) for the server certificate of a router. */
  serverCsr?: string | undefined
  passwordHash?: string | undefined
  /** The requested name for an identity that enrolls with a certificate of a CA. */
  name?: string | undefined
}

/** Refuses a second authenticator for the same method, and a certificate that another authenticator already has. */
function addAuthenticator(
  { id: identity }: Pick<EntityRecords['identities'], 'id'>,
  fields: Partial<EntityRecords['authenticators']> & { method: string },
  scope: WriteScope,
): void {
  for (const other of scope.records.find('authenticators', 'identity', identity))
    if (other.method === fields.method)
      throw new Refusal({ code: 'ENROLLMENT_IDENTITY_ALREADY_ENROLLED' })
  for (const _ of scope.records.find('authenticators', 'fingerprint', fields.fingerprint ?? ''))
    throw new Refusal({ code: 'CERT_IN_USE' })
  createRecord(authenticators, { identity, ...fields }, scope)
}

/**
 * Issues new certificates for the router that presents its client certificate. Until the router presents the new client
 * certificate, the old one stays valid too.
 */
export const extendRouter = (
  { input, clientCertificate = '' }: Call<{ certCsr: string; serverCertCsr: string }>,
  { write, now, authority, random }: ServiceContext,
): Promise<Answer> =>
  write((records) => {
    const [presentedCertificate] = readPresentedChain(clientCertificate)
    const router = presentedCertificate && records.get('routers', presentedCertificate.commonName)
    const time = new Date(now())
    const roots = [authority.certificate]
    if (!router || !verifyChain(presentedCertificate, { roots, time }).ok)
      throw new Refusal({ code: 'UNAUTHORIZED' })
    const isConfirmed = presentedCertificate.fingerprint === router.unverifiedFingerprint
    if (!isConfirmed && presentedCertificate.fingerprint !== router.fingerprint)
      throw new Refusal({ code: 'UNAUTHORIZED' })
    const { client, server } = unwrap(
      issueRouterCertificates(authority, { ...input, routerId: router.id }, { time, random }),
    )
    records.put('routers', {
      ...router,
      ...(isConfirmed && {
        fingerprint: router.unverifiedFingerprint,
        certPem: router.unverifiedCertPem,
      }),
      unverifiedFingerprint: client.certificate.fingerprint,
      unverifiedCertPem: client.chain,
      updatedAt: time.getTime(),
    })
    return {
      data: { ca: authority.certificate.pem, cert: client.chain, serverCert: server.chain },
    }
  })
