import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FakeCluster } from '../support/cluster.js'
import { toKeyPem } from '../../src/management/service/pki/authority.js'
import { makeCertificate } from '../support/certificates.js'
import { createFakeCluster, serveCluster } from '../support/cluster.js'
import type { ServerCertificate } from '../support/controller.js'
import { ca, user } from '../support/orchard-controller.js'

const { api, signIn, profiles } = user()

const start = async (): Promise<{
  cluster: FakeCluster
  url: (member: string) => string
}> => {
  const cluster = createFakeCluster()
  return { cluster, url: (await serveCluster(cluster)).url }
}

const readLogin = (): unknown => JSON.parse(readFileSync(profiles(), 'utf8'))

describe('a login to a cluster', () => {
  test('keeps the addresses of all controllers, and continues when one of them ends', async () => {
    const { cluster, url } = await start()
    const { err, code } = await signIn(url('c1'))
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('and 2 other controllers of its cluster as'),
    ])
    expect(readLogin()).toMatchObject({
      profiles: {
        default: {
          url: `${url('c1')}/edge/management/v1`,
          urls: ['c2', 'c3'].map((member) => `${url(member)}/edge/management/v1`),
          session: expect.stringMatching(/^eyJ/),
          refresh: expect.stringMatching(/^refresh-/),
        },
      },
    })
    cluster.end('c1')
    cluster.asked.length = 0
    expect(await api('services list --all')).toMatchObject({ code: 0 })
    expect(cluster.asked).toEqual(['c1 GET /services', 'c2 GET /services'])
  })

  test('may name another controller of it, and no stranger', async () => {
    const { url } = await start()
    await signIn(url('c1'), ' --profile north')
    expect(await api(`services list --all -p north --url ${url('c2')}`)).toMatchObject({ code: 0 })
    const { url: strange } = await start()
    expect(
      await api(`services list --all -p north --url ${url('c2')} --url ${strange('c1')}`),
    ).toMatchObject({ code: 2, err: expect.stringContaining('are not sent to') })
  })

  test('may be given several addresses, of which the first one is down', async () => {
    const { cluster, url } = await start()
    cluster.end('c1')
    expect(await signIn(url('c1'), ` --url ${url('c2')}`)).toMatchObject({ code: 0 })
    expect(readLogin()).toMatchObject({
      profiles: { default: { url: `${url('c2')}/edge/management/v1` } },
    })
  })

  test('renews its tokens', async () => {
    const { cluster, url } = await start()
    await signIn(url('c1'))
    const ended = `eyJh.${Buffer.from('{"exp":1000}').toString('base64url')}.sig`
    const text = readFileSync(profiles(), 'utf8').replace(/eyJh\.\w+\.sig/, ended)
    writeFileSync(profiles(), text, { mode: 0o600 })
    cluster.asked.length = 0
    expect(await api('services list --all')).toMatchObject({ code: 0 })
    expect(cluster.asked).toEqual(['c1 POST /oidc/oauth/token', 'c1 GET /services'])
    expect(readFileSync(profiles(), 'utf8')).not.toContain(ended)
  })

  test('is ended with its tokens', async () => {
    const { cluster, url } = await start()
    await signIn(url('c1'))
    cluster.asked.length = 0
    expect(await api('logout')).toMatchObject({ code: 0 })
    expect(cluster.asked).toEqual(['c1 POST /oidc/revoke'])
  })

  test('says where its session may still be open', async () => {
    const { cluster, url } = await start()
    await signIn(url('c1'), ' --no-oidc')
    cluster.end('c1')
    cluster.asked.length = 0
    expect(await api('logout')).toEqual({
      out: '',
      err: expect.stringMatching(
        /^routerfile: removed the login `default`; its session could not be ended and will expire later: .*CONNECTION_LOST/,
      ),
      code: 0,
    })
    expect(new Set(cluster.asked)).toEqual(new Set(['c1 DELETE /current-api-session']))
  })

  test('of an earlier version, which has one address, learns the others', async () => {
    const { cluster, url } = await start()
    await signIn(url('c1'))
    const text = readFileSync(profiles(), 'utf8').replace(/"urls": \[[^\]]*\],/, '')
    writeFileSync(profiles(), text, { mode: 0o600 })
    cluster.asked.length = 0
    expect(await api('services list --all')).toMatchObject({ code: 0 })
    expect(cluster.asked).toEqual(['c1 GET /version', 'c1 GET /controllers', 'c1 GET /services'])
  })
})

