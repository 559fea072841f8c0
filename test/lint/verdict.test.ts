import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../src/lint/lint.js'
import { findRecordedMessage } from '../../src/lint/recorded-message.js'
import { joinVerdicts, toVerdict } from '../../src/lint/verdict.js'

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')

const judgeText = (text: string, target?: string) =>
  toVerdict(inspect(text, target === undefined ? {} : { target }).diagnostics())

describe('a router', () => {
  test.each([
    ['runs', sound],
    ['differs', `${sound}surprise: 1\n`],
    ['refuses', `${sound}forwarder:\n  linkDialWorkerCount: 1\n`],
    ['crashes', sound.replace('v: 3\n', '')],
    ['crashes', `${sound.replace('v: 3\n', '')}forwarder:\n  linkDialWorkerCount: 1\n`],
  ])('%s on a file', (outcome, text) => {
    expect(judgeText(text).outcome).toBe(outcome)
  })

  test('has the worse of two verdicts, and all findings of two that are alike', () => {
    const [bad, odd, good] = [sound.replace('v: 3\n', ''), `${sound}surprise: 1\n`, sound].map(
      (text) => judgeText(text),
    )
    if (!bad || !odd || !good) throw new Error('three verdicts were expected')
    expect(joinVerdicts(odd, bad)).toBe(bad)
    expect(joinVerdicts(odd, good)).toBe(odd)
    expect(joinVerdicts(odd, odd).findings.length).toBe(2)
  })
})

describe('what routers write', () => {
  const find = (text: string, path: (string | number)[], line: string) => {
    const { analysis } = inspect(text, { target: line })
    return analysis && findRecordedMessage(analysis.document, path, line)
  }
  const heartbeats = sound.replace('1280\n', '1280\n  heartbeats:\n    sendInterval: 10\n')

  test('is known for a kind of value at a place, in the releases that were asked', () => {
    expect(find(heartbeats, ['ctrl', 'heartbeats', 'sendInterval'], '2.0')).toEqual({
      release: '2.0.3',
      message: expect.stringMatching(/^invalid \(non-string\) value for sendInterval/) as string,
    })
    expect(find(sound.replace('v: 3\n', ''), ['v'], '1.6')).toEqual({
      release: '1.6.20',
      message: 'config version mismatch: no configuration version specified',
    })
  })

  test('is not made up for other releases, kinds and places', () => {
    expect(find(heartbeats, ['ctrl', 'heartbeats', 'sendInterval'], '1.1')).toBeUndefined()
    const sound10 = heartbeats.replace('sendInterval: 10', 'sendInterval: 10s')
    expect(find(sound10, ['ctrl', 'heartbeats', 'sendInterval'], '2.0')).toBeUndefined()
    expect(find(`${sound}surprise: 1\n`, ['surprise'], '2.0')).toBeUndefined()
  })

  test('never comes from a file that routers accept', () => {
    for (const line of ['1.6', '2.0', '2.1'])
      for (const path of [['v'], ['ctrl', 'endpoint'], ['link', 'listeners', 0, 'bind'], ['edge']])
        expect(find(sound, path, line)).toBeUndefined()
  })
})
