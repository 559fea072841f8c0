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

describe('a rule reports the case, not its mirror image, and as the release has it:', () => {
  test.each([
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
