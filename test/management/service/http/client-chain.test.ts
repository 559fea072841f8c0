import { X509Certificate } from 'node:crypto'
import { Agent, request } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import {
  createAuthority,
  openAuthority,
  issueServerCertificate,
} from '../../../../src/management/service/pki/authority.js'
import { createListener } from '../../../../src/management/service/http/listen.js'

const issuing = {
  time: new Date(),
  random: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
}
const issuer = createAuthority('issuer', issuing)
const pair = issueServerCertificate(openAuthority(issuer), ['somebody'], issuing)

/** A listener that keeps the subjects of what clients show. */
async function listening(): Promise<{ url: string; shown: string[][] }> {
  const shown: string[][] = []
  const { listen, close } = createListener(
    async (_, { clientCertificate = '' } = {}) => {
      shown.push(
        clientCertificate
          .split(/(?<=-----END CERTIFICATE-----\n)/)
          .filter(Boolean)
          .map((pem) => new X509Certificate(pem).subject),
      )
      return { status: 200, headers: {}, body: null }
    },
    {
      authority: openAuthority(issuer),
      loadKeys: async () => pair,
      createRequestId: () => 'request',
      setAddress: () => undefined,
    },
  )
  onTestFinished(close)
  return { url: (await listen({ port: 0 })).url, shown }
}

const send = (url: string, agent: Agent): Promise<void> =>
  new Promise(
    (resolve, reject) =>
      void request(url, { agent }, (response) => void response.resume().on('end', resolve))
        .on('error', reject)
        .end(),
  )

test.each([
  {
    name: 'a certificate and the one behind it',
    cert: pair.certPem,
    key: pair.keyPem,
    seen: ['CN=somebody', 'CN=issuer'],
  },
  {
    name: 'a certificate that signed itself',
    cert: issuer.certPem,
    key: issuer.keyPem,
    seen: ['CN=issuer'],
  },
  { name: 'nothing', cert: '', key: '', seen: [] },
])(
  'a client that shows $name is seen as such on each of its connections',
  async ({ cert, key, seen }) => {
    const { url, shown } = await listening()
    // An agent resumes the TLS sessions of earlier connections where it can.
    const agent = new Agent({
      rejectUnauthorized: false,
      keepAlive: false,
      ...(cert !== '' && { cert, key }),
    })
    await send(url, agent)
    await send(url, agent)
    expect(shown).toEqual([seen, seen])
  },
)
