import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pem, startController } from '../support/controller.js'
import type { Orchard } from '../support/orchard-controller.js'
import { ca, password, planted, startOrchard, user } from '../support/orchard-controller.js'

const { api, signIn, profiles, file } = user()

/** A login to one controller with its password, and another controller. */
async function startTwo(): Promise<{ north: Orchard; south: Orchard }> {
  const [north, south] = [await startOrchard(1), await startOrchard(2)]
  await signIn(north.url, ' --profile north --save-password')
  return { north, south }
}

describe('the secrets of a login', () => {
  test.each([
    ['with --url', (url: string) => `-p north --url ${url}`, () => ({})],
    ['with ROUTERFILE_URL', () => '-p north', (url: string) => ({ ROUTERFILE_URL: url })],
    [
      'with ROUTERFILE_PROFILE',
      (url: string) => `--url ${url}`,
      () => ({ ROUTERFILE_PROFILE: 'north' }),
    ],
    ['for the same user', (url: string) => `-p north --url ${url} --username admin`, () => ({})],
  ])('are not sent to another address %s', async (_, words, env) => {
    const { north, south } = await startTwo()
    const { err, code } = await api(`edge-routers list --ca ${ca} ${words(south.url)}`, {
      env: env(south.url),
    })
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        `the login \`north\` is for \`${north.url}/edge/management/v1\`, so its session and password are not sent to \`${south.url}\`; leave out --profile (ROUTERFILE_PROFILE) or --url (ROUTERFILE_URL)`,
      ),
    ])
    expect(south.asked).toEqual([])
  })

  /** An identity file that names a controller. */
  const writeIdentity = (url: string): string =>
    file(
      'identity.json',
      JSON.stringify({
        ztAPI: `${url}/edge/client/v1`,
        id: {
          cert: `pem:${pem('client.cert')}`,
          key: `pem:${pem('client.key')}`,
          ca: `pem:${pem('ca.cert')}`,
        },
      }),
    )

  test('are not sent to the address of an identity file', async () => {
    const { south } = await startTwo()
    const identity = writeIdentity(south.url)
    expect(
      await api(`edge-routers list -p north --username admin --identity ${identity}`),
    ).toMatchObject({ code: 2, err: expect.stringContaining('the login `north` is for') })
    expect(south.asked).toEqual([])
  })

  test('are not sent to the address of an identity file where their own controller is down', async () => {
    const { north, south } = await startTwo()
    const identity = writeIdentity(south.url)
    const line = `edge-routers list -p north --url ${north.url} --username admin --identity ${identity}`
    expect(await api(line)).toMatchObject({ code: 0 })
    await north.close()
    expect(await api(line)).toMatchObject({
      code: 1,
      err: expect.stringContaining('CONNECTION_REFUSED'),
    })
    expect(south.asked).toEqual([])
  })

  test.each([301, 302, 307, 308])('are not sent where a redirect (%i) leads', async (status) => {
    const south = await startOrchard(1)
    const north = await startController(({ path }, answer) => {
      answer.writeHead(status, { location: `${south.url}/edge/management/v1${path}` }).end()
    })
    expect(await signIn(north.url)).toMatchObject({ code: 1 })
    expect(
      await api(`edge-routers list --url ${north.url} --ca ${ca}`, {
        env: { ROUTERFILE_TOKEN: `${planted}-session` },
      }),
    ).toMatchObject({ code: 1 })
    expect(north.asked.map(({ path }) => path)).toContain('/edge-routers')
    expect(south.asked).toEqual([])
  })

  test('are not sent to another address by a new login of the same name, or by logging out', async () => {
    const { north, south } = await startTwo()
    expect(
      await api(`login -p north --url ${south.url} --ca ${ca} --username admin`),
    ).toMatchObject({ code: 2, err: expect.stringContaining('the password of `admin` is missing') })
    expect(await api(`logout -p north --url ${south.url} --ca ${ca}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the login `north` is for'),
    })
    expect(
      await api('logout -p north', { env: { ROUTERFILE_URL: south.url, ROUTERFILE_CA: ca } }),
    ).toMatchObject({ code: 0 })
    expect(south.asked).toEqual([])
    expect([...north.sessions]).toEqual([])
  })

  test('stay out where the default login is for another address', async () => {
    const { south } = await startTwo()
    expect(await api(`edge-routers list --url ${south.url} --ca ${ca}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('no login for'),
    })
    expect(south.asked).toEqual([])
  })

  test('are used at their own address, however that is written', async () => {
    const { north } = await startTwo()
    expect((await api(`edge-routers list -p north --url ${north.url}/`)).code).toBe(0)
    expect(
      (await api(`edge-routers list -p north --url ${north.url}/edge/management/v1`)).code,
    ).toBe(0)
  })
})

