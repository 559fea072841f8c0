import { X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'

/**
 * Parses the response of `/.well-known/est/cacerts`: certificates as PKCS#7 (RFC 5652) in Base64.
 * Throws an `Error` for anything else.
 */
export function parseCertificates(base64: string): X509Certificate[] {
  const found = readCertificates(
    Buffer.from(base64.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'),
  )
  if (found.length === 0) throw new Error('the response contains no PKCS #7 certificates')
  return found
}

function readCertificates(der: Uint8Array): X509Certificate[] {
  try {
    const { content } = AsnConvert.parse(der, ContentInfo)
    const { certificates } = AsnConvert.parse(content, SignedData)
    if (!certificates) return []
    return [...certificates].flatMap(({ certificate }) =>
      certificate ? [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))] : [],
    )
  } catch {
    return []
  }
}
