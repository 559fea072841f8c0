import { describe, expect, test } from 'vitest'
import * as core from '../src/core.js'
import { lintFile, loadFile } from '../src/index.js'

const text = 'v: 3\nforwarder:\n  latencyProbeInterval: 10\n  linkDialQueueLength: 1000\n'

/** Calls a function as plain JavaScript may. */
const call = (name: keyof typeof core, ...values: unknown[]): unknown =>
  Reflect.apply(core[name] as (...values: unknown[]) => unknown, undefined, values)

describe('wrong arguments', () => {
  test.each<[name: keyof typeof core, values: unknown[], message: string]>([
    ['lint', [undefined], 'lint: `text` must be a string, found undefined'],
    ['load', [42], 'load: `text` must be a string, found a number'],
    ['load', [Buffer.from('v: 3')], 'load: `text` must be a string, found an object'],
    ['lint', [text, null], 'lint: `options` must be an object, found null'],
    ['lint', [text, '2.0'], 'lint: `options` must be an object, found a string'],
    ['lint', [text, { target: 2 }], 'lint: `options.target` must be a string, found a number'],
    ['upgrade', [text], 'upgrade: `options` must be an object, found undefined'],
    ['upgrade', [text, {}], 'upgrade: `options.from` must be a string, found undefined'],
    ['fix', [], 'fix: `text` must be a string, found undefined'],
    ['fix', [text, { unsafe: 'yes' }], 'fix: `options.unsafe` must be a boolean, found a string'],
    ['applyEdits', [text], 'applyEdits: `edits` must be a list, found undefined'],
    [
      'applyEdits',
      [text, [{ start: 1 }]],
      'applyEdits: `edits[].end` must be a number, found undefined',
    ],
    ['diff', [text], 'diff: `after` must be a string, found undefined'],
    ['effective', [[text]], 'effective: `text` must be a string, found a list'],
    [
      'formatText',
      [text, { sort: 1 }],
      'formatText: `options.sort` must be a boolean, found a number',
    ],
    ['merge', [text, []], 'merge: `base` must be an object, found a string'],
    ['fleet', [text], 'fleet: `files` must be a list, found a string'],
    ['predictLinks', [{}], 'predictLinks: `files` must be a list, found an object'],
    ['generate', [], 'generate: `answers` must be an object, found undefined'],
    ['importRouterFile', [], 'importRouterFile: `text` must be a string, found undefined'],
    ['readAnswers', [{}], 'readAnswers: `text` must be a string, found an object'],
    ['verifyEnrollment', ['a'], 'verifyEnrollment: `pem` must be a string, found undefined'],
    ['formatRunning', [text], 'formatRunning: `config` must be an object, found a string'],
    ['pullRunning', [], 'pullRunning: `config` must be an object, found undefined'],
    [
      'compareWithRunning',
      [text],
      'compareWithRunning: `config` must be an object, found undefined',
    ],
    ['describe', [], 'describe: `key` must be a string, found undefined'],
    ['schema', ['2.0'], 'schema: `options` must be an object, found a string'],
  ])('%s(...%j) says what is wrong', (name, values, message) => {
    expect(() => call(name, ...values)).toThrow(new TypeError(message))
  })

  test.each<[name: keyof typeof core, values: unknown[], message: string]>([
    [
      'lint',
      [text, { targt: '2.0' }],
      'lint: unknown option `targt` in `options`; did you mean `target`?',
    ],
    [
      'fix',
      [text, { unsave: true }],
      'fix: unknown option `unsave` in `options`; did you mean `unsafe`?',
    ],
    [
      'upgrade',
      [text, { from: '1.6', release: '2.0' }],
      'upgrade: unknown option `release` in `options`; use `from`, `to`, `env`, `path`',
    ],
    [
      'schema',
      [{ Target: '2.0' }],
      'schema: unknown option `Target` in `options`; did you mean `target`?',
    ],
  ])('%s(...%j) names the option that was meant', (name, values, message) => {
    expect(() => call(name, ...values)).toThrow(new TypeError(message))
  })

  test.each([
    ['lintFile', lintFile],
    ['loadFile', loadFile],
  ])('%s rejects', async (name, run) => {
    await expect(Reflect.apply(run, undefined, [42])).rejects.toThrow(
      new TypeError(`${name}: \`path\` must be a string, found a number`),
    )
    await expect(Reflect.apply(run, undefined, ['a', { chekcs: [] }])).rejects.toThrow(
      new TypeError(`${name}: unknown option \`chekcs\` in \`options\`; did you mean \`checks\`?`),
    )
  })

  test('options may be undefined', () => {
    expect(call('lint', text, { target: undefined })).toEqual(core.lint(text))
    expect(core.lint(text, undefined)).toEqual(core.lint(text))
  })
})

describe('fix', () => {
  test('gives the fixed text, and what was fixed', () => {
    const { text: fixed, applied } = core.fix(text)
    expect(fixed).toBe('v: 3\nforwarder:\n  linkDialQueueLength: 1000\n')
    expect(applied.map(({ rule, path }) => ({ rule, path }))).toEqual([
      { rule: 'obsolete-key', path: ['forwarder', 'latencyProbeInterval'] },
    ])
    expect(core.fix(fixed)).toEqual({ text: fixed, applied: [] })
  })

  test('applies fixes that change what a router does only if asked', () => {
    const broken = 'v: 3\n~\nedge: {}\n'
    expect(core.fix(broken).text).toBe(broken)
    expect(core.fix(broken, { unsafe: true }).text).toContain('v: 3\nedge: {}\n')
  })
})

describe('applyEdits', () => {
  test('makes the edits of a fix', () => {
    const found = core.lint(text).find(({ rule }) => rule === 'obsolete-key')
    expect(core.applyEdits(text, found?.fix?.edits ?? [])).toBe(core.fix(text).text)
  })

  test.each([
    [
      'overlap',
      [
        { start: 0, end: 3, text: '' },
        { start: 2, end: 4, text: '' },
      ],
    ],
    ['end before they start', [{ start: 3, end: 1, text: '' }]],
    ['are outside of the text', [{ start: 0, end: 1000, text: '' }]],
    ['are before the text', [{ start: -1, end: 1, text: '' }]],
    ['are nowhere', [{ start: NaN, end: 1, text: '' }]],
  ])('refuses edits that %s', (_, edits) => {
    expect(() => core.applyEdits(text, edits)).toThrow(RangeError)
  })
})