describe('OpenID Connect', () => {
  const password = { env: { ROUTERFILE_PASSWORD: 'a-good-password' } }
  const line = (url: string): string =>
    `services list --all --ca ${ca} --username admin --url ${url}`

  test.each(['--no-oidc', '--oidc=false', '--oidc false'])('is not used with %s', async (flag) => {
    const { cluster, url } = await start()
    expect(await api(`${line(url('c1'))} ${flag}`, password)).toMatchObject({ code: 0 })
    expect(cluster.asked.filter((asked) => asked.includes('/oidc'))).toEqual([])
    expect(cluster.asked).toContain('c1 DELETE /current-api-session')
  })

  test.each(['--oidc', '--oidc=true'])('is used with %s', async (flag) => {
    const { cluster, url } = await start()
    expect(await api(`${line(url('c1'))} ${flag}`, password)).toMatchObject({ code: 0 })
    expect(cluster.asked).toContain('c1 POST /oidc/revoke')
  })

  test.each(['--no-oidc', '--oidc=false'])('is not used by a login with %s', async (flag) => {
    const { cluster, url } = await start()
    await signIn(url('c1'), ` ${flag} --save-password`)
    expect(readLogin()).toMatchObject({ profiles: { default: { oidc: false } } })
    await api('services list --all')
    cluster.end('c1')
    expect(await api('services list --all')).toMatchObject({ code: 0 })
    expect(await api('logout')).toMatchObject({ code: 0 })
    expect(cluster.asked.filter((asked) => asked.includes('/oidc'))).toEqual([])
  })

  test('is used by a login without it where a flag says so', async () => {
    const { cluster, url } = await start()
    await signIn(url('c1'), ' --no-oidc --save-password')
    await api(`services list --all --username admin --oidc`, password)
    expect(cluster.asked).toContain('c1 POST /oidc/revoke')
  })

  test('is asked for or not, but not both', async () => {
    expect(await api('services list --oidc --no-oidc')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--oidc and --no-oidc contradict each other'),
    })
  })
})

describe('no secret is sent to an address that a controller names', () => {
  const stranger = makeCertificate({ name: 'stranger', hosts: ['localhost'] })
  test.each<[string, ServerCertificate]>([
    ['whose certificate is for another host', 'elsewhere'],
    ['whose certificate has expired', 'expired'],
    [
      'whose certificate another authority issued',
      { cert: stranger.pem, key: toKeyPem(stranger.key) },
    ],
  ])('%s', async (_, certificate) => {
    const cluster = createFakeCluster()
    const { url } = await serveCluster(cluster, { c2: certificate })
    expect(await signIn(url('c1'), ' --save-password')).toMatchObject({ code: 0 })
    cluster.end('c1')
    expect(await api('services list --all')).toMatchObject({ code: 0 })
    cluster.end('c3')
    expect(await api('services list --all')).toMatchObject({ code: 1 })
    expect(cluster.asked).toContain('c3 GET /services')
    expect(cluster.asked.filter((asked) => asked.startsWith('c2'))).toEqual([])
  })
})

test('a user without a login names the controllers in a variable', async () => {
  const { cluster, url } = await start()
  cluster.end('c1')
  expect(
    await api(`services list --all --ca ${ca} --username admin`, {
      env: {
        ROUTERFILE_URL: `${url('c1')}, ${url('c3')}`,
        ROUTERFILE_PASSWORD: 'a-good-password',
      },
    }),
  ).toMatchObject({ code: 0 })
  expect(cluster.asked).toContain('c3 GET /services')
})
