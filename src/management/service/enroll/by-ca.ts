import type { Certificate } from '../certificates/certificate.js'
import { chainPem } from '../certificates/certificate.js'
import { externalIdOf } from '../certificates/external-id.js'
import { create } from '../crud.js'
import type { Reading } from '../environment.js'
import { claimOf } from '../kinds/cas.js'
import { identities } from '../kinds/identities.js'
import type { WritingScope } from '../kinds/kind.js'
import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import { chainTo } from '../trusted.js'
import type { Enrollee } from './enrollee.js'
import { authenticate } from './enrollee.js'

type Found = { ca: Kinds['cas']; chain: readonly Certificate[] }

/** The CA that lets the holder of a certificate enroll. */
function caFor({ certificates }: Enrollee, { records, now }: WritingScope): Found {
  const cas = [...records.list('cas')]
  if (cas.length === 0) throw new Refusal({ code: 'ENROLLMENT_NO_VALID_CAS' })
  for (const ca of cas.filter(
    ({ isVerified, isAutoCaEnrollmentEnabled }) => isVerified && isAutoCaEnrollmentEnabled,
  )) {
    const chain = chainTo(ca, certificates, new Date(now))
    if (chain) return { ca, chain }
  }
  throw new Refusal({ code: 'CERTIFICATE_FAILED_VALIDATION' })
}

/** A name that is still free: where it is taken, a number follows it. */
function freeName(name: string, records: Reading): string {
  for (let count = 0; ; count += 1) {
    const candidate = count === 0 ? name : `${name}${String(count).padStart(6, '0')}`
    if ([...records.find('identities', 'name', candidate)].length === 0) return candidate
  }
}

/** Makes an identity of whoever shows a certificate of a CA that enrolls its holders. */
export function enrollByCa(enrollee: Enrollee, scope: WritingScope): void {
  const { ca, chain } = caFor(enrollee, scope)
  const [certificate] = chain
  if (!certificate) throw new Refusal({ code: 'CERTIFICATE_FAILED_VALIDATION' })
  const id = scope.environment.ids.short()
  const symbols = new Map([
    ['caName', ca.name],
    ['caId', ca.id],
    ['commonName', certificate.commonName],
    ['requestedName', enrollee.name || id],
    ['identityId', id],
  ])
  const name = freeName(
    ca.identityNameFormat.replace(
      /\[(\w+)\]/g,
      (text, symbol: string) => symbols.get(symbol) ?? text,
    ),
    scope.records,
  )
  const externalId = ca.externalIdClaim && externalIdOf(certificate, claimOf(ca.externalIdClaim))
  if (ca.externalIdClaim && externalId === undefined)
    throw new Refusal({ code: 'MISSING_CERT_CLAIM' })
  create(identities, { name, roleAttributes: ca.identityRoles, externalId }, scope, id)
  // Whoever is known by an external id authenticates with any certificate that names it.
  if (externalId === undefined)
    authenticate(
      id,
      { method: 'cert', certPem: chainPem(chain), fingerprint: certificate.fingerprint },
      scope,
    )
}
