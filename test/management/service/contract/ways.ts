import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import type { Fetch } from '../../../../src/management/client/index.js'
import { createClient } from '../../../../src/management/client/index.js'
import { fetchCas, nodeFetch } from '../../../../src/management/client/node/index.js'
import { getString } from '../../../../src/management/plain.js'
import type { ManagementService } from '../../../../src/management/service/index.js'
import { createService } from '../../../../src/management/service/index.js'
import { makeFolder, remove } from '../../../support/program.js'
import { isPlainObject } from '../../../../src/document/record.js'
import type { Context, Enrolled, Pair } from './scenario.js'

const administrator = { username: 'admin', password: 'a-good-password' }

/** What operations were answered with. */
export type Answers = Map<string, Set<number>>

type Open = (data: string) => Promise<ManagementService>

/** How requests come to a service, with a certificate or without, how it is known that a token is signed by its key, and what is done to it between two steps. */
type Connected = {
  url: string
  fetchWith: (certificate?: Pair) => Fetch
  isSigned: (token: string) => Promise<boolean>
  between: () => Promise<void>
  close: () => Promise<void>
}

const embedded = 'http://embedded/edge/management/v1'

const getKeyId = (token: string): unknown => decodeProtectedHeader(token).kid

/** Requests to the service that is there now. Nobody sees its certificate, so tokens are compared with the one by which it tells of itself. */
const inProcess = (
  service: () => ManagementService,
): Pick<Connected, 'url' | 'fetchWith' | 'isSigned'> => ({
  url: embedded,
  fetchWith: (certificate) => (request) =>
    service().fetch(request, certificate ? { clientCertificate: certificate.cert } : {}),
  isSigned: async (token) => {
    const [network] = await createClient({
      url: embedded,
      fetch: service().fetch,
    }).enrollments.networkJwts()
    return getKeyId(token) === getKeyId(network?.token ?? '')
  },
})

const ways: Readonly<Record<string, (open: Open) => Promise<Connected>>> = {
  'in process': async (open) => {
    const service = await open(':memory:')
    return { ...inProcess(() => service), between: async () => undefined, close: service.close }
  },
  'over HTTPS': async (open) => {
    const service = await open(':memory:')
    const { url, fingerprint = '' } = await service.listen({ port: 0 })
    const ca = await fetchCas({ url, fingerprint })
    const fetches: { close: () => Promise<void> }[] = []
    const fetchWith = (certificate?: Pair): Fetch => {
      const fetch = nodeFetch({ ca, proxy: false, ...(certificate && { certificate }) })
      fetches.push(fetch)
      return fetch
    }
    const close = async (): Promise<void> => {
      await Promise.all(fetches.map((fetch) => fetch.close()))
      await service.close()
    }
    const isSigned = (token: string): Promise<boolean> =>
      fetchCas({ url, enrollment: token }).then((pem) => pem === ca)
    return { url, fetchWith, isSigned, between: async () => undefined, close }
  },
  'in a folder that is opened anew for every step': async (open) => {
    const folder = makeFolder({})
    const state = { service: await open(join(folder, 'data')) }
    const between = async (): Promise<void> => {
      await state.service.close()
      state.service = await open(join(folder, 'data'))
    }
    const close = async (): Promise<void> => {
      await state.service.close()
      remove(folder)
    }
    return { ...inProcess(() => state.service), between, close }
  },
}

/** A service that is reached in one of the ways. */
export type Reached = { context: Context; between: () => Promise<void>; close: () => Promise<void> }

/** The ways to reach a service. Its clock starts with the test; what is answered is noted. */
export const all: readonly (readonly [
  name: string,
  reach: (answers: Answers) => Promise<Reached>,
])[] = Object.entries(ways).map(([name, connect]) => [
  name,
  async (answers) => {
    const clock = { now: Date.now() }
    const { url, fetchWith, isSigned, ...connected } = await connect((data) =>
      createService({ data, admin: administrator, clock: () => new Date(clock.now) }),
    )
    const note = (operation: string, status: number): void =>
      void answers.set(operation, (answers.get(operation) ?? new Set()).add(status))
    const client: Context['client'] = (options, certificate) =>
      createClient({
        ...options,
        url,
        fetch: fetchWith(certificate),
        retry: false,
        log: (event) => event.kind === 'answer' && note(event.operation, event.status),
      })
    const enroll: Context['enroll'] = async (query, { csr, body, certificate }) => {
      const type = csr === undefined ? 'application/json' : 'application/x-pem-file'
      const sent = csr ?? (body && JSON.stringify(body))
      const request = new Request(
        `${new URL(url).origin}/edge/client/v1/enroll?${new URLSearchParams(query)}`,
        {
          method: 'POST',
          ...(sent !== undefined && { body: sent, headers: { 'content-type': type } }),
        },
      )
      const answer = await fetchWith(certificate)(request)
      return enrolledBy(answer.status, await new Response(answer.body).json())
    }
    return {
      ...connected,
      context: {
        admin: client({ credentials: administrator }),
        client,
        enroll,
        isSigned,
        now: () => clock.now,
        pass: (ms) => void (clock.now += ms),
      },
    }
  },
])

function enrolledBy(status: number, answer: unknown): Enrolled {
  const { data, error } = isPlainObject(answer) ? answer : {}
  return { status, code: getString(error, 'code'), data: isPlainObject(data) ? data : {} }
}
