import { describe, expect, test } from 'vitest'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, requireText } from '../../../support/management.js'
import { certificateIn, createCsr } from '../../../support/certificates.js'

const day = 24 * 60 * 60_000

const requests = (id: string): object => ({
  certCsr: createCsr(id),
  serverCertCsr: createCsr(id),
})

const extend = (service: Managed, certificate: string | undefined, body: object): Promise<Reply> =>
  service.call('POST', '//edge/client/v1/enroll/extend/router', {
    session: '',
    body,
    ...(certificate !== undefined && { certificate }),
  })

/** A router that has enrolled, and its certificate. */
async function enrolled(
  service: Managed,
  name: string,
): Promise<{ id: string; certificate: string }> {
  const id = await service.make('edge-routers', { name })
  const token = requireText(
    (await service.call('GET', `/edge-routers/${id}`)).data,
    'enrollmentToken',
  )
  const { data } = await service.call(
    'POST',
    `//edge/client/v1/enroll?method=erott&token=${token}`,
    { session: '', body: requests(id) },
  )
  return { id, certificate: requireText(data, 'cert') }
}

type EnrolledIdentity = { service: Managed; id: string; certificate: string }

const next = async ({ service, id, certificate }: EnrolledIdentity): Promise<string> =>
  requireText((await extend(service, certificate, requests(id))).data, 'cert')

const transitions: {
  name: string
  request: (given: EnrolledIdentity) => Promise<Reply>
  expected: string
}[] = [
  {
    name: 'get others for those that it shows',
    request: ({ service, id, certificate }) => extend(service, certificate, requests(id)),
    expected: '200',
  },
  {
    name: 'may be asked for again, while nobody has shown the new ones',
    request: async (given) => {
      await next(given)
      return extend(given.service, given.certificate, requests(given.id))
    },
    expected: '200',
  },
  {
    name: 'follow new ones too',
    request: async (given) => extend(given.service, await next(given), requests(given.id)),
    expected: '200',
  },
  {
    name: 'count no more once the new ones were shown',
    request: async (given) => {
      await extend(given.service, await next(given), requests(given.id))
      return extend(given.service, given.certificate, requests(given.id))
    },
    expected: '401 UNAUTHORIZED',
  },
  {
    name: 'are not extended for who shows none',
    request: ({ service, id }) => extend(service, undefined, requests(id)),
    expected: '401 UNAUTHORIZED',
  },
  {
    name: 'are not extended for another router',
    request: async ({ service, id }) =>
      extend(service, (await enrolled(service, 'south')).certificate, requests(id)),
    expected: '400 COULD_NOT_PROCESS_CSR',
  },
  {
    name: 'are not extended when they are over',
    request: ({ service, id, certificate }) => {
      service.pass(366 * day)
      return extend(service, certificate, requests(id))
    },
    expected: '401 UNAUTHORIZED',
  },
  {
    name: 'are not extended after a new invitation',
    request: async ({ service, id, certificate }) => {
      await service.call('POST', `/edge-routers/${id}/re-enroll`)
      return extend(service, certificate, requests(id))
    },
    expected: '401 UNAUTHORIZED',
  },
  {
    name: 'are not extended without requests',
    request: ({ service, certificate }) => extend(service, certificate, {}),
    expected: '400 COULD_NOT_VALIDATE',
  },
  {
    name: 'are not extended for what is no request',
    request: ({ service, certificate }) =>
      extend(service, certificate, { certCsr: 'x', serverCertCsr: 'x' }),
    expected: '400 COULD_NOT_PROCESS_CSR',
  },
]

describe('the certificates of a router', () => {
  test.each(transitions)('$name', async ({ request, expected }) => {
    const service = await startManaged()
    const { status, code } = await request({ service, ...(await enrolled(service, 'north')) })
    expect(`${status} ${code}`.trim()).toBe(expected)
    await service.close()
  })

  test('wait until the router shows the new one', async () => {
    const service = await startManaged()
    const { id, certificate } = await enrolled(service, 'north')
    const shown = async () => {
      const { fingerprint, unverifiedFingerprint } = (
        await service.call('GET', `/edge-routers/${id}`)
      ).data
      return [fingerprint, unverifiedFingerprint]
    }
    const [first, second] = [
      certificateIn(certificate),
      certificateIn(await next({ service, id, certificate })),
    ]
    expect(second.commonName).toBe(id)
    expect(await shown()).toEqual([first.fingerprint, second.fingerprint])
    const third = certificateIn(await next({ service, id, certificate: second.pem }))
    expect(await shown()).toEqual([second.fingerprint, third.fingerprint])
    await service.close()
  })
})
