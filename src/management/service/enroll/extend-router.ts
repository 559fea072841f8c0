import { issueRouter } from '../certificates/leaves.js'
import { readPresented } from '../certificates/reading.js'
import type { Environment } from '../environment.js'
import type { Answer, Call } from '../handler.js'
import { Refusal, valueOf } from '../refusal.js'

/**
 * Certificates that follow those of a router, which shows its own on its connection. They are the router's own as soon
 * as it shows the new one; until then both count.
 */
export const extendRouter = (
  { input, clientCertificate = '' }: Call<{ certCsr: string; serverCertCsr: string }>,
  { write, now, authority, random }: Environment,
): Promise<Answer> =>
  write((records) => {
    const [shown] = readPresented(clientCertificate)
    const router = shown && records.get('routers', shown.commonName)
    const at = new Date(now())
    if (!router || shown.notAfter <= at) throw new Refusal({ code: 'UNAUTHORIZED' })
    const isConfirmed = shown.fingerprint === router.unverifiedFingerprint
    if (!isConfirmed && shown.fingerprint !== router.fingerprint)
      throw new Refusal({ code: 'UNAUTHORIZED' })
    const { client, server } = valueOf(
      issueRouter(authority, { ...input, routerId: router.id }, { at, random }),
    )
    records.put('routers', {
      ...router,
      ...(isConfirmed && {
        fingerprint: router.unverifiedFingerprint,
        certPem: router.unverifiedCertPem,
      }),
      unverifiedFingerprint: client.certificate.fingerprint,
      unverifiedCertPem: client.chain,
      updatedAt: at.getTime(),
    })
    return {
      data: { ca: authority.certificate.pem, cert: client.chain, serverCert: server.chain },
      meta: {},
    }
  })
