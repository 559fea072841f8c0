import type { KeyObject } from 'node:crypto'
import { createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmDelete } from '../../src/cli/commands/api/delete.js'
import { toKeyPem } from '../../src/management/service/pki/authority.js'
import { createSubject } from '../../src/management/service/pki/certificate.js'
import { signCertificate } from '../../src/management/service/pki/sign-certificate.js'
import { createCaProof } from '../../src/management/service/pki/ca-proof.js'
import { findOperationOrResource } from '../../src/cli/commands/api/operation-names.js'
import { findRow } from '../../src/cli/commands/api/request.js'
import type { ApiRequest } from '../../src/cli/commands/api/request.js'
import type { Client } from '../../src/management/client/index.js'
import { createClient } from '../../src/management/client/index.js'
import type { ManagementService } from '../../src/management/service/index.js'
import { createService } from '../../src/management/service/index.js'
import type { RunResult } from '../support/program.js'
import { folderWith, runFast } from '../support/program.js'

const admin = { username: 'admin', password: 'orchard-gate' }

let service: ManagementService
let client: Client
let url = ''
beforeAll(async () => {
  service = await createService({ data: ':memory:', admin, clock: () => new Date() })
  url = (await service.listen({ port: 0, tls: false })).url
  client = createClient({ url: 'http://embedded', fetch: service.fetch, credentials: admin })
})
afterAll(() => service.close())

const api = (argv: readonly string[], cwd = '.', input = ''): Promise<RunResult> =>
  runFast(['api', ...argv], {
    cwd,
    input,
    env: {
      HOME: '/nonexistent',
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: admin.username,
      ROUTERFILE_PASSWORD: admin.password,
    },
  })

const makeIdentity = async (name: string): Promise<string> =>
  (await client.identities.create({ name, type: 'User', isAdmin: false })).id

const makeService = async (name: string): Promise<string> =>
  (await client.services.create({ name, encryptionRequired: true })).id

const listNames = async (prefix: string): Promise<string[]> =>
  (await client.services.list({ filter: `name contains "${prefix}"` }).all()).map(
    ({ name }) => name,
  )

