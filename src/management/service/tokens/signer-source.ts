import type { Certificate } from '../certificates/certificate.js'
import { readSignerCertificate } from '../certificates/reading.js'
import type { Failure, Outcome } from '../failure.js'
import { fieldFailure, given, invalidFailure } from '../failure.js'

const no = (failure: Failure): Outcome<never> => ({ ok: false, failure })

/** Reads where the keys of an external JWT signer come from: either a certificate, whose facts the API shows, or the endpoint of a key set. */
export function readSignerSource({
  certPem,
  jwksEndpoint,
}: {
  certPem?: string | null
  jwksEndpoint?: string | null
}): Outcome<Certificate | undefined> {
  if (certPem && jwksEndpoint)
    return no(
      invalidFailure(
        'jwksEndpoint',
        'only one of jwksEndpoint or certPem may be defined',
        URL.canParse(jwksEndpoint) ? new URL(jwksEndpoint).hostname : 'jwksEndpoint',
      ),
    )
  if (certPem) return readSignerCertificate(certPem)
  if (!jwksEndpoint)
    return no(invalidFailure('certPem', 'jwksEndpoint or certPem is required', undefined))
  const isWeb = URL.canParse(jwksEndpoint) && /^https?:$/.test(new URL(jwksEndpoint).protocol)
  return isWeb
    ? given(undefined)
    : no(
        fieldFailure(
          'jwksEndpoint',
          'jwksEndpoint must be a URL of http or https with a host',
          jwksEndpoint,
        ),
      )
}
