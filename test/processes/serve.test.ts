import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchCas } from '../../src/management/client/node/index.js'
import { folderWith, program, run } from '../support/program.js'

type Server = {
  url: string
  fingerprint: string
  out: () => string
  err: () => string
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** The program serving; it is there when it has said where. */
async function serve(argv: readonly string[], env: Record<string, string> = {}): Promise<Server> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...argv], {
    env: { PATH, HOME, ...env },
  })
  const said: string[] = []
  const warned: string[] = []
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => void warned.push(String(text)))
    child.once('exit', () => reject(new Error(warned.join(''))))
    child.stdout.on('data', (text: Buffer) => {
      said.push(String(text))
      if (said.join('').includes('records in')) resolve()
    })
  })
  const out = (): string => said.join('')
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return {
    url: /^serving (\S+)$/m.exec(out())?.[1] ?? '',
    fingerprint: /SHA-256 (\S+)/.exec(out())?.[1] ?? '',
    out,
    err: () => warned.join(''),
    end,
  }
}

const login = (url: string, ca: string, password: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(
      `${url}/authenticate?method=password`,
      { method: 'POST', ca, agent: false, headers: { 'content-type': 'application/json' } },
      (response) => resolve(response.resume().statusCode),
    )
    asked.on('error', reject).end(JSON.stringify({ username: 'admin', password }))
  })

