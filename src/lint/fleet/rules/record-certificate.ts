import { formatText } from '../../../schema/messages.js'
import type { RouterWithRecord, RecordRule } from '../rule.js'

const normalizeFingerprint = (fingerprint: string | null | undefined): string =>
  (fingerprint ?? '').replaceAll(':', '').toLowerCase()

/** What is wrong with the certificate of a router; undefined if nothing. */
function describeFault({
  router: { certificate },
  record,
  certified,
}: RouterWithRecord): string | undefined {
  if (!certificate || !record) return undefined
  const { name, isVerified, fingerprint, unverifiedFingerprint } = record
  if (!certified)
    return `the certificate is for the id ${formatText(certificate.commonName)}, and the record of ${formatText(name)} has the id ${formatText(record.id)}; the record was made anew, so the router has to be enrolled again`
  if (isVerified === false)
    return `there is a certificate, and the record of ${formatText(name)} waits for its router to enroll, as after a re-enrollment; the controller turns the certificate away`
  const known = [fingerprint, unverifiedFingerprint]
    .map(normalizeFingerprint)
    .filter((one) => one !== '')
  return known.length > 0 && !known.includes(certificate.fingerprint)
    ? `the certificate is not the one that the controller knows of ${formatText(name)}; the router was enrolled elsewhere since`
    : undefined
}

export const fleetRecordCertificate: RecordRule = {
  id: 'fleet-record-certificate',
  severity: 'error',
  machine: true,
  summary: 'A certificate that the controller does not take from the router.',
  why: 'A re-enrollment voids the certificate that the router has, and a record that is made anew has another id. The router has to be enrolled with the token that its record has now.',
  examples: { bad: [], good: [] },
  hold: ({ pairs }, report) => {
    for (const pair of pairs) {
      const message = describeFault(pair)
      if (message !== undefined)
        report({ router: pair.router, path: pair.router.identity, message })
    }
  },
}
