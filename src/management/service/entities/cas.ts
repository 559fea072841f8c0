import { normalizeClaim } from '../pki/external-id.js'
import type { Certificate } from '../call/context.js'
import { readCaCertificate } from '../pki/certificate.js'
import type { ExternalIdClaim } from '../../../generated/management/shapes.js'
import { foldKey } from '../body/field-types.js'
import { createFieldRefusal, createInvalidRefusal, Refusal, unwrap } from '../call/failure.js'
import { computeTrust, isOrdinaryCaller, toStoredTrust } from '../auth/rights.js'
import { checkCaProof, verifyChain, isForPurpose } from '../pki/chain.js'
import type { ReadTransaction, NamedRecord } from '../call/records.js'
import type { Answer, Call, Handlers } from '../call/call.js'
import { signCaEnrollment } from '../auth/enrollment-tokens.js'
import type { Scope } from '../call/scope.js'
import { emptyAnswer, fromRecords } from '../call/scope.js'
import { inTransaction } from '../auth/transact.js'
import { readRoots } from '../auth/certificate-trust.js'
import { uniqueSortedOrNull, rejectDuplicateName } from './entity.js'
import type { SentFields } from './entity.js'
import { defineEntity } from './crud.js'

type CaRecord = NamedRecord & {
  certPem: string
  fingerprint: string
  isVerified: boolean
  verificationToken: string
  isAuthEnabled: boolean
  isAutoCaEnrollmentEnabled: boolean
  isOttCaEnrollmentEnabled: boolean
  identityRoles: string[] | null
  identityNameFormat: string
  externalIdClaim?: ExternalIdClaim | null
  /**
   * Set if a non-administrator created, changed or verified it: then it cannot authenticate
   * identities with rights.
   */
  isUntrusted?: boolean
}

declare module '../call/records.js' {
  interface EntityRecords {
    cas: CaRecord
  }
}

const defaultNameFormat = '[caName]-[commonName]'

/**
 * Patches the claim of a CA, as recorded: the sent parts change, but `parserCriteria` never does, and is checked
 * unchanged. A patch of other fields only removes the claim; null alone is refused.
 */
function patchClaim(
  { externalIdClaim, ...sent }: SentFields<'cas'>,
  { externalIdClaim: stored }: CaRecord,
  { call }: Scope,
): SentFields<'cas'> {
  if (!externalIdClaim) {
    if (call.setKeys.length > 0) return { ...sent, externalIdClaim: null }
    if (call.nullKeys.some((key) => foldKey(key) === foldKey('externalIdClaim')))
      throw new Refusal({ code: 'UNHANDLED', reason: 'the patch sets no field' })
    return sent
  }
  const { parserCriteria: _, ...changes } = externalIdClaim
  const set = Object.entries(changes).filter(([, value]) => value !== null)
  if (set.length === 0) return sent
  const claim: Partial<ExternalIdClaim> = { ...stored, ...Object.fromEntries(set) }
  if (!claim.location)
    throw createInvalidRefusal('externalIdClaim.location', 'unsupported location []', '')
  return { ...sent, externalIdClaim: normalizeClaim(claim) }
}

