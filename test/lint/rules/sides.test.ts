import { describe, expect, test } from 'vitest'
import { fleet } from '../../../src/lint/fleet/fleet.js'
import { lint } from '../../../src/lint/lint.js'
import { completeExample } from '../../support/fixtures.js'

const edgeListener =
  '{binding: edge, address: "tls:0.0.0.0:3022", options: {advertise: "localhost:3022"}}'

const withTunnel = (options: string): string =>
  `listeners: [${edgeListener}, {binding: tunnel, options: ${options}}]`

const web =
  'web: [{name: health, apis: [{binding: health-checks}], bindPoints: [{interface: "0.0.0.0:8081", address: "localhost:8081"}]}]'

const remote = 'ctrl: {endpoint: "tls:ctrl.example.com:6262"}'
const cluster =
  'ctrl: {endpoints: ["tls:ctrl1.example.com:6262", "tls:ctrl2.example.com:6262"]}\nedge: {csr: {sans: {dns: [localhost]}}}'
const wss =
  'listeners: [{binding: edge, address: "wss:0.0.0.0:3022", options: {advertise: "localhost:3022"}}]'

const edgeAt = (address: string, advertise: string): string =>
  `${remote}\nedge: {}\nlisteners: [{binding: edge, address: "${address}", options: {advertise: "${advertise}"}}]`

const linkListener = (entry: string): string =>
  `${edgeAt('tls:0.0.0.0:3022', 'router.example.com:3022')}\nlink: {listeners: [{binding: transport, ${entry}}]}`

const dialer = (entry: string): string => `link: {dialers: [{binding: transport${entry}}]}`
const withoutEdge = 'edge:\nlisteners: []'
const proxied =
  'proxy: {type: http, address: "proxy.example.com:3128"}\nlink: {dialers: [{binding: transport}]}'
const identityAt = (folder: string): string =>
  `identity: {cert: ${folder}router.cert, server_cert: ${folder}server.cert, key: ${folder}router.key, ca: ${folder}ca.cert}`

