import { describe, expect, test } from 'vitest'
import { fleet } from '../../../src/index.js'
import { compareWithRecords, summarizeRouter } from '../../../src/lint/fleet/fleet.js'
import type { Registry, Router, RouterRecord } from '../../../src/lint/fleet/rule.js'
import { inspect } from '../../../src/lint/lint.js'
import { createLintHost } from '../../../src/project/machine.js'
import { expectWithin } from '../../support/promises.js'
import { completeExample } from '../../support/fixtures.js'
import { yaml } from '../../support/yaml.js'

/** What is known of a file beside the certificates of fixtures/pki. */
function routerAt(path: string, sections = 'v: 3'): Router {
  const host = createLintHost(['files', 'certificates'], ['fixtures/pki'], Date.parse('2030-01-01'))
  const { analysis } = inspect(completeExample(sections).text, {}, { host })
  if (!analysis) throw new Error('the text is not looked at')
  return summarizeRouter(path, analysis, { host })
}

const { commonName, fingerprint } = routerAt('router.yml').certificate ?? {
  commonName: '',
  fingerprint: '',
}

/** The record of the router of fixtures/pki. */
const enrolled: RouterRecord = {
  id: commonName,
  name: 'north',
  isVerified: true,
  fingerprint,
  isTunnelerEnabled: false,
  disabled: false,
}

const other: RouterRecord = { id: 'kX4', name: 'south', isVerified: true, fingerprint: null }

/** What is found about a file, each as its rule and sentence. */
const found = (router: Router, registry: Registry): string[] =>
  compareWithRecords([router], registry).flatMap(({ findings }) =>
    findings.map(({ rule, message }) => `${rule}: ${message}`),
  )

test('the certificate of fixtures/pki names a router', () => {
  expect(commonName).not.toBe('')
  expect(fingerprint).toMatch(/^[\da-f]{40}$/)
})

