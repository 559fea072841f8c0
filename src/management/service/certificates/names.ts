import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import type { Extension } from '@peculiar/asn1-x509'
import {
  AttributeTypeAndValue,
  AttributeValue,
  GeneralName,
  id_ce_subjectAltName,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509'

const commonNameType = '2.5.4.3'

/** Further names of a subject by kind, in the order of the certificate. */
export type AlternativeNames = {
  readonly dns: readonly string[]
  readonly ips: readonly string[]
  readonly emails: readonly string[]
  readonly uris: readonly string[]
}

/** The common names of a subject, in the order of the certificate. */
export const commonNamesOf = (subject: Name): string[] =>
  subject
    .flatMap((names) => [...names])
    .flatMap(({ type, value }) => (type === commonNameType ? value.toString() : []))

/** The extension with the alternative names, if there is one. */
export const alternativeNamesExtension = (
  extensions: readonly Extension[] = [],
): Extension | undefined => extensions.find(({ extnID }) => extnID === id_ce_subjectAltName)

/** The alternative names that extensions hold; throws where they are damaged. */
export function alternativeNamesOf(extensions: readonly Extension[] = []): AlternativeNames {
  const extension = alternativeNamesExtension(extensions)
  const names = extension
    ? [...AsnConvert.parse(extension.extnValue.buffer, SubjectAlternativeName)]
    : []
  return {
    dns: names.flatMap(({ dNSName }) => dNSName ?? []),
    ips: names.flatMap(({ iPAddress }) => iPAddress ?? []),
    emails: names.flatMap(({ rfc822Name }) => rfc822Name ?? []),
    uris: names.flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []),
  }
}

/** A subject with nothing but a common name. */
export const subjectOf = (commonName: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: commonNameType,
        value: new AttributeValue({ utf8String: commonName }),
      }),
    ]),
  ])

/** Host names and IP addresses as alternative names. */
export const hostNames = (hosts: readonly string[]): SubjectAlternativeName =>
  new SubjectAlternativeName(
    hosts.map((host) => new GeneralName(isIP(host) ? { iPAddress: host } : { dNSName: host })),
  )
