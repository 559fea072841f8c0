import { readFileSync } from 'node:fs'
import type { Certificate } from '../../src/management/service/certificates/certificate.js'
import { certificateOf } from '../../src/management/service/certificates/certificate.js'
import { pemBlocks } from '../../src/management/service/certificates/pem.js'

/** A file of `fixtures/certificates`, which `make.sh` there makes with OpenSSL. */
export const certificateText = (name: string): string =>
  readFileSync(`fixtures/certificates/${name}`, 'utf8')

/** The first certificate of a text; a text without one fails the test. */
export function certificateIn(pem: string): Certificate {
  const [block] = pemBlocks(pem)
  const certificate = block && certificateOf(block.bytes)
  if (!certificate) throw new Error('the text holds no certificate')
  return certificate
}

/** A certificate of `fixtures/certificates`. */
export const fixtureCertificate = (name: string): Certificate =>
  certificateIn(certificateText(`${name}.cert`))
