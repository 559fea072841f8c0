import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fix } from '../../src/fix/fix.js'
import { lint } from '../../src/lint/lint.js'

/** A router that advertises a host on a listener, with or without a certificate request. */
const write = (host: string, csr: string, identity = ''): string =>
  [
    'v: 3',
    `identity: {cert: a, server_cert: b, key: c, ca: d${identity}}`,
    'ctrl: {endpoint: "tls:ctrl.example.com:6262"}',
    'link: {dialers: [{binding: transport}]}',
    'edge: {}',
    'listeners:',
    '  - binding: edge',
    '    address: tls:0.0.0.0:3022',
    `    options: {advertise: ${JSON.stringify(`${host}:3022`)}}`,
    ...(csr === '' ? [] : [csr]),
    '',
  ].join('\n')

const requests = ['', 'csr:\n  sans:\n    dns:\n      - localhost\n    ip:\n      - 127.0.0.1']

/** The hosts of the certificate request of a file, besides `localhost`. */
const requestedHosts = (text: string): string[] => {
  const { csr } = parse(text) as { csr?: { sans: { dns?: string[]; ip?: string[] } } }
  return [...(csr?.sans.dns ?? []), ...(csr?.sans.ip ?? [])].filter(
    (host) => !/^(?:localhost|127.0.0.1)$/.test(host),
  )
}

describe.each(requests)('unsafe fixes of a file with the request %j', (csr) => {
  test.each([
    '<no value>',
    '',
    '0.0.0.0',
    '{{ .Values.host }}',
    '__HOST__',
    'CHANGE_ME',
    'a b',
    'host name',
    '*.example.com',
    '1.2.3',
    '-',
    '%s',
  ])('do not request %j, which is not a host', (host) => {
    const text = write(host, csr)
    const fixed = fix(text, { unsafe: true }).text
    expect(requestedHosts(fixed)).toEqual([])
    for (const { rule, fix: offered } of lint(text))
      if (['advertise-not-in-csr', 'csr-missing', 'edge-without-csr'].includes(rule))
        expect(offered, rule).toBe(undefined)
  })

  test.each(['router.example.com', 'router_1', '192.0.2.7', 'x1'])('request %j', (host) => {
    expect(requestedHosts(fix(write(host, csr), { unsafe: true }).text)).toEqual([host])
  })

  test('request nothing that an alternative certificate may cover', () => {
    const alternative = ', alt_server_certs: [{server_cert: e, server_key: f}]'
    const text = write('router.example.com', csr, alternative)
    expect(fix(text, { unsafe: true }).text).toBe(text)
  })
})

describe('names that a request writes in another case', () => {
  const request = 'csr: {sans: {DNS: [router.example.com]}}'

  test.each([
    write('router.example.com', request),
    write('router.example.com', '').replace('edge: {}', `edge: {${request}}`),
  ])('are requested: %j', (text) => {
    expect(lint(text).filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(lint(text).map(({ rule }) => rule)).not.toContain('advertise-not-in-csr')
  })

  test('are extended instead of hidden by a second list', () => {
    const text = write('router.example.com', 'csr: {sans: {DNS: [localhost], Ip: [127.0.0.1]}}')
    expect(fix(text, { unsafe: true }).text).toBe(
      text.replace('[localhost]', '[localhost, router.example.com]'),
    )
  })

  test('are fixed where they are', () => {
    const text = write(
      'router.example.com',
      'csr: {sans: {DNS: [router.example.com, 192.0.2.7, "https://a.example.com"], IP: [127.0.0.1]}}',
    )
    expect(fix(text, { unsafe: true }).text).toBe(
      text
        .replace(', 192.0.2.7, "https://a.example.com"', ', a.example.com')
        .replace('[127.0.0.1]', '[127.0.0.1, 192.0.2.7]'),
    )
  })
})

test('the address of no machine is not moved among the addresses of a request', () => {
  const text = write('localhost', 'csr: {sans: {dns: [localhost, 0.0.0.0]}}')
  expect(fix(text, { unsafe: true }).text).toBe(text)
})
