import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { fetchCas } from '../../management/node/index.js'
import type { Ask } from '../prompts.js'

/** The SHA-256 fingerprint of the certificate that a controller shows; nothing is sent to it. */
function fingerprintAt(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host,
        port: Number(port || 443),
        rejectUnauthorized: false,
        timeout: 10_000,
        ...(isIP(host) === 0 && { servername: host }),
      },
      () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      },
    )
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('it took too long')))
  })
}

/** Asks whether the certificate of a controller is the right one; gives its authorities, PEM, undefined where it is not. */
export async function trustOf(url: string, ask: Ask): Promise<string | undefined> {
  const fingerprint = await fingerprintAt(url)
  const answer = await ask({
    message: `Nobody that this machine trusts vouches for ${new URL(url).host}, which is usual for controllers. Its certificate has the SHA-256 fingerprint\n${fingerprint}\nIs it what the administrator says?`,
    choices: [
      { value: 'no', hint: 'nothing is sent' },
      { value: 'yes', hint: 'its authorities are kept with the login' },
    ],
    validate: () => undefined,
  })
  return answer === 'yes' ? fetchCas({ url, fingerprint }) : undefined
}
