import { AsnConvert } from '@peculiar/asn1-schema'
import {
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_kp_clientAuth,
  id_kp_serverAuth,
} from '@peculiar/asn1-x509'
import type { Certificate } from './certificate.js'

const purposes = { client: id_kp_clientAuth, server: id_kp_serverAuth } as const

const anyPurpose = '2.5.29.37.0'

/** Whether a certificate may be used by a client or server: it names that purpose, any, or none at all (RFC 5280, section 4.2.1.12). */
export function isFor(purpose: keyof typeof purposes, { decoded }: Certificate): boolean {
  const extension = decoded.tbsCertificate.extensions?.find(
    ({ extnID }) => extnID === id_ce_extKeyUsage,
  )
  const named = extension
    ? [...AsnConvert.parse(extension.extnValue.buffer, ExtendedKeyUsage)]
    : [anyPurpose]
  return named.includes(purposes[purpose]) || named.includes(anyPurpose)
}
