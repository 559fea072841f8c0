import { chainPem } from '../certificates/certificate.js'
import { issueClient, issueRouter } from '../certificates/leaves.js'
import type { WritingScope } from '../kinds/kind.js'
import type { Kinds } from '../records.js'
import { badField, Refusal, valueOf } from '../refusal.js'
import { chainTo } from '../trusted.js'
import type { Enrollee } from './enrollee.js'
import { authenticate } from './enrollee.js'

type Enrollment = Kinds['enrollments']

/** What comes of an enrollment: what is answered with. */
type Method = (
  enrollment: Enrollment,
  enrollee: Enrollee,
  scope: WritingScope,
) => Record<string, unknown>

const invalidToken = (): Refusal => new Refusal({ code: 'INVALID_ENROLLMENT_TOKEN' })

function identityOf({ identity }: Enrollment, { records }: WritingScope): string {
  if (identity === undefined || !records.get('identities', identity)) throw invalidToken()
  return identity
}

/** An identity gets a certificate of the service. */
const ott: Method = (enrollment, { csr = '' }, scope) => {
  const {
    environment: { authority, random },
    now,
  } = scope
  const identity = identityOf(enrollment, scope)
  const { certificate, chain } = valueOf(
    issueClient(authority, { csr, identityId: identity }, { at: new Date(now), random }),
  )
  authenticate(
    identity,
    {
      method: 'cert',
      certPem: chain,
      fingerprint: certificate.fingerprint,
      isIssuedByNetwork: true,
    },
    scope,
  )
  return { cert: chain }
}

/** An identity shows a certificate that it has from its CA. */
const ottca: Method = (enrollment, { certificates }, scope) => {
  const identity = identityOf(enrollment, scope)
  const ca = scope.records.get('cas', enrollment.caId ?? '')
  if (!ca) throw invalidToken()
  if (!ca.isVerified || !ca.isOttCaEnrollmentEnabled)
    throw new Refusal({ code: 'ENROLLMENT_CA_NOT_VALID' })
  const chain = chainTo(ca, certificates, new Date(scope.now))
  if (!chain) throw new Refusal({ code: 'CERTIFICATE_FAILED_VALIDATION' })
  authenticate(
    identity,
    { method: 'cert', certPem: chainPem(chain), fingerprint: certificates[0]?.fingerprint ?? '' },
    scope,
  )
  return {}
}

/** An identity chooses a password. */
const updb: Method = (enrollment, { passwordHash }, scope) => {
  const identity = identityOf(enrollment, scope)
  if (passwordHash === undefined) throw badField('password', 'password is required', '')
  const { username = '' } = enrollment
  authenticate(identity, { method: 'updb', username, passwordHash }, scope)
  return { username }
}

/** A router gets certificates of the service. */
const router: Method = (
  { edgeRouter, transitRouter },
  { csr, serverCsr },
  { records, now, environment: { authority, random } },
) => {
  const record = records.get('routers', edgeRouter ?? transitRouter ?? '')
  if (!record) throw invalidToken()
  const { client, server } = valueOf(
    issueRouter(
      authority,
      { certCsr: csr, serverCertCsr: serverCsr, routerId: record.id },
      { at: new Date(now), random },
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

const methods: Readonly<Record<Enrollment['method'], Method>> = {
  ott,
  ottca,
  updb,
  erott: router,
  trott: router,
}

/** Takes up an enrollment by its token, which is dead from then on. The method is that of the enrollment; another one is refused. */
export function enrollByToken(
  { token, method }: { token: string; method: string | undefined },
  enrollee: Enrollee,
  scope: WritingScope,
): Record<string, unknown> {
  const [enrollment] = scope.records.find('enrollments', 'token', token)
  if (!enrollment) throw invalidToken()
  if (method !== undefined && method !== enrollment.method)
    throw new Refusal({ code: 'INVALID_ENROLL_METHOD' })
  if (enrollment.expiresAt <= scope.now) throw new Refusal({ code: 'ENROLLMENT_EXPIRED' })
  const result = methods[enrollment.method](enrollment, enrollee, scope)
  scope.records.delete('enrollments', enrollment.id)
  return result
}