describe('a certificate', () => {
  test.each<[what: string, path: string, records: RouterRecord[], expected: RegExp[]]>([
    ['is that of the record', 'north.yml', [enrolled, other], []],
    [
      'is that of the record, whatever files are called that have a usual name',
      '/etc/ziti/router.yml',
      [enrolled, other],
      [],
    ],
    [
      'has its fingerprint written in another form',
      'north.yml',
      [{ ...enrolled, fingerprint: fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:') }],
      [],
    ],
    [
      'is the one that waits to be confirmed',
      'north.yml',
      [{ ...enrolled, fingerprint: '00', unverifiedFingerprint: fingerprint }],
      [],
    ],
    [
      'is of a record whose fingerprint is not known',
      'north.yml',
      [{ id: commonName, name: 'north' }],
      [],
    ],
    [
      'was followed by another',
      'north.yml',
      [{ ...enrolled, fingerprint: '00' }],
      [/^fleet-record-certificate: The controller has another certificate for `north`/],
    ],
    [
      'is there, and the router is to enroll',
      'north.yml',
      [{ ...enrolled, isVerified: false, fingerprint: null }],
      [
        /^fleet-record-certificate: The router has a certificate, but `north` is waiting for enrollment/,
      ],
    ],
    [
      'is for a record that was made anew',
      'north.yml',
      [{ ...enrolled, id: 'kX3' }],
      [
        /^fleet-record-certificate: The certificate is for the id `.+`, but `north` has the id `kX3` on the controller/,
      ],
    ],
    [
      'is for another record of a router by whose name a file with the suffix .router is called',
      'north.router.yml',
      [{ ...enrolled, id: 'kX3' }],
      [
        /^fleet-record-certificate: The certificate is for the id `.+`, but `north` has the id `kX3` on the controller/,
      ],
    ],
    [
      'is for no record',
      'west.yml',
      [other],
      [
        /^fleet-record-unknown: The controller has no record of this router: no router has the id `.+` of the certificate/,
      ],
    ],
    [
      'is that of another router than the file is called',
      'south.yml',
      [enrolled, other],
      [
        /^fleet-record-name: The certificate is for the router `north`, but the files are named `south`, which is a different router/,
      ],
    ],
  ])('%s', (_, path, records, expected) => {
    const sentences = found(routerAt(path), { records })
    expect(sentences).toHaveLength(expected.length)
    expected.forEach((pattern, index) => expect(sentences[index]).toMatch(pattern))
  })

  test('is of a router that has another name by now', () => {
    const router = { ...routerAt('routers/old.yml'), names: ['old', 'routers'] }
    expect(found(router, { records: [enrolled] })).toEqual([
      'fleet-record-name: The certificate is for the router `north`, but the files are named `old`',
    ])
  })

  test('is not read unless the machine is checked', () => {
    const { analysis } = inspect(completeExample('v: 3').text, {})
    expect(analysis && summarizeRouter('router.yml', analysis).certificate).toBeUndefined()
  })
})

const named = (name: string) =>
  `identity:\n  cert: ${name}.cert\n  server_cert: ${name}.server.cert\n  key: ${name}.key\n  ca: ${name}.cas`

describe('a file belongs to the record', () => {
  test.each<[what: string, path: string, sections: string, name: string]>([
    ['that is called as its certificate', 'any.yml', named('north'), 'north'],
    ['that is called as its certificate in a folder', 'any.yml', named('/etc/ziti/north'), 'north'],
    ['that is called as itself', 'routers/north.yml', 'v: 3', 'north'],
    ['that is called as its folder', 'sites/north/router.yml', named('router'), 'north'],
    [
      'that is called as its folder on Windows',
      'C:\\sites\\north\\router.yml',
      named('router'),
      'north',
    ],
    [
      'that is called as its certificate, rather than as its folder',
      'south/router.yml',
      named('north'),
      'north',
    ],
  ])('%s', (_, path, sections, name) => {
    const registry = {
      records: ['north', 'south'].map((one) => ({ id: one, name: one, disabled: true })),
    }
    const messages = fleet([{ path, ...completeExample(sections) }], registry)
      .flat()
      .map(({ message }) => message)
    expect(messages).toEqual([
      `Router \`${name}\` is disabled on the controller, which rejects its connections`,
    ])
  })
})

describe('a record without a file', () => {
  const registry = { records: [enrolled, other] }

  test('is reported where its file would be', () => {
    const results = compareWithRecords([routerAt('north.yml')], {
      ...registry,
      fileOf: (name) => `routers/${name}.yml`,
    })
    expect(
      results.map(({ router, findings }) => [
        router.path,
        ...findings.map(({ message }) => message),
      ]),
    ).toEqual([
      ['north.yml'],
      [
        'routers/south.yml',
        'The controller has the router `south`, but no file describes it; expected `routers/south.yml`',
      ],
    ])
  })

  test('is not reported when only some files are checked', () => {
    expect(compareWithRecords([routerAt('north.yml')], registry)).toHaveLength(1)
  })

  test('is not reported when the files cover only some records', () => {
    expect(found(routerAt('west.yml', named('west')), { records: [], isPart: true })).toEqual([])
  })
})

test('what is found about files together and about their records is in the order of the text, and comments hide it', () => {
  const text = completeExample(
    yaml`
      listeners:
        - binding: edge
          address: tls:0.0.0.0:3022
          options:
            advertise: r.example.com:3022
        # routerfile disable-next-line fleet-record-tunneler-off -- it is going to be one
        - binding: tunnel`,
  ).text
  const registry = {
    records: ['a', 'b'].map((name) => ({
      id: name,
      name,
      isTunnelerEnabled: false,
      disabled: true,
    })),
  }
  const [, second] = fleet(
    ['a', 'b'].map((name) => ({ path: `${name}.yml`, text })),
    registry,
  )
  expect(second?.map(({ rule }) => rule)).toEqual([
    'fleet-record-disabled',
    'fleet-same-advertise',
    'fleet-same-identity',
  ])
  const [, shown] = fleet(
    ['a', 'b'].map((name) => ({ path: `${name}.yml`, text, suppressions: false })),
    registry,
  )
  expect(shown?.map(({ rule }) => rule)).toEqual([
    'fleet-record-disabled',
    'fleet-same-advertise',
    'fleet-record-tunneler-off',
    'fleet-same-identity',
  ])
})

test('ten thousand files are held against as many records at once', () => {
  const router = routerAt('r.yml')
  const routers = Array.from({ length: 10_000 }, (_, index): Router => ({
    ...router,
    path: `${index}.yml`,
    names: [`r${index}`],
    certificate: { commonName: `id${index}`, fingerprint },
  }))
  const records = routers.map((_, index): RouterRecord => ({
    ...enrolled,
    id: `id${index}`,
    name: `r${index}`,
    disabled: index % 2 === 0,
  }))
  expectWithin(50, () =>
    expect(
      compareWithRecords(routers, { records }).flatMap(({ findings }) => findings),
    ).toHaveLength(5_000),
  )
})
