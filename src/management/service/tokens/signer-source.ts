import type { Certificate } from '../certificates/certificate.js'
import { readSignerCertificate } from '../certificates/reading.js'
import type { Outcome } from '../failure.js'
import { given, refused } from '../failure.js'

const invalid = (field: string, value: string, reason: string) => refused('INVALID_FIELD', { reason: `the value '${value}' for '${field}' is invalid: ${reason}` })

/** Reads where the keys of an external JWT signer come from: either a certificate, whose facts the API shows, or the endpoint of a key set. */
export function readSignerSource({ certPem, jwksEndpoint }: { certPem?: string | null; jwksEndpoint?: string | null }): Outcome<Certificate | undefined> {
  if (certPem && jwksEndpoint) return invalid('jwksEndpoint', URL.canParse(jwksEndpoint) ? new URL(jwksEndpoint).hostname : 'jwksEndpoint', 'only one of jwksEndpoint or certPem may be defined')
  if (certPem) return readSignerCertificate(certPem)
  if (!jwksEndpoint) return invalid('certPem', '<nil>', 'jwksEndpoint or certPem is required')
  const isWeb = URL.canParse(jwksEndpoint) && /^https?:$/.test(new URL(jwksEndpoint).protocol)
  return isWeb ? given(undefined) : refused('COULD_NOT_VALIDATE', { field: 'jwksEndpoint', reason: 'jwksEndpoint must be a URL of http or https with a host', value: jwksEndpoint })
}
