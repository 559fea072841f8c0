import { readPresented } from '../certificates/reading.js'
import type { Environment } from '../environment.js'
import type { Answer, Call } from '../handler.js'
import { enrollByCa } from './by-ca.js'
import { enrollByToken } from './by-token.js'
import type { Enrollee } from './enrollee.js'

/** What those who enroll send as JSON; the names of requests differ by the method. */
type Sent = {
  certCsr?: string
  clientCsr?: string
  name?: string
  password?: string
  serverCertCsr?: string
  serverCsr?: string
  token?: string
}

/** Enrolls whoever asks: by the token of an enrollment, or by a certificate of a CA. A text is the certificate request itself. */
export async function enroll(
  call: Call<Sent | string | undefined>,
  environment: Environment,
): Promise<Answer> {
  const sent: Sent = typeof call.input === 'string' ? { clientCsr: call.input } : (call.input ?? {})
  const method = call.parameters['method'] ?? call.search.get('method') ?? undefined
  const {
    name,
    password,
    serverCertCsr,
    serverCsr = serverCertCsr,
    certCsr,
    clientCsr = certCsr,
  } = sent
  const token = call.search.get('token') ?? sent.token ?? ''
  const enrollee: Enrollee = {
    certificates: readPresented(call.clientCertificate ?? ''),
    csr: clientCsr,
    serverCsr,
    name,
    passwordHash: await hashFor(token, password, environment),
  }
  return environment.write((records) => {
    const scope = { records, now: environment.now(), environment, call }
    if (method !== 'ca')
      return {
        data: enrollByToken({ token, method: method || undefined }, enrollee, scope),
        meta: {},
      }
    enrollByCa(enrollee, scope)
    return { data: {}, meta: {} }
  })
}

/** The hash of a password, where the token is that of an enrollment that takes one: others must not put the service to work. */
async function hashFor(
  token: string,
  password: string | undefined,
  { read, passwords }: Environment,
): Promise<string | undefined> {
  if (!password) return undefined
  const [enrollment] = await read((records) => [...records.find('enrollments', 'token', token)])
  return enrollment?.method === 'updb' ? passwords.hash(password) : undefined
}