describe('secrets in variables', () => {
  const variables = [
    ['ROUTERFILE_PASSWORD', password, '--username admin'],
    ['ROUTERFILE_TOKEN', `${planted}-session`, ''],
    ['ROUTERFILE_EXTERNAL_JWT', `${planted}-jwt`, ''],
    ['ROUTERFILE_TOTP', '123456', '--username admin --password-file -'],
  ] as const

  test.each(variables)(
    '%s is not sent to another address than ROUTERFILE_URL',
    async (name, secret, words) => {
      const { north, south } = await startTwo()
      const { err, code } = await api(
        `edge-routers list --url ${south.url} --ca ${ca} ${words}`.trim(),
        { env: { ROUTERFILE_URL: north.url, [name]: secret }, input: password },
      )
      expect([code, err]).toEqual([
        2,
        `routerfile: ${name} is for \`${north.url}\` (ROUTERFILE_URL) and is not sent to \`${south.url}/edge/management/v1\`; set ROUTERFILE_URL to this address, or unset ${name}\n`,
      ])
      expect(south.asked).toEqual([])
    },
  )

  test('are sent to the address that is given where ROUTERFILE_URL is not set', async () => {
    const { url } = await startOrchard(1)
    expect(
      (
        await api(`edge-routers list --url ${url} --ca ${ca} --username admin`, {
          env: { ROUTERFILE_PASSWORD: password },
        })
      ).code,
    ).toBe(0)
  })
})

test('no secret is sent to another machine without encryption, unless that is allowed', async () => {
  const signInPlainly = (more: string) =>
    api(`login --url http://controller.invalid:1280 --username admin --password-file -${more}`, {
      input: password,
    })
  expect(await signInPlainly('')).toMatchObject({
    code: 2,
    err: 'routerfile: `http://controller.invalid:1280` is not encrypted, so others on the network can read the password and the session; use `https:`, or allow it with --insecure-http\n',
  })
  expect(await signInPlainly(' --insecure-http')).toMatchObject({
    code: 1,
    err: expect.stringContaining('HOST_NOT_FOUND'),
  })
  expect(
    await api(`edge-routers list --url http://127.0.0.1:1 --pin ${'0'.repeat(64)}`),
  ).toMatchObject({
    code: 2,
    err: expect.stringContaining('has no certificate to check; use https://'),
  })
})

test('logins that are made at once are all kept', async () => {
  const { url } = await startOrchard(1)
  const names = Array.from({ length: 6 }, (_, index) => `p${index}`)
  // In processes of their own, as the password comes on standard input.
  const login = `login --url ${url} --ca ${ca} --username admin --password-file -`
  const results = await Promise.all(
    names.map((name) => api(`${login} --profile ${name}`, { input: `${password}\n` })),
  )
  expect(results.map(({ code }) => code)).toEqual(names.map(() => 0))
  const kept: unknown = JSON.parse(readFileSync(profiles(), 'utf8'))
  expect(kept).toMatchObject({
    profiles: Object.fromEntries(names.map((name) => [name, { username: 'admin' }])),
  })
})
