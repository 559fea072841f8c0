import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/index.js'
import { lint } from '../../src/index.js'
import { completeExample } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

/** What is found in a text whose marked part, between « and », is where it has to be found. */
function marked(example: string): {
  found: Diagnostic[]
  text: string
  start: number
  end: number
} {
  const { text } = completeExample(example)
  const plain = text.replaceAll(/[«»]/g, '')
  return { found: lint(plain), text: plain, start: text.indexOf('«'), end: text.indexOf('»') - 1 }
}

test.each<[rule: string, path: string, example: string]>([
  [
    'value-out-of-range',
    'forwarder.linkDialQueueLength',
    'forwarder:\n  linkDialQueueLength: «0»\n',
  ],
  ['wrong-type', 'forwarder.linkDialQueueLength', 'forwarder: {linkDialQueueLength: «"5"» }\n'],
  ['wrong-type', 'forwarder', 'forwarder: «[]»\n'],
  ['empty-value', 'forwarder.linkDialQueueLength', 'forwarder:\n  «linkDialQueueLength»:\n'],
  ['empty-value', 'forwarder.linkDialQueueLength', 'forwarder:\n  linkDialQueueLength: «~»\n'],
  ['unknown-key', 'forwarder.linkDialQueueLenght', 'forwarder:\n  «linkDialQueueLenght»: 5\n'],
  [
    'unknown-key',
    'forwarder.linkDialQueueLenght',
    'forwarder:\r\n  «"linkDialQueueLenght"»: 5\r\n',
  ],
  [
    'missing-key',
    'link.listeners.0',
    'link:\n  listeners:\n    - «binding: transport\n      advertise: tls:a:1»\n',
  ],
  [
    'missing-key',
    'ctrl.rateLimiter',
    'ctrl:\n  endpoint: tls:a:1\n  «rateLimiter»: {enabled: true}\n',
  ],
  ['bad-format', 'ctrl.endpoint', 'ctrl: {endpoint: «ctrl.example.com:6262»}\n'],
  [
    'octal-number',
    'forwarder.linkDialQueueLength',
    'forwarder:\n  linkDialQueueLength: «0100» # octal\n',
  ],
  [
    'duplicate-key',
    'forwarder.linkDialQueueLength',
    'forwarder:\n  «linkDialQueueLength»: 5\n  linkDialQueueLength: 6\n',
  ],
  ['bad-format', 'ctrl.endpoint', '# 🙂 ü\nctrl:\n  endpoint: «"🙂"»\n'],
])('%s is found at %s, exactly', (rule, path, example) => {
  const { found, text, start, end } = marked(example)
  const own = found.filter((diagnostic) => diagnostic.rule === rule)
  expect(
    own.map(({ path: steps, range }) => ({
      path: steps.join('.'),
      start: range.start.offset,
      end: range.end.offset,
    })),
  ).toEqual([{ path, start, end }])
  const before = text.slice(0, start).split(/\r\n|\n/)
  expect(own[0]?.range.start).toMatchObject({
    line: before.length - 1,
    character: before.at(-1)?.length,
  })
})

describe('findings', () => {
  const text = completeExample(
    yaml`
      metrics:
        reportIntervall: 1m
      forwarder:
        linkDialQueueLength: 0
        linkDialWorkerCount: "1"
    `,
  ).text

  test('come in the order of the text', () => {
    const offsets = lint(text).map(({ range }) => range.start.offset)
    expect(offsets).toEqual([...offsets].sort((left, right) => left - right))
    expect(offsets).toHaveLength(3)
  })

  test('can be given other severities, or none', () => {
    expect(
      lint(text, { rules: { 'unknown-key': 'error', 'wrong-type': 'off' } }).map(
        ({ rule, severity }) => [rule, severity],
      ),
    ).toEqual([
      ['unknown-key', 'error'],
      ['value-out-of-range', 'error'],
    ])
  })

  test('are plain data', () => {
    expect(JSON.parse(JSON.stringify(lint(text)))).toEqual(lint(text))
  })
})