describe('an enrollment token', () => {
  test.each([
    ['identities create --name tokened --type Device --isAdmin=false', 'ott'],
    ['edge-routers create --name tokened-router', 'erott'],
    ['transit-routers create --name tokened-transit', 'trott'],
  ])('of `%s` is written into a file for the user only', async (line, method) => {
    const folder = folderWith({})
    const argv = [...line.split(' '), '--jwt-out', 'x.jwt']
    expect(await api(argv, folder)).toMatchObject({ code: 0 })
    const claims: unknown = JSON.parse(
      Buffer.from(
        readFileSync(join(folder, 'x.jwt'), 'utf8').split('.')[1] ?? '',
        'base64url',
      ).toString(),
    )
    expect(claims).toMatchObject({ em: method })
    expect(statSync(join(folder, 'x.jwt')).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['is in the way', 'x.jwt'],
    ['has no directory', 'none/x.jwt'],
  ])('makes no record if its file %s', async (_, path) => {
    const folder = folderWith({ 'x.jwt': 'mine' })
    const argv = 'identities create --name never --type User --isAdmin=false --jwt-out'.split(' ')
    expect(await api([...argv, path], folder)).toMatchObject({ code: 2 })
    expect(readFileSync(join(folder, 'x.jwt'), 'utf8')).toBe('mine')
    expect((await client.identities.list({ filter: 'name = "never"' })).data).toEqual([])
  })

  test('is not to be had of records without one', async () => {
    expect(
      await api('services create --name s --encryptionRequired --jwt-out x'.split(' ')),
    ).toMatchObject({ code: 2, err: expect.stringContaining('unknown flag --jwt-out') })
    expect(existsSync('x')).toBe(false)
  })
})

describe('records that a filter finds', () => {
  test('are deleted with --yes', async () => {
    for (const name of ['old-1', 'old-2', 'new-1']) await makeService(`f-${name}`)
    const { code, err } = await api([
      ...['services', 'delete', '--yes', '--filter', 'name contains "f-old"'],
    ])
    expect([code, err.match(/deleted/g)?.length]).toEqual([0, 2])
    expect(await listNames('f-')).toEqual(['f-new-1'])
  })

  test('stay without --yes where nobody can be asked, or with --dry-run', async () => {
    await makeService('g-1')
    const argv = ['services', 'delete', '--filter', 'name = "g-1"']
    expect(await api(argv)).toMatchObject({
      code: 2,
      err: expect.stringContaining('would delete 1 record; add --yes'),
    })
    expect((await api([...argv, '--dry-run'])).out).toContain('DELETE ')
    expect(await listNames('g-')).toEqual(['g-1'])
  })

  test('may be none', async () => {
    expect(await api(['services', 'delete', '--filter', 'name = "nobody"'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('nothing was deleted'),
    })
  })

  test('are not named beside the filter', async () => {
    expect(await api(['services', 'delete', 'x', '--filter', 'true'])).toMatchObject({ code: 2 })
  })
})

describe('a delete on a terminal', () => {
  const request = (pathValueSets: string[][]): ApiRequest => {
    const found = findOperationOrResource(['services.delete'])
    if (!('operation' in found)) throw new Error('no such operation')
    const { operation } = found
    return { operation, row: findRow(operation), pathValueSets, body: undefined, options: {} }
  }
  const confirm = async (
    answer: string | undefined,
    { filter, yes = false }: { filter?: string; yes?: boolean } = {},
  ): Promise<{ asked: string[]; pathValueSets: readonly (readonly string[])[] }> => {
    const asked: string[] = []
    const { pathValueSets } = await confirmDelete(
      request(filter === undefined ? [['north']] : []),
      { filter, yes },
      {
        client,
        err: () => undefined,
        ask: async ({ message }) => {
          asked.push(message)
          return answer
        },
      },
    )
    return { asked, pathValueSets }
  }

  test('asks, and names the records', async () => {
    expect(await confirm('yes')).toMatchObject({
      asked: [expect.stringContaining('north')],
      pathValueSets: [['north']],
    })
    const id = await makeService('t-1')
    const { asked, pathValueSets } = await confirm('yes', { filter: 'name = "t-1"' })
    expect(pathValueSets).toEqual([[id]])
    expect(asked[0]).toContain(`t-1 (${id})`)
  })

  test('asks nothing with --yes', async () => {
    expect(await confirm('no', { yes: true })).toEqual({ asked: [], pathValueSets: [['north']] })
  })

  test.each(['no', undefined])('deletes nothing after the answer %s', async (answer) => {
    await expect(confirm(answer)).rejects.toThrow('nothing was deleted')
  })
})

describe('columns', () => {
  test('are the fields of a table and of JSON, also nested ones', async () => {
    await makeIdentity('columned')
    const argv = ['identities', 'list', '--filter', 'name = "columned"', '--columns']
    const { out } = await api([...argv, 'name,type.name,authPolicyId', '-o', 'json'])
    expect(JSON.parse(out)).toEqual([
      { name: 'columned', type: { name: 'Default' }, authPolicyId: 'default' },
    ])
    const table = await api([...argv, 'authPolicyId,name', '-o', 'table'])
    expect(table.out).toMatch(/^AUTH POLICY ID\s+NAME\ndefault\s+columned\n$/)
    expect((await api([...argv, 'tags.any,name', '-o', 'jsonl'])).out).toBe('{"name":"columned"}\n')
  })

  test.each([
    ['nam', 'did you mean name?'],
    ['type.nam', 'did you mean type.name?'],
    ['quite-another', 'has no such field'],
  ])('that do not exist are refused: %s', async (columns, says) => {
    expect(await api(['identities', 'list', '--columns', columns])).toMatchObject({
      code: 2,
      err: expect.stringContaining(says),
    })
  })
})

test.each([
  ['services list --filter', 'nam = "x"', '`nam`; did you mean `name`?'],
  ['identities list --filter', 'isAdmn = true', 'did you mean `isAdmin`?'],
  ['services list --sort', 'createAt', 'did you mean `createdAt`?'],
  ['services delete --yes --filter', 'nam = "x"', 'did you mean `name`?'],
])('a wrong field in `%s %s` suggests the right one', async (line, value, says) => {
  expect(await api([...line.split(' '), value])).toMatchObject({
    code: 1,
    err: expect.stringContaining(says),
  })
})

describe('policy advice', () => {
  test('says in a table why an identity cannot dial a service, and when it can', async () => {
    const [identity, web] = [await makeIdentity('advised'), await makeService('advised-web')]
    const argv = ['identities', 'policy-advice', 'advised', 'advised-web', '-o', 'table']
    const before = await api(argv)
    expect(before.code).toBe(0)
    expect(before.out).toMatch(/can advised dial advised-web\s+no, it has no permission/)
    expect(before.out).toMatch(/no service policy of type Dial includes\s+advised/)
    await client.servicePolicies.create({
      name: 'advised-dial',
      type: 'Dial',
      semantic: 'AnyOf',
      identityRoles: [`@${identity}`],
      serviceRoles: [`@${web}`],
    })
    const after = await api(argv)
    expect(after.out).toMatch(/dial advised-web\s+no, they have no edge router in common/)
    expect(after.out).toMatch(/bind advised-web\s+no, it has no permission/)
    expect(after.out).toMatch(/routers of advised\s+none: no edge router policy includes it/)
    expect(JSON.parse((await api(argv.slice(0, -2))).out)).toMatchObject({ isDialAllowed: true })
  })
})

describe('the password of an identity', () => {
  const signIn = (password: string): Promise<unknown> =>
    createClient({
      url: 'http://embedded',
      fetch: service.fetch,
      credentials: { username: 'keeper', password },
    }).login()

  test('is set, and set anew', async () => {
    await makeIdentity('keeper')
    const folder = folderWith({ first: 'first-secret\n', second: 'second-secret' })
    const argv = ['identities', 'set-password', 'keeper', '--password-file']
    expect(await api([...argv, 'first'], folder)).toMatchObject({
      code: 0,
      err: expect.stringContaining('set the password of `keeper`'),
    })
    await signIn('first-secret')
    expect(await api([...argv, 'second'], folder)).toMatchObject({ code: 0 })
    await signIn('second-secret')
    await expect(signIn('first-secret')).rejects.toMatchObject({ status: 401 })
  })

  test('is not set for nobody, and not to nothing', async () => {
    const folder = folderWith({ empty: '\n', one: 'one-secret' })
    const set = (...argv: string[]): Promise<RunResult> =>
      api(['identities.set-password', ...argv], folder)
    expect(await set()).toMatchObject({ code: 2 })
    expect(await set('keeper', '--password-file', 'empty')).toMatchObject({ code: 2 })
    expect((await set('nobody', '--password-file', 'one')).code).toBeGreaterThan(0)
  })
})

describe('a CA', () => {
  /** The certificate of a CA, signed with its own key. */
  const makeCa = (name: string, key: KeyObject): string => {
    const [subject, publicKey] = [createSubject(name), createPublicKey(key)]
    const content = { subject, publicKey, purpose: 'authority', days: 10 } as const
    return signCertificate(content, { issuer: subject, key, time: new Date(), random: randomBytes })
      .pem
  }
  const keys = {
    ec: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ed25519: () => generateKeyPairSync('ed25519'),
  }

  test.each(Object.entries(keys))('is verified with its key: %s', async (kind, generate) => {
    const { privateKey } = generate()
    const [certPem, keyPem] = [makeCa(kind, privateKey), toKeyPem(privateKey)]
    await client.cas.create({
      name: `ca-${kind}`,
      certPem,
      identityRoles: [],
      isAuthEnabled: true,
      isAutoCaEnrollmentEnabled: false,
      isOttCaEnrollmentEnabled: false,
    })
    const folder = folderWith({ 'ca.key': keyPem, 'other.key': toKeyPem(keys.ec().privateKey) })
    const verify = (key: string): Promise<RunResult> =>
      api(['cas', 'verify', `ca-${kind}`, '--ca-key', key], folder)
    expect(await verify('other.key')).toMatchObject({
      code: 2,
      err: expect.stringContaining('the key is not that of the CA'),
    })
    expect(await verify('ca.key')).toMatchObject({ code: 0 })
    const [ca] = (await client.cas.list({ filter: `name = "ca-${kind}"` })).data
    expect(ca?.isVerified).toBe(true)
    const proof = createCaProof({ certPem, keyPem, token: 'a-token' })
    if (typeof proof !== 'string') throw new Error(proof.why)
    const { publicKey } = new X509Certificate(certPem)
    expect(new X509Certificate(proof).verify(publicKey)).toBe(true)
    expect(new X509Certificate(proof).subject).toBe('CN=a-token')
  })

  test('needs a key that can be read', async () => {
    const folder = folderWith({ 'ca.key': 'nonsense' })
    expect(await api(['cas', 'verify', 'ca-ec', '--ca-key', 'none'], folder)).toMatchObject({
      code: 2,
    })
  })
})
