import { createHash, X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pem } from '../support/controller.js'
import { password, planted, startOrchard, ca, user } from '../support/orchard-controller.js'

const { api, file } = user()

describe('a connection', () => {
  const fingerprint = createHash('sha256')
    .update(new X509Certificate(pem('server.cert')).raw)
    .digest('hex')

  test('is made with a fingerprint, and the authorities that it vouches for are kept', async () => {
    const { url } = await startOrchard()
    await api(`login --url ${url} --pin ${fingerprint} --username admin --password-file -`, {
      input: password,
    })
    expect((await api('edge-routers list')).code).toBe(0)
  })

  test('sends nothing where the fingerprint is another, or nobody vouches for the controller', async () => {
    const { url, asked } = await startOrchard()
    const env = { ROUTERFILE_PASSWORD: password, ROUTERFILE_USERNAME: 'admin', ROUTERFILE_URL: url }
    const other = await api(`edge-routers list --pin ${'0'.repeat(64)}`, { env })
    expect([other.code, other.err]).toEqual([1, expect.stringContaining(fingerprint)])
    const none = await api('edge-routers list', { env })
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringMatching(
        /the certificate of `[^`]+` is not signed by a CA that this machine trusts, which is usual for controllers; use --ca FILE with its CA bundle, --pin with its fingerprint .*\(CERTIFICATE_NOT_TRUSTED\)/,
      ),
    ])
    expect(asked).toEqual([])
  })

  test.each([
    ['variables', { ROUTERFILE_USERNAME: 'admin', ROUTERFILE_PASSWORD: password }],
    [
      'a certificate',
      {
        ROUTERFILE_CERT: resolve('fixtures/management/pki/client.cert'),
        ROUTERFILE_KEY: resolve('fixtures/management/pki/client.key'),
      },
    ],
  ])('is made by %s alone, and its session is ended', async (_, env) => {
    const { url, sessions } = await startOrchard()
    expect(
      (await api('edge-routers list', { env: { ...env, ROUTERFILE_URL: url, ROUTERFILE_CA: ca } }))
        .code,
    ).toBe(0)
    expect([...sessions]).toEqual([])
  })

  test('is made with a session that is given, which stays open', async () => {
    const { url, sessions } = await startOrchard()
    sessions.add(`${planted}-given`)
    expect(
      (
        await api(`edge-routers list --url ${url} --ca ${ca} --token-file -`, {
          input: `${planted}-given\n`,
        })
      ).code,
    ).toBe(0)
    expect([...sessions]).toEqual([`${planted}-given`])
  })

  test.each([
    ['with PEM in it', (text: string) => `pem:${text}`, 'ztAPI'],
    [
      'with files beside it',
      (text: string) =>
        `file://${file(`${createHash('md5').update(text).digest('hex')}.pem`, text)}`,
      'ztAPI',
    ],
    ['of a cluster', (text: string) => `pem:${text}`, 'ztAPIs'],
  ])('is made with an identity file %s', async (_, inFile, key) => {
    const { url, asked } = await startOrchard()
    const address = `${url}/edge/client/v1`
    const identity = file(
      'identity.json',
      JSON.stringify({
        [key]: key === 'ztAPIs' ? [address] : address,
        id: {
          cert: inFile(pem('client.cert')),
          key: inFile(pem('client.key')),
          ca: inFile(pem('ca.cert')),
        },
      }),
    )
    expect((await api(`edge-routers list --identity ${identity}`)).code).toBe(0)
    expect(asked[0]?.path).toBe('/authenticate?method=cert')
    expect((await api(`login --identity ${identity}`)).code).toBe(0)
    expect((await api('edge-routers list')).code).toBe(0)
  })

  test.each([
    ['an older', (token: string) => ({ token })],
    [
      'a newer',
      (token: string) => ({ token: '', apiSession: { type: 'legacy', ztSessionToken: token } }),
    ],
  ])('is made with the login that %s ziti has kept', async (_, saved) => {
    const { url, sessions } = await startOrchard()
    sessions.add(`${planted}-ziti`)
    file(
      '.config/ziti/ziti-cli.json',
      JSON.stringify({
        edgeIdentities: {
          default: {
            url: `${url}/edge/management/v1`,
            username: 'admin',
            caCert: ca,
            readOnly: true,
            ...saved(`${planted}-ziti`),
          },
        },
        default: 'default',
      }),
    )
    expect((await api('edge-routers list')).code).toBe(0)
    expect((await api('edge-routers list -p ziti:default')).code).toBe(0)
    expect((await api('edge-routers delete r0001')).err).toContain('is read-only')
    expect((await api('profiles')).out).toContain('"ziti:default"')
    expect((await api('logout -p ziti:default')).err).toContain('ziti edge logout')
    expect([...sessions]).toEqual([`${planted}-ziti`])
  })
})
