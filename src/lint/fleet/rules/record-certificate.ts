import { formatValueText } from '../../../schema/messages.js'
import type { RouterWithRecord, RecordRule } from '../rule.js'

const normalizeFingerprint = (fingerprint: string | null | undefined): string =>
  (fingerprint ?? '').replaceAll(':', '').toLowerCase()

/** Why the controller rejects the certificate; undefined if the controller accepts it, or if that is unknown. */
function describeFault({
  router: { certificate },
  record,
  recordByCertificate,
}: RouterWithRecord): string | undefined {
  if (!certificate || !record) return undefined
  const { name, isVerified, fingerprint, unverifiedFingerprint } = record
  if (!recordByCertificate)
    return `The certificate is for the id ${formatValueText(certificate.commonName)}, but ${formatValueText(name)} has the id ${formatValueText(record.id)} on the controller. The router was created again; enroll it again.`
  if (isVerified === false)
    return `The router has a certificate, but ${formatValueText(name)} is waiting for enrollment on the controller, for example after a re-enrollment. The controller rejects the certificate; enroll the router again.`
  const knownFingerprints = [fingerprint, unverifiedFingerprint]
    .map(normalizeFingerprint)
    .filter((digits) => digits !== '')
  return knownFingerprints.length > 0 && !knownFingerprints.includes(certificate.fingerprint)
    ? `The controller has another certificate for ${formatValueText(name)}. The router has since been enrolled elsewhere.`
    : undefined
}

export const fleetRecordCertificate: RecordRule = {
  id: 'fleet-record-certificate',
  severity: 'error',
  machine: true,
  summary: 'The controller rejects the certificate of a router.',
  why: 'A re-enrollment invalidates the old certificate, and a router that is deleted and created again has a new id. Enroll the router with its current enrollment token.',
  examples: { bad: [], good: [] },
  compareRecords: ({ pairs }, report) => {
    for (const pair of pairs) {
      const message = describeFault(pair)
      if (message !== undefined)
        report({ router: pair.router, path: pair.router.identity, message })
    }
  },
}
