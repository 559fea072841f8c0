import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/index.js'
import { fleet, fleetRules, lint, lintFile, rules as allRules } from '../../src/index.js'
import { rules } from '../../src/generated/rules.js'
import { getRegistry, listExampleFiles } from '../../src/lint/example.js'
import { createAuthority } from '../../src/management/service/pki/authority.js'
import { completeExample } from '../support/fixtures.js'
import { folderWith } from '../support/program.js'

/** Sentences that say without a condition that the router would not run. */
const fatal =
  /(?:^|[.] )The router (?:refuses to start|crashes when it starts|crashes on first use)/

/** Sentences that say that the router runs all the same. */
const harmless = /It has no effect|The router ignores (?:it|this)/

const findings = rules
  .filter(({ machine }) => !machine)
  .flatMap((rule) =>
    rule.examples.bad.map(completeExample).flatMap(({ text, ...options }) =>
      lint(text, {
        ...options,
        ...(rule.optional && { rules: { [rule.id]: rule.severity } }),
      }),
    ),
  )

/** What is found in the examples of rules about several files. */
const findingsOfFleets = fleetRules.flatMap(({ examples }) =>
  examples.bad.flatMap((example) =>
    fleet(
      listExampleFiles(example).map((part) => ({
        path: part.name ?? '',
        ...completeExample(part),
      })),
      getRegistry(example),
    ).flat(),
  ),
)

describe('what a message says of the router agrees with the severity', () => {
  const all = [...findings, ...findingsOfFleets]
  const said = [...new Map(all.map((finding) => [finding.message, finding])).values()]

  test.each(said.filter(({ message }) => fatal.test(message)))(
    'an error, as the router does not run: $rule: $message',
    ({ severity }) => {
      expect(severity).toBe('error')
    },
  )

  test.each(said.filter(({ message }) => harmless.test(message)))(
    'no error, as the router runs: $rule: $message',
    ({ severity }) => {
      expect(severity).not.toBe('error')
    },
  )

  test('rules about several files never say that one of the routers does not run', () => {
    expect(new Set(findingsOfFleets.map(({ rule }) => rule)).size).toBeGreaterThan(10)
    expect(findingsOfFleets.filter(({ message }) => fatal.test(message))).toEqual([])
  })
})

describe('so do the messages of rules that look at files of the machine', () => {
  const names = {
    cert: 'router.cert',
    server_cert: 'server.cert',
    key: 'router.key',
    ca: 'ca.cert',
  }

  const machineRules = new Set<string>(
    allRules.filter(({ machine }) => machine).map(({ id }) => id),
  )

  /** When the files are checked, for which release, and files beside the router file. */
  type Machine = { now?: string; files?: Readonly<Record<string, string>>; target?: string }

  /** The findings of rules about the machine in a file with another identity, and sections. */
  async function findOnMachine(
    identity: Readonly<Record<string, string>>,
    sections = '',
    { now = '2030-01-01', files: others = {}, target }: Machine = {},
  ): Promise<Diagnostic[]> {
    const files = Object.entries({ ...names, ...identity }).map(
      ([key, name]) => `  ${key}: ${name.includes('.pem') ? name : `fixtures/pki/${name}`}`,
    )
    const text = completeExample(['identity:', ...files, sections].join('\n')).text
    const path = `${folderWith({ 'router.yml': text, ...others })}/router.yml`
    const found = await lintFile(path, {
      now: Date.parse(now),
      ...(target !== undefined && { target }),
    })
    return found.filter(({ rule }) => machineRules.has(rule))
  }

  const advertising =
    'link: {listeners: [{binding: transport, bind: "tls:0.0.0.0:1", advertise: "tls:nowhere.example.com:1"}]}'

  const authority = createAuthority('other', {
    time: new Date(),
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
  })
  const stored = (text: string, target?: string): Machine => ({
    files: { 'endpoints.yml': text },
    ...(target !== undefined && { target }),
  })
  const ctrl = 'ctrl: {endpoint: "tls:new.example.com:1280"}'

  const cases: [string, Parameters<typeof findOnMachine>, string, Diagnostic['severity']][] = [
    ['a missing file', [{ server_cert: 'none.cert' }], 'file-missing', 'error'],
    ['a folder', [{ ca: '.' }], 'file-missing', 'error'],
    ['the key of another', [{ key: 'other.key' }], 'key-of-another', 'warning'],
    ['a key as certificate', [{ server_cert: 'router.key' }], 'not-a-certificate', 'error'],
    ['a host that is not covered', [{}, advertising], 'advertise-not-covered', 'error'],
    ['an expired certificate', [{}, '', { now: '2300-01-01' }], 'certificate-expired', 'warning'],
    [
      'an authority of another network',
      [{ ca: 'other.pem' }, '', { files: { 'other.pem': authority.certPem } }],
      'incomplete-chain',
      'warning',
    ],
    [
      'other controllers in the endpoints file',
      [{}, ctrl, stored('endpoints: [tls:old.example.com:1280]')],
      'endpoints-file',
      'warning',
    ],
    [
      'an endpoints file of other releases',
      [{}, ctrl, stored('endpoints: [tls:old.example.com:1280]', '1.4')],
      'endpoints-file',
      'info',
    ],
    ['an empty endpoints file', [{}, ctrl, stored('endpoints: []')], 'endpoints-file', 'warning'],
    ['a broken endpoints file', [{}, ctrl, stored('endpoints: 5')], 'endpoints-file', 'error'],
    [
      'an empty endpoints file, and no address here',
      [{}, 'ctrl: {}', stored('endpoints: []')],
      'endpoints-file',
      'error',
    ],
  ]

  test.each(cases)('%s', async (_, given, rule, severity) => {
    const found = (await findOnMachine(...given)).filter((finding) => finding.rule === rule)
    expect(found.map((finding) => finding.severity)).toContain(severity)
    for (const finding of found) {
      if (fatal.test(finding.message)) expect(finding).toMatchObject({ severity: 'error' })
      if (harmless.test(finding.message)) expect(finding.severity).not.toBe('error')
    }
  })

  test('every such rule has a case', () => {
    expect([...machineRules].filter((id) => !cases.some(([, , rule]) => rule === id))).toEqual([])
  })
})
