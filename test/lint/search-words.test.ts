import { describe, expect, test } from 'vitest'
import { searchOrSuggest, searchWords } from '../../src/lint/search-words.js'
import { findModel } from '../../src/schema/model.js'

/** Names that a search finds, best first. */
function search(query: string, release?: string): string[] {
  const model = findModel(release)
  return model ? searchWords(query, model).map(({ name }) => name) : []
}

describe('a search finds', () => {
  test.each([
    ['link dialers backoff', 'link.dialers[].healthyDialBackoff'],
    ['LINK DIALER BACKOFFS', 'link.dialers[].healthyDialBackoff'],
    ['wrong dial timeout', 'link.dialers[].options.connectTimeoutMs'],
    ['how do I set the backoff of links?', 'link.dialers[].healthyDialBackoff'],
    ['certificate expired', 'certificate-expired'],
    ['web port in use', 'web-port-taken'],
    ['worker count', 'forwarder.linkDialWorkerCount'],
  ])('for %j %s', (query, name) => {
    expect(search(query)).toContain(name)
  })

  test.each([
    ['tproxy', 'listeners[binding=tunnel].options.mode'],
    ['websocket', 'transport.wss'],
    ['WebSockets', 'transport.wss'],
    ['dial timeout', 'link.dialers[].options.connectTimeoutMs'],
    ['dialing timeouts', 'link.dialers[].options.connectTimeoutMs'],
  ])('for %j first %s', (query, name) => {
    expect(search(query)[0]).toBe(name)
  })

  test.each([
    ['1.6', 'link.dialers[].options.connectTimeoutMs'],
    ['2.0', 'link.dialers[].options.connectTimeoutMs'],
    ['2.1', 'link.dialers[].options.connectTimeout'],
  ])('first what %s reads', (release, name) => {
    expect(search('wrong dial timeout', release)[0]).toBe(name)
  })

  test.each(['', 'zzz', 'the of in', '[](*', '\u0000'])('nothing for %j', (query) => {
    expect(search(query)).toEqual([])
  })

  test('at most ten, each name and text once', () => {
    const found = search('timeout')
    expect(found.length).toBe(10)
    expect(new Set(found).size).toBe(10)
  })
})

test.each([
  ['tproxy', undefined],
  ['websocket', undefined],
  ['linkDialWorkerCont', 'linkDialWorkerCount'],
  ['endpont', 'endpoint'],
])('%j is misspelled for %s', (word, near) => {
  const model = findModel(undefined)
  expect(model && searchOrSuggest(word, model).near).toBe(near)
})

test('the work is that of the words, whatever their number', () => {
  expect(search('dial timeout '.repeat(10_000))).toEqual(search('dial timeout'))
})
