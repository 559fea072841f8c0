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
      expect.stringMatching(/^`ctrl\.rateLimiter\.minSize` is not in the file: 1\.3\.3 uses `5`/),
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
