import { chmodSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { password, planted, startOrchard, ca, user } from '../support/orchard-controller.js'

const { api, signIn, profiles, file } = user()

describe('a login', () => {
  test('is kept for the user alone, used, and forgotten with its session', async () => {
    const { url, sessions, asked } = await startOrchard()
    expect(await signIn(url)).toEqual({
      out: '',
      err: `routerfile: signed in at ${url}/edge/management/v1 as Default Admin; the login \`default\` is stored in \`${profiles()}\`\n`,
      code: 0,
    })
    expect(statSync(profiles()).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(profiles())).mode & 0o777).toBe(0o700)
    expect(readFileSync(profiles(), 'utf8')).not.toContain(password)
    const before = asked.length
    expect((await api('edge-routers list')).code).toBe(0)
    expect(asked.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /edge-routers',
    ])
    expect((await api('profiles -o table')).out).toContain(
      `default  ${url}/edge/management/v1  admin  file     true`,
    )
    expect(await api('logout')).toEqual({
      out: '',
      err: 'routerfile: removed the login `default`\n',
      code: 0,
    })
    expect([...sessions]).toEqual([])
    expect((await api('edge-routers list')).err).toContain('missing address of the controller')
  })

  test('renews a session that has ended where it has the password, and keeps the new one', async () => {
    const { url, sessions, asked } = await startOrchard()
    await signIn(url, ' --save-password')
    sessions.clear()
    expect((await api('edge-routers list')).code).toBe(0)
    const before = asked.length
    expect((await api('edge-routers list')).code).toBe(0)
    expect(asked.slice(before)).toHaveLength(1)
    expect(statSync(profiles()).mode & 0o777).toBe(0o600)
  })

  test('says what to do where its session has ended and it has no password', async () => {
    const { url, sessions } = await startOrchard()
    await signIn(url)
    sessions.clear()
    expect(await api('edge-routers list')).toEqual({
      out: '',
      err: 'routerfile: the password of `admin` is missing; use --password-file FILE (- for standard input) or set ROUTERFILE_PASSWORD; routerfile only asks for it on a terminal\n',
      code: 2,
    })
    expect((await api('edge-routers list', { env: { ROUTERFILE_PASSWORD: password } })).code).toBe(
      0,
    )
  })

  test('is one of several, of which one counts where none is named', async () => {
    const [north, south] = [await startOrchard(1), await startOrchard(2)]
    await signIn(north.url, ' --profile north')
    await signIn(south.url, ' --profile south')
    expect(JSON.parse((await api('edge-routers list')).out)).toHaveLength(1)
    expect(JSON.parse((await api('edge-routers list -p south')).out)).toHaveLength(2)
    expect(
      JSON.parse((await api('edge-routers list', { env: { ROUTERFILE_PROFILE: 'south' } })).out),
    ).toHaveLength(2)
    expect((await api('edge-routers list -p suoth')).err).toContain('did you mean `south`?')
    expect((await api('profiles --default south')).code).toBe(0)
    expect(JSON.parse((await api('edge-routers list')).out)).toHaveLength(2)
  })

  test('is made with a session token from stdin', async () => {
    const { url, sessions } = await startOrchard()
    sessions.add(`${planted}-given`)
    const { err, code } = await api(`login --url ${url} --ca ${ca} --token-file -`, {
      input: `${planted}-given\n`,
    })
    expect([code, err]).toEqual([0, expect.stringContaining('signed in at')])
    expect((await api('edge-routers list')).code).toBe(0)
  })

  test('is used for an operation whose fields are named like flags for signing in', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    const before = asked.length
    const ran = await api(
      `authenticators create --method updb --identityId i1 --username bob --password-file ${file('bob', 'bobs-password')}`,
    )
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(asked.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
      // Whether an identity has the name `i1`.
      expect.stringMatching(/^GET \/identities\?.*filter=/),
      'POST /authenticators',
    ])
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({
      username: 'bob',
      password: 'bobs-password',
    })
  })

  test('for reading only sends nothing that changes anything', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url, ' --read-only')
    const before = asked.length
    const { err, code } = await api('edge-routers delete r0001')
    expect([code, err]).toEqual([
      1,
      'routerfile: `edge-routers.delete` failed: the login `default` is read-only, so nothing was sent; use another login with --profile (status 403, READ_ONLY)\n',
    ])
    expect(asked).toHaveLength(before)
  })

  test('that others can read is refused', { skip: process.platform === 'win32' }, async () => {
    const { url } = await startOrchard()
    await signIn(url)
    chmodSync(profiles(), 0o644)
    const { err, code } = await api('edge-routers list')
    expect([code, err]).toEqual([
      2,
      `routerfile: \`${profiles()}\` holds logins, and its mode \`644\` lets other users read them; run \`chmod 600 ${profiles()}\`, and sign in again if somebody may have read it\n`,
    ])
  })

  test('with a wrong password is refused and not kept', async () => {
    const { url } = await startOrchard()
    const { err, code } = await api(
      `login --url ${url} --ca ${ca} --username admin --password-file -`,
      { input: `${planted}-wrong` },
    )
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('wrong user name, password or certificate'),
    ])
    expect(JSON.parse((await api('profiles')).out)).toEqual([])
  })
})