/** A CA outside of the network; identities may enroll or authenticate with its certificates. */
export const cas = defineEntity({
  name: 'cas',
  indexes: ['name', 'fingerprint'],
  recordLinks: ({ id, isVerified, isAutoCaEnrollmentEnabled }) => ({
    ...(!isVerified && { verify: { href: `./cas/${id}/verify` } }),
    ...(isAutoCaEnrollmentEnabled && { jwt: { href: `./cas/${id}/jwt` } }),
  }),
  toRecord: (sent, base, scope) => ({
    name: sent.name ?? '',
    certPem: sent.certPem ?? '',
    fingerprint: sent.fingerprint ?? unwrap(readCaCertificate(sent.certPem ?? '')).fingerprint,
    isVerified: sent.isVerified ?? false,
    verificationToken: sent.verificationToken ?? scope.context.ids.short(),
    isAuthEnabled: sent.isAuthEnabled ?? false,
    isAutoCaEnrollmentEnabled: sent.isAutoCaEnrollmentEnabled ?? false,
    isOttCaEnrollmentEnabled: sent.isOttCaEnrollmentEnabled ?? false,
    identityRoles: uniqueSortedOrNull(sent.identityRoles),
    identityNameFormat: sent.identityNameFormat || defaultNameFormat,
    ...(sent.externalIdClaim && { externalIdClaim: normalizeClaim(sent.externalIdClaim) }),
    ...toStoredTrust(sent, scope),
    ...base,
  }),
  normalizeUpdate: (sent, before, scope) => ({
    ...(scope.call.operation.method === 'PATCH' ? patchClaim(sent, before, scope) : sent),
    ...computeTrust(before, scope),
  }),
  immutableFields: ['certPem', 'fingerprint', 'isVerified', 'verificationToken'],
  removableFields: ['externalIdClaim'],
  check: (ca, scope) => {
    const { id, certPem, fingerprint } = ca
    for (const other of scope.records.find('cas', 'fingerprint', fingerprint))
      if (other.id !== id)
        throw createFieldRefusal('certPem', `certificate already used as CA ${other.id}`, certPem)
    rejectDuplicateName('cas', ca, scope)
  },
  present: ({ isUntrusted: _, ...fields }) => fields,
})

const jwtType = 'application/jwt'

const findCa = ({ parameters }: Call, records: ReadTransaction): CaRecord | undefined =>
  records.get('cas', parameters['id'] ?? '')

/** JWT-only clients get an empty 404. */
const createMissingAnswer = ({ headers }: Call): Answer => {
  if (headers.get('accept') === jwtType)
    return { status: 404, body: { type: jwtType, content: '' } }
  throw new Refusal({ code: 'NOT_FOUND' })
}

/** Verifies CAs, and issues the tokens with which holders of their certificates enroll. */
export const caOperations: Handlers = {
  verifyCa: inTransaction((scope, call) => {
    const { records, now } = scope
    const ca = findCa(call, records)
    const [certificate] = ca ? readRoots(ca) : []
    if (!ca || !certificate) throw new Refusal({ code: 'NOT_FOUND' })
    if (ca.isVerified) throw new Refusal({ code: 'CA_ALREADY_VERIFIED' })
    const fault = checkCaProof(call.input, {
      ca: certificate,
      token: ca.verificationToken,
      time: new Date(now),
    })
    if (fault) throw new Refusal(fault)
    const isUntrusted = ca.isUntrusted === true || isOrdinaryCaller(scope)
    records.put('cas', {
      ...ca,
      isVerified: true,
      ...(isUntrusted && { isUntrusted }),
      updatedAt: now,
    })
    return emptyAnswer
  }),
  getCaJwt: fromRecords(({ records, context }, call) => {
    const ca = findCa(call, records)
    if (!ca) return createMissingAnswer(call)
    return {
      body: {
        type: jwtType,
        content: signCaEnrollment(ca.id, {
          signingKey: context.signingKey,
          address: context.address(),
          controllers: null,
        }),
      },
    }
  }),
}

export const listVerifiedRoots = (records: ReadTransaction): Certificate[] =>
  [...records.list('cas')].filter(({ isVerified }) => isVerified).flatMap(readRoots)

/**
 * Builds the chain from a client's certificate to a trusted CA: the leaf first, the root last.
 * Undefined if there is no such chain, or the certificate is not meant for clients.
 */
export function findChain(
  ca: CaRecord,
  [leaf, ...intermediates]: readonly Certificate[],
  time: Date,
): readonly Certificate[] | undefined {
  if (!leaf || !isForPurpose('client', leaf)) return undefined
  const chain = verifyChain(leaf, { roots: readRoots(ca), intermediates, time })
  return chain.ok ? chain.value : undefined
}

/**
 * The CA that issued a certificate. As on a controller, it is only found for server certificates.
 */
export const findIssuer = (
  certificate: Certificate,
  records: ReadTransaction,
  time: Date,
): CaRecord | undefined =>
  isForPurpose('server', certificate)
    ? [...records.list('cas')].find(
        (ca) => verifyChain(certificate, { roots: readRoots(ca), time }).ok,
      )
    : undefined