describe('routerfile serve', () => {
  test('answers as if the files of --routers ran', async () => {
    const folder = folderWith({
      'routers/north.yml': readFileSync('fixtures/samples/public.yaml', 'utf8'),
    })
    const password = 'a-good-password'
    const { url } = await serve(
      ['--data', ':memory:', '--insecure-http', '--routers', join(folder, 'routers')],
      { ROUTERFILE_ADMIN_PASSWORD: password },
    )
    const env = { ROUTERFILE_URL: url, ROUTERFILE_USERNAME: 'admin', ROUTERFILE_PASSWORD: password }
    const options = { cwd: folder, env }
    expect(run(['lint', '--live', '--format', 'compact'], options)).toEqual({
      out: '',
      err: '',
      code: 0,
    })
    expect(run(['drift', 'routers'], options)).toMatchObject({
      out: expect.stringMatching(/^same .*routers\/north\.yml {2}live:north/),
      code: 0,
    })
  })

  test('says and logs no secret', async () => {
    const mark = 'pLaNt'
    const text = readFileSync('fixtures/samples/public.yaml', 'utf8')
    const folder = folderWith({
      'routers/north.yml': text,
      'routers/south.yml': `${text}proxy: {type: http, password: ${mark}1}\n`,
      'routers/east.yml': `${text}proxy: {type: http, password: "${mark}2\n`,
      'routers/west.yml': `${text}v: ${mark}3\napiToken: ${mark}3\n`,
    })
    const { url, err, out, end } = await serve(
      ['--data', ':memory:', '--insecure-http', '--log', 'json'].concat([
        '--routers',
        join(folder, 'routers'),
      ]),
      { ROUTERFILE_ADMIN_PASSWORD: `${mark}-password` },
    )
    const env = {
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: 'admin',
      ROUTERFILE_PASSWORD: `${mark}-password`,
    }
    const { code } = run(['drift', 'routers'], { cwd: folder, env })
    expect(code).toBeLessThan(3)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${mark}4` }
    for (const body of [`{"password": "${mark}5"`, `{"username": "${mark}6", "password": []}`])
      await fetch(`${url}/authenticate?method=password&password=${mark}7`, {
        method: 'POST',
        headers: { ...headers, 'zt-session': `${mark}8` },
        body,
      })
    await end('SIGTERM')
    expect(err()).toContain('"method":"POST"')
    expect(out() + err()).not.toContain(mark)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'makes a password for a new service, shows it once, and ends with 0 on %s',
    async (signal) => {
      const data = join(folderWith({}), 'data')
      const first = await serve(['--data', data])
      const password =
        /^administrator admin, password (\S+) \(not shown again\)$/m.exec(first.out())?.[1] ?? ''
      expect(password).toMatch(/^[\w-]{24}$/)
      expect(
        await login(
          first.url,
          await fetchCas({ url: first.url, fingerprint: first.fingerprint }),
          password,
        ),
      ).toBe(200)
      expect(statSync(data).mode & 0o777).toBe(0o700)
      expect(await first.end(signal)).toBe(0)
      const second = await serve(['--data', data], {
        ROUTERFILE_ADMIN_PASSWORD: 'another-password',
      })
      expect(second.out()).not.toContain('password')
      expect(second.err()).toMatch(
        /^routerfile: the administrator admin in `.*` has another password than ROUTERFILE_ADMIN_PASSWORD; the stored one applies\. To set the given one, run `routerfile serve --data .* --reset-password`\n$/,
      )
      expect(second.err()).not.toContain('another-password')
      expect(second.fingerprint).toBe(first.fingerprint)
      const ca = await fetchCas({ url: second.url, fingerprint: second.fingerprint })
      expect([
        await login(second.url, ca, password),
        await login(second.url, ca, 'another-password'),
      ]).toEqual([200, 401])
      expect(await second.end(signal)).toBe(0)
    },
  )

  test.each<[string, Record<string, string>, string[]]>([
    ['the environment', { ROUTERFILE_ADMIN_PASSWORD: 'a-given-password' }, []],
    ['a file', {}, ['--password-file', 'password.txt']],
  ])('takes the password from %s and does not show it', async (_, env, argv) => {
    const folder = folderWith({ 'password.txt': 'a-given-password\n' })
    const { url, fingerprint, out } = await serve(
      [
        '--data',
        ':memory:',
        ...argv.map((word) => word.replace('password.txt', join(folder, 'password.txt'))),
      ],
      env,
    )
    expect(out()).not.toContain('a-given-password')
    expect(await login(url, await fetchCas({ url, fingerprint }), 'a-given-password')).toBe(200)
  })

  test('has its folder and its port for itself', async () => {
    const data = join(folderWith({}), 'data')
    const { url } = await serve(['--data', data])
    const env = { ROUTERFILE_ADMIN_PASSWORD: 'a-given-password' }
    expect(run(['serve', '--data', data, '--port', '0'], { env })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^routerfile: `.*` is in use by process \d+; stop it, or use another folder\n$/,
      ),
    })
    expect(
      run(['serve', '--data', ':memory:', '--port', new URL(url).port], { env }),
    ).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('is in use by another program; stop it, or choose another port'),
    })
  })

  test.each([
    ['plain HTTP for others', ['--insecure-http', '--host', '0.0.0.0'], {}],
    ['an address that is not of this machine', ['--host', '192.0.2.1'], {}],
    ['a short name', ['--admin', 'me'], {}],
    ['a short password', [], { ROUTERFILE_ADMIN_PASSWORD: 'x' }],
    ['a long password', [], { ROUTERFILE_ADMIN_PASSWORD: 'x'.repeat(101) }],
    ['an address without a port', ['--address', 'api.example.com'], {}],
    ['a log in another format', ['--log', 'xml'], {}],
    ['to reset a password that is not there', ['--reset-password'], {}],
  ])('refuses %s before it makes or prints anything', (_, argv, env) => {
    const data = join(folderWith({}), 'data')
    expect(run(['serve', '--data', data, '--port', '0', ...argv], { env })).toMatchObject({
      code: 2,
      out: '',
    })
    expect(existsSync(data)).toBe(false)
  })

  test('refuses a port in use before it makes or prints anything', async () => {
    const folder = folderWith({})
    const { url } = await serve(['--data', join(folder, 'one')])
    const data = join(folder, 'two')
    expect(run(['serve', '--data', data, '--port', new URL(url).port])).toMatchObject({
      code: 2,
      out: '',
    })
    expect(existsSync(data)).toBe(false)
  })

  test('moves its records to another folder', async () => {
    const folder = folderWith({})
    const [data, copy, file] = [
      join(folder, 'data'),
      join(folder, 'copy'),
      join(folder, 'all.jsonl'),
    ]
    const first = await serve(['--data', data], { ROUTERFILE_ADMIN_PASSWORD: 'a-given-password' })
    await first.end('SIGTERM')
    expect(run(['serve', '--data', data, '--export', file])).toMatchObject({ code: 0, out: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(run(['serve', '--data', data, '--export', '-'])).toMatchObject({
      code: 0,
      out: readFileSync(file, 'utf8'),
      err: '',
    })
    expect(run(['serve', '--data', copy, '--import', file]).code).toBe(0)
    expect(run(['serve', '--data', data, '--import', file])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the store is not empty'),
    })
    const second = await serve(['--data', copy])
    expect(second.fingerprint).toBe(first.fingerprint)
    expect(
      await login(
        second.url,
        await fetchCas({ url: second.url, fingerprint: second.fingerprint }),
        'a-given-password',
      ),
    ).toBe(200)
  })

  test('gives an administrator who lost the password a new one', async () => {
    const data = join(folderWith({}), 'data')
    const first = await serve(['--data', data])
    expect(run(['serve', '--data', data, '--reset-password'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('is in use by process'),
    })
    await first.end('SIGTERM')
    const { out, code } = run(['serve', '--data', data, '--reset-password'])
    const password = /^administrator admin, password (\S{24}) \(not shown again\)\n$/.exec(out)?.[1]
    expect([code, typeof password]).toEqual([0, 'string'])
    const env = { ROUTERFILE_ADMIN_PASSWORD: 'a-given-password' }
    const statuses = async (given: string): Promise<number | undefined> => {
      const { url, fingerprint, end, err } = await serve(['--data', data, '--log', 'json'])
      const ca = await fetchCas({ url, fingerprint })
      const status = await login(url, ca, given)
      await end('SIGTERM')
      expect(err()).toContain('"path":"/edge/management/v1/authenticate","status":200')
      expect(err()).not.toContain(given)
      return status
    }
    expect(await statuses(password ?? '')).toBe(200)
    expect(run(['serve', '--data', data, '--reset-password'], { env })).toMatchObject({
      code: 0,
      out: 'administrator admin has the given password\n',
    })
    expect(await statuses('a-given-password')).toBe(200)
  })

  test('serves plain HTTP where it is asked to', async () => {
    const { url, out } = await serve(['--data', ':memory:', '--insecure-http'], {
      ROUTERFILE_ADMIN_PASSWORD: 'a-given-password',
    })
    expect(out()).not.toContain('SHA-256')
    expect((await fetch(`${url}/version`)).status).toBe(200)
  })
})
