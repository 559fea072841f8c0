import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Attributes } from '@peculiar/asn1-csr'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  Attribute,
  Extension,
  Extensions,
  GeneralName,
  id_ce_subjectAltName,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509'
import { readEnrollment } from '../../src/generate/enrollment.js'
import { load } from '../../src/index.js'
import { createKey } from '../../src/management/service/pki/authority.js'
import { getString } from '../../src/management/plain.js'
import { isPlainObject } from '../../src/document/record.js'
import { createCsr } from './certificates.js'

type Names = {
  dns?: readonly string[]
  ip?: readonly string[]
  email?: readonly string[]
  uri?: readonly string[]
}

/** Creates the attributes with which routers request names in a certificate. */
function asking({ dns = [], ip = [], email = [], uri = [] }: Names): Attributes {
  const names = new SubjectAlternativeName([
    ...dns.map((dNSName) => new GeneralName({ dNSName })),
    ...ip.map((iPAddress) => new GeneralName({ iPAddress })),
    ...email.map((rfc822Name) => new GeneralName({ rfc822Name })),
    ...uri.map((uniformResourceIdentifier) => new GeneralName({ uniformResourceIdentifier })),
  ])
  const extension = new Extension({
    extnID: id_ce_subjectAltName,
    extnValue: new OctetString(AsnConvert.serialize(names)),
  })
  return new Attributes([
    new Attribute({
      type: '1.2.840.113549.1.9.14',
      values: [AsnConvert.serialize(new Extensions([extension]))],
    }),
  ])
}

/**
 * Enrolls a router like `ziti router enroll`: with the token in a file and the names in the router file. Writes the
 * files that the router file names.
 */
export async function enrollRouter(
  url: string,
  folder: string,
  { file, token }: { file: string; token: string },
): Promise<{ status: number }> {
  const loaded = load(readFileSync(join(folder, file), 'utf8'))
  const { enrollment } = readEnrollment(readFileSync(join(folder, token), 'utf8'), Date.now())
  if (!loaded.ok || !enrollment) throw new Error('there is nothing to enroll')
  const { identity, csr } = loaded.config
  const key = createKey()
  const body = {
    certCsr: createCsr(enrollment.subject, key),
    serverCertCsr: createCsr(enrollment.subject, key, asking(csr?.sans ?? {})),
  }
  const response = await fetch(
    `${new URL(url).origin}/edge/client/v1/enroll?method=${enrollment.method}&token=${enrollment.token}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const answer: unknown = await response.json()
  const data = isPlainObject(answer) ? answer['data'] : undefined
  if (response.status !== 200) return { status: response.status }
  const files = [
    [identity.cert, getString(data, 'cert')],
    [identity.server_cert, getString(data, 'serverCert')],
    [identity.ca, getString(data, 'ca')],
    [identity.key, key.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ] as const
  for (const [path = '', text = ''] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { status: 200 }
}
