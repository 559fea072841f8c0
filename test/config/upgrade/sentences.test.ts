import { describe, expect, test } from 'vitest'
import { upgrade } from '../../../src/core.js'
import { completeExample } from '../../support/fixtures.js'

/** What an upgrade reports about the keys at and below a path, as "message; reason; advice". */
const sentencesOf = (text: string, from: string, to: string, place: string): string[] =>
  upgrade(completeExample(text).text, { from, to })
    .filter(({ path }) => path.join('.').startsWith(place))
    .map(({ message, reason, advice }) => [message, reason, advice].filter(Boolean).join('; '))

describe('a change of a key', () => {
  test('that the file does not have is named by its whole path', () => {
    expect(sentencesOf('edge: {}', '1.3.3', '1.4.0', 'ctrl.rateLimiter')).toEqual([
      expect.stringMatching(/^`ctrl\.rateLimiter\.minSize` is not set: 1\.3\.3 uses `5`/),
    ])
    expect(sentencesOf('edge: {}', '1.6.20', '2.0.3', 'edge.db')).toEqual([
      expect.stringMatching(/^`edge\.db`: Enrollment deletes this file/),
    ])
  })

  test('below a section that is no longer read is not reported', () => {
    expect(sentencesOf('ha: {enabled: true}', '1.2.2', '1.3.0', 'ha')).toEqual([
      expect.stringMatching(/^`ha` is obsolete/),
    ])
    expect(sentencesOf('ha: {enabled: true}', '1.1.0', '1.2.2', 'ha')).toEqual([
      expect.stringMatching(/^`enabled`: The key also selects/),
    ])
  })

  test('that ends is reported as no longer true, and one that has not begun as missing', () => {
    const proxy = 'proxy: {type: http, address: "proxy.example.com:3128"}'
    expect(sentencesOf(proxy, '1.1.13', '1.2.0', 'proxy.type').join()).toContain(
      'No longer true of 1.2.0: Link dialers ignore the proxy.',
    )
    expect(sentencesOf(proxy, '1.1.13', '1.1.8', 'proxy.type').join()).toContain(
      '1.1.8 does not have this change: Link dialers ignore the proxy.',
    )
  })

  test('of listeners is not told of dialers', () => {
    const text =
      'dialers: [{binding: tunnel}]\nlisteners: [{binding: edge, address: "tls:0.0.0.0:1", options: {advertise: "localhost:1"}}, {binding: tunnel, options: {mode: host}}]'
    expect(sentencesOf(text, '1.1.20', '1.2.0', 'listeners.1.options.resolver')).toEqual([
      expect.stringContaining('only started in mode tproxy'),
    ])
    expect(sentencesOf(text, '1.1.20', '1.2.0', 'dialers.0.options.resolver')).toEqual([])
  })
})

describe('nothing is said of what a file switches off', () => {
  const listening = (options: string): string =>
    `listeners: [{binding: edge, address: "tls:0.0.0.0:1", options: {advertise: "localhost:1"}}, {binding: tunnel, options: ${options}}]`

  const cases: [what: string, text: string, from: string, to: string, place: string][] = [
    [
      'names of interfaces and resolvers in mode host',
      listening('{mode: host, resolver: "udp://127.0.0.1:53", lanIf: eth0}'),
      '2.0',
      '2.1',
      'listeners.1.options',
    ],
    [
      'a key that the new release reads',
      listening('{mode: host, dnsUnanswerable: refused}'),
      '1.6',
      '2.0',
      'listeners.1.options.dnsUnanswerable',
    ],
    ['the managed configuration', '{}', '2.0', '2.1', 'managedConfig'],
    [
      'connect events',
      'connectEvents: {enabled: false}',
      '1.1',
      '2.0',
      'connectEvents.batchInterval',
    ],
    [
      'interface discovery',
      'interfaceDiscovery: {disabled: true}',
      '1.1',
      '2.0',
      'interfaceDiscovery.checkInterval',
    ],
    [
      'the rate limiter',
      'ctrl: {endpoint: "tls:a:1", rateLimiter: {enabled: false, minSize: 5}}',
      '1.1',
      '2.0',
      'ctrl.rateLimiter.successThreshold',
    ],
  ]
  test.each(cases)('%s', (_, text, from, to, place) => {
    expect(sentencesOf(text, from, to, place)).toEqual([])
  })

  test('unless the new release refuses it', () => {
    const text = listening('{mode: host, lanIf: [eth0]}')
    expect(sentencesOf(text, '2.1', '2.0', 'listeners.1.options').join()).toContain('lanIf')
  })

  test('but of what is in use', () => {
    const text = listening('{mode: tproxy, resolver: "udp://127.0.0.1:53"}')
    expect(sentencesOf(text, '2.0', '2.1', 'listeners.1.options.resolver')).toHaveLength(1)
  })
})
