import { normalizeClaim } from '../pki/external-id.js'
import type { Certificate } from '../call/context.js'
import { readCaCertificate } from '../pki/certificate.js'
import type { ExternalIdClaim } from '../../../generated/management/shapes.js'
import { foldKey } from '../body/field-types.js'
import { createFieldRefusal, createInvalidFieldRefusal, Refusal, unwrap } from '../call/failure.js'
import { computeTrust, isOrdinaryCaller, toStoredTrust } from '../auth/rights.js'
import { checkCaProof, verifyChain, isForPurpose } from '../pki/chain.js'
import type { ReadTransaction, NamedRecord } from '../call/records.js'
import type { Answer, Call, Handlers } from '../call/call.js'
import { signCaEnrollment } from '../auth/enrollment-tokens.js'
import type { Scope } from '../call/scope.js'
import { emptyAnswer, createReadHandler } from '../call/scope.js'
import { inTransaction } from '../auth/transact.js'
import { readRoots } from '../auth/certificate-trust.js'
import { uniqueSortedOrNull, rejectDuplicateName } from './entity.js'
import type { InputFields } from './entity.js'
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
   * Set if a non-administrator created, changed or verified the CA. Then it cannot authenticate administrators, or
   * identities with permissions.
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
 * Patches the claim of a CA as recorded on controllers: `parserCriteria` keeps its value and is checked again; the
 * other parts of the claim change if the request contains them. A patch without a claim removes the claim if it sets
 * other fields. A patch that only sets the claim to null is refused.
 */
function patchClaim(
  { externalIdClaim, ...otherFields }: InputFields<'cas'>,
  { externalIdClaim: storedClaim }: CaRecord,
  { call }: Scope,
): InputFields<'cas'> {
  if (!externalIdClaim) {
    if (call.setKeys.length > 0) return { ...otherFields, externalIdClaim: null }
    if (call.nullKeys.some((key) => foldKey(key) === foldKey('externalIdClaim')))
      throw new Refusal({ code: 'UNHANDLED', reason: 'the patch sets no field' })
    return otherFields
  }
  const { parserCriteria: _, ...changes } = externalIdClaim
  const setParts = Object.entries(changes).filter(([, value]) => value !== null)
  if (setParts.length === 0) return otherFields
  const claim: Partial<ExternalIdClaim> = { ...storedClaim, ...Object.fromEntries(setParts) }
  if (!claim.location)
    throw createInvalidFieldRefusal('externalIdClaim.location', 'unsupported location []', '')
  return { ...otherFields, externalIdClaim: normalizeClaim(claim) }
}

/** A CA outside of the network; identities may enroll or authenticate with its certificates. */
export const cas = defineEntity({
  name: 'cas',
  indexes: ['name', 'fingerprint'],
  recordLinks: ({ id, isVerified, isAutoCaEnrollmentEnabled }) => ({
    ...(!isVerified && { verify: { href: `./cas/${id}/verify` } }),
    ...(isAutoCaEnrollmentEnabled && { jwt: { href: `./cas/${id}/jwt` } }),
  }),
  toRecord: (input, base, scope) => ({
    name: input.name ?? '',
    certPem: input.certPem ?? '',
    fingerprint: input.fingerprint ?? unwrap(readCaCertificate(input.certPem ?? '')).fingerprint,
    isVerified: input.isVerified ?? false,
    verificationToken: input.verificationToken ?? scope.context.idGenerator.short(),
    isAuthEnabled: input.isAuthEnabled ?? false,
    isAutoCaEnrollmentEnabled: input.isAutoCaEnrollmentEnabled ?? false,
    isOttCaEnrollmentEnabled: input.isOttCaEnrollmentEnabled ?? false,
    identityRoles: uniqueSortedOrNull(input.identityRoles),
    identityNameFormat: input.identityNameFormat || defaultNameFormat,
    ...(input.externalIdClaim && { externalIdClaim: normalizeClaim(input.externalIdClaim) }),
    ...toStoredTrust(input, scope),
    ...base,
  }),
  normalizeUpdate: (input, before, scope) => ({
    ...(scope.call.operation.method === 'PATCH' ? patchClaim(input, before, scope) : input),
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

/** The response for a missing CA: an empty body for clients that only accept a JWT; for others, throws "not found". */
const createMissingAnswer = ({ headers }: Call): Answer => {
  if (headers.get('accept') === jwtType)
    return { status: 404, body: { type: jwtType, content: '' } }
  throw new Refusal({ code: 'NOT_FOUND' })
}

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
  getCaJwt: createReadHandler(({ records, context }, call) => {
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
 * Builds the chain from a client's certificate to a CA: the leaf first, the root last. Undefined if there is no such
 * chain, or the certificate is not meant for clients.
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
 * The CA that issued a certificate; undefined if none of the known CAs did. As on a controller, also undefined if the
 * certificate is not a server certificate.
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
