import { resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { contract } from '../../../src/generated/management/contract.js'
import type {
  Client,
  Created,
  EdgeRouter,
  Identity,
  Listing,
  Page,
  Service,
  ServiceCreate,
} from '../../../src/management/client/index.js'
import {
  clientOf,
  createClient,
  edgeRouters,
  services,
} from '../../../src/management/client/index.js'

describe('the types of the client', () => {
  test('give what operations answer with', () => {
    expectTypeOf<Client['services']['get']>().returns.resolves.toEqualTypeOf<Service>()
    expectTypeOf<Client['services']['create']>().returns.resolves.toEqualTypeOf<Created>()
    expectTypeOf<Client['services']['create']>().parameter(0).toEqualTypeOf<ServiceCreate>()
    expectTypeOf<Client['services']['delete']>().returns.resolves.toBeVoid()
    expectTypeOf<Client['services']['list']>().returns.toEqualTypeOf<Listing<Service>>()
    expectTypeOf<Awaited<ReturnType<Client['identities']['edgeRouters']>>>().toEqualTypeOf<
      Page<EdgeRouter>
    >()
    expectTypeOf<Client['cas']['jwt']>().returns.resolves.toBeString()
    expectTypeOf<
      Client['currentIdentity']['mfaQrCode']
    >().returns.resolves.toEqualTypeOf<Uint8Array>()
    expectTypeOf<Client['roleAttributes']['services']>().returns.toEqualTypeOf<Listing<string>>()
    expectTypeOf<Identity['roleAttributes']>().toEqualTypeOf<string[] | null>()
  })

  test('of a small client have what it was made of, and the session', () => {
    const small = clientOf({ edgeRouters, services }, { url: 'https://controller.example.com' })
    expectTypeOf(small).toEqualTypeOf<Client<'edgeRouters' | 'services'>>()
    expect(Object.keys(small).sort()).toEqual([
      'addresses',
      'edgeRouters',
      'fabric',
      'login',
      'logout',
      'services',
      'session',
    ])
    const whole = Object.keys(createClient({ url: 'https://controller.example.com' }))
    expect(whole).toHaveLength(
      new Set(contract.operations.map(({ resource }) => resource)).size + 5,
    )
  })
})

const start = `
import { createClient } from './src/management/client/index.js'
declare const client: ReturnType<typeof createClient>
`

/** What compiles, and what must not: code, then the number of the error that the compiler gives. */
const snippets: [code: string, error: number | undefined][] = [
  [`client.services.create({ name: 'a', encryptionRequired: true })`, undefined],
  [`client.services.create({ name: 'a' })`, 2345],
  [`client.services.create({ name: 7, encryptionRequired: true })`, 2322],
  [`client.services.create({ name: 'a', encryptionRequired: true, colour: 'red' })`, 2353],
  [`client.services.create()`, 2554],
  [`client.services.get()`, 2554],
  [`client.services.get('a').then(({ colour }) => colour)`, 2339],
  [`client.services.patch('a', { roleAttributes: ['x'] })`, undefined],
  [`client.services.patch('a', { roleAttributes: 'x' })`, 2322],
  [`client.servicePolicies.create({ name: 'a', semantic: 'AnyOf', type: 'Dial' })`, undefined],
  [`client.servicePolicies.create({ name: 'a', semantic: 'Some', type: 'Dial' })`, 2322],
  [`client.postureChecks.create({ name: 'a', typeId: 'DOMAIN', domains: ['x'] })`, undefined],
  [`client.postureChecks.create({ name: 'a', typeId: 'DOMAIN' })`, 2345],
  [
    `client.authentication.authenticate({ username: 'a', password: 'b' }, { method: 'password' })`,
    undefined,
  ],
  [`client.authentication.authenticate({ username: 'a', password: 'b' })`, 2554],
  [
    `client.services.list({ where: ({ name, roleAttributes, tags }) => name.contains('x').and(roleAttributes.anyOf.eq('y'), tags.get('z').eq(1)), sort: ['name desc', 'id'] })`,
    undefined,
  ],
  [`client.services.list({ where: ({ colour }) => colour.eq('x') })`, 2339],
  [`client.services.list({ where: ({ name }) => name.eq(7) })`, 2345],
  [`client.services.list({ where: ({ name }) => name.between('a', 'b') })`, 2339],
  [`client.identities.list({ where: ({ isAdmin }) => isAdmin.eq('yes') })`, 2345],
  [`client.identities.list({ where: ({ isAdmin }) => isAdmin.gt(true) })`, 2339],
  [`client.services.list({ sort: 'roleAttributes' })`, 2322],
  [`client.services.list({ sort: 'name down' })`, 2322],
  [`client.services.list({ colour: 'red' })`, 2353],
  [`client.colours.list()`, 2339],
  [`createClient({})`, 2345],
  [`createClient({ url: 'x', credentials: { username: 'a' } })`, 2322],
]

describe('the compiler', () => {
  const found = new Map<string, number[]>()

  beforeAll(() => {
    const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
    const texts = new Map(
      snippets.map(([code], index) => [resolve(`snippet-${index}.ts`), start + code]),
    )
    const host = ts.createCompilerHost(options)
    const { fileExists, getSourceFile, readFile } = host
    host.fileExists = (path) => texts.has(path) || fileExists(path)
    host.readFile = (path) => texts.get(path) ?? readFile(path)
    host.getSourceFile = (path, target, ...rest) =>
      texts.has(path)
        ? ts.createSourceFile(path, texts.get(path) ?? '', target)
        : getSourceFile(path, target, ...rest)
    const program = ts.createProgram([...texts.keys()], options, host)
    for (const [path, text] of texts) {
      const file = program.getSourceFile(path)
      found.set(
        text.slice(start.length),
        [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
          ({ code }) => code,
        ),
      )
    }
  })

  test.each(snippets.filter(([, error]) => error === undefined))('takes %s', (code) => {
    expect(found.get(code)).toEqual([])
  })

  test.each(snippets.filter(([, error]) => error !== undefined))(
    'refuses %s with %d',
    (code, error) => {
      expect(found.get(code)).toEqual([error])
    },
  )
})