describe('a rule reports the case, not its mirror image, and as the release has it:', () => {
  test.each([
    [
      'advertise-loopback',
      linkListener('bind: "tls:0.0.0.0:6000", advertise: "tls:localhost:6000"'),
      '1.6',
      /^info: .*Routers on other machines/,
    ],
    ['advertise-loopback', linkListener('bind: "tls:127.0.0.1:6000"'), '2.0', /^info: /],
    [
      'advertise-loopback',
      linkListener('bind: "tls:0.0.0.0:6000", advertise: "tls:router.example.com:6000"'),
      '1.6',
      undefined,
    ],
    ['advertise-loopback', edgeAt('tls:0.0.0.0:3022', '127.0.0.1:3022'), '1.3', /^info: .*SDKs/],
    ['advertise-loopback', edgeAt('tls:127.0.0.1:3022', 'localhost:3022'), '1.6', undefined],
    ['crashes-without-edge', withoutEdge, '1.5.0', /^error: .*Use 1\.5\.4 or later/],
    ['crashes-without-edge', withoutEdge, '1.5.3', /^error: .*because of a bug/],
    ['crashes-without-edge', withoutEdge, '1.5.4', undefined],
    ['crashes-without-edge', withoutEdge, '1.4.3', undefined],
    ['crashes-without-edge', dialer(''), '1.5.3', undefined],
    [
      'ha-not-enabled',
      cluster,
      '1.1',
      /^info: .*router of 1\.1\.20 does not follow the router data model/,
    ],
    ['ha-not-enabled', cluster, '1.2.2', /^info: .*`enabled: true`, or use 1\.3 or later/],
    ['ha-not-enabled', `${cluster}\nha: {enabled: true}`, '1.1', undefined],
    ['ha-not-enabled', cluster, '1.0', undefined],
    ['ha-not-enabled', cluster, '1.3', undefined],
    ['links-without-proxy', proxied, '1.1.12', /^warning: .*Use 1\.1\.15 or later/],
    ['links-without-proxy', proxied, '1.1.11', undefined],
    ['links-without-proxy', proxied, '1.1.15', undefined],
    ['links-without-proxy', proxied.replace('http', 'none'), '1.1.12', undefined],
    [
      'no-authorities',
      'identity: {cert: a, server_cert: b, key: c}',
      '1.6',
      /^warning: `ca` is missing/,
    ],
    [
      'no-authorities',
      'identity: {cert: a, server_cert: b, key: c, ca: ""}',
      '2.0',
      /^warning: `ca` is empty/,
    ],
    ['no-authorities', identityAt(''), '1.6', undefined],
    ['no-authorities', 'identity: {cert: a, server_cert: b, key: c, ca: "$CAS"}', '1.6', undefined],
    ['no-links', 'link: {}', '1.6', /^info: .*`binding: transport`/],
    ['no-links', 'link: {dialers: []}', '1.6', undefined],
    ['no-links', dialer(''), '1.6', undefined],
    ['no-links', 'link: {}\nmanagedConfig: {allow: [router.link]}', '2.1', undefined],
    ['root-directory-path', identityAt('/'), '0.30', /^info: `\/router\.cert` and 3 more/],
    ['root-directory-path', identityAt('/etc/ziti/'), '0.30', undefined],
    ['root-directory-path', identityAt(''), '2.0', undefined],
    ['split-outdated', dialer(', split: false'), '1.6.6', /^info: .*maxDefaultConnections: 1/],
    ['split-outdated', dialer(', split: false'), '1.6.5', undefined],
    ['split-outdated', dialer(', split: true'), '2.0', undefined],
    ['split-outdated', dialer(', split: false, maxDefaultConnections: 1'), '2.0', undefined],
    ['unused-dns-server', withTunnel('{mode: host}'), '1.1', /^info: .*127\.0\.0\.1:53/],
    ['unused-dns-server', withTunnel('{mode: proxy}'), '0.31', /^info: .*mode `proxy`/],
    ['unused-dns-server', withTunnel('{mode: host}'), '1.2', undefined],
    ['unused-dns-server', withTunnel('{mode: tproxy}'), '1.1', undefined],
    [
      'unused-dns-server',
      withTunnel('{mode: host, resolver: "udp://127.0.0.1:53053"}'),
      '1.1',
      undefined,
    ],
    ['wss-certificate', wss, '1.6', /^info: .*alt_server_certs/],
    ['wss-certificate', wss.replaceAll('wss', 'tls'), '1.6', undefined],
    [
      'wss-certificate',
      `${wss}\ntransport: {wss: {identity: {server_cert: a, key: b, ca: c}}}`,
      '1.6',
      undefined,
    ],
    ['wss-certificate', wss, '2.0.3', undefined],
    ['wss-refuses-browsers', wss, '2.0.0-pre12', /^warning: .*Use a release of 1\.6/],
    ['wss-refuses-browsers', wss, '2.1.0-pre2', /^warning: Browsers cannot connect/],
    ['wss-refuses-browsers', wss, '2.0.0-pre11', undefined],
    ['wss-refuses-browsers', wss.replaceAll('wss', 'tls'), '2.0.3', undefined],
    ['proxy-without-services', withTunnel('{mode: proxy}'), '1.6', /^info: .*listens on no port/],
    ['proxy-without-services', withTunnel('{mode: proxy}'), '2.0', /^info: .*proxy\.v1/],
    ['proxy-without-services', withTunnel('{mode: proxy, services: ["a:80"]}'), '1.6', undefined],
    ['proxy-without-services', withTunnel('{mode: host}'), '1.6', undefined],
    ['web-not-loaded', web, '1.8.0-pre1', /^error: .*refuses to start/],
    ['web-not-loaded', web, '1.8.0-pre3', /^error: .*1\.8\.0-pre4 or later/],
    ['web-not-loaded', web, '1.8.0-pre4', undefined],
    ['web-not-loaded', web, '1.7', undefined],
    ['web-not-loaded', '', '1.8.0-pre1', undefined],
  ])('%s: %s at %s', (rule, text, target, expected) => {
    const found = lint(completeExample(text).text, { target })
      .filter((item) => item.rule === rule)
      .map(({ severity, message }) => `${severity}: ${message}`)
    expect(found).toEqual(expected ? [expect.stringMatching(expected)] : [])
  })

  const identity = (name: string, ca: string): string =>
    completeExample(
      `identity: {cert: ${name}.cert, server_cert: ${name}.chain, key: ${name}.key, ca: ${ca}}`,
    ).text

  test.each([
    ['two routers with one CA bundle', ['a', 'b'], '/etc/ziti/cas', ['fleet-same-authorities']],
    ['two files of one router', ['a', 'a'], '/etc/ziti/cas', []],
  ])('fleet-same-authorities: %s', (_, names, ca, expected) => {
    const files = names.map((name, index) => ({
      path: `/routers/${index}.yml`,
      text: identity(name, ca),
    }))
    const found = fleet(files).flat()
    expect(
      found.map(({ rule }) => rule).filter((rule) => rule === 'fleet-same-authorities'),
    ).toEqual(expected)
  })
})
