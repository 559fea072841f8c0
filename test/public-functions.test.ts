import { describe, expect, test } from 'vitest'
import type { RouterFile, RuleId, Target } from '../src/core.js'
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
    ['merge', [5, []], 'merge: `base` must be a string or an object, found a number'],
    ['merge', [{ text }, []], 'merge: `base.path` must be a string, found undefined'],
    ['merge', [text, [5]], 'merge: `overlays[0]` must be a string or an object, found a number'],
    [
      'merge',
      [text, ['edge: {}', 'a: [']],
      'merge: `overlay 2` has a syntax error in line 1, column 4, and cannot be merged; `routerfile lint` shows it',
    ],
    ['merge', ['- a', []], 'merge: `base` is not a map of keys; write `key: value` lines'],
    [
      'merge',
      [text, [{ path: 'north.yml', text: 'a: 1\n---\nb: 2\n' }]],
      'merge: `north.yml` has several documents; only files with one can be merged',
    ],
    [
      'lint',
      [text, { rules: { x: 'warn' } }],
      'lint: `options.rules.x` must be `error`, `warning`, `info` or `off`, found `warn`; did you mean `warning`?',
    ],
    [
      'load',
      [text, { rules: { 'no-links': true } }],
      'load: `options.rules.no-links` must be `error`, `warning`, `info` or `off`, found a boolean',
    ],
    ['stringify', ['v: 3'], 'stringify: `file` must be an object, found a string'],
    [
      'stringify',
      [{ v: 3, csr: { sans: { dns: [new Date(0)] } } }],
      'stringify: `csr.sans.dns[0]` must be a string, a number, a boolean, null, a list or an object, found an object of a class',
    ],
    [
      'stringify',
      [{ v: Infinity }],
      'stringify: `v` must be a string, a number, a boolean, null, a list or an object, found Infinity',
    ],
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
      'upgrade: unknown option `release` in `options`; use `from`, `to`, `env`, `platform`, `path`',
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

describe('an unknown release', () => {
  const unknown = { target: '2.o' }

  test.each<[name: keyof typeof core, values: unknown[]]>([
    ['diff', [text, text, unknown]],
    ['effective', [text, unknown]],
    ['describe', ['edge', unknown]],
    ['fix', [text, unknown]],
    ['schema', [unknown]],
    ['formatText', [text, unknown]],
    ['stringify', [{}, unknown]],
    ['formatRunning', [{}, unknown]],
    ['pullRunning', [{}, unknown]],
    ['compareWithRunning', [text, {}, unknown]],
  ])('is an exception of %s, whose result has no place for it', (name, values) => {
    expect(() => call(name, ...values)).toThrow(TypeError)
    expect(() => call(name, ...values)).toThrow(
      new RegExp(`^${name}: unknown release \`2\\.o\`; use a release such as .* 2\\.0`),
    )
  })

  test('is a diagnostic of the others', () => {
    const found = expect.objectContaining({ rule: 'unknown-target', severity: 'error' })
    expect(core.lint(text, unknown)).toEqual([found])
    expect(core.load(text, unknown)).toEqual({ ok: false, diagnostics: [found] })
    expect(core.generate({ name: 'a', ...unknown })).toMatchObject({
      ok: false,
      diagnostics: [found],
    })
    expect(core.upgrade(text, { from: '2.o' })).toEqual([
      expect.objectContaining({ kind: 'unanswered', severity: 'error' }),
    ])
  })
})

test('releases and rules are lists, and have types', () => {
  const rule: RuleId = 'no-links'
  const target: Target = '1.6.20'
  expect(core.rules.map(({ id }) => id)).toContain(rule)
  expect(core.targets.map(({ newest }) => newest)).toContain(target)
  const [first] = core.lint(text, { target, rules: { [rule]: 'off', 'missing-key': 'info' } })
  expect(first?.severity).toBe('info')
})

test('merge takes texts, and names them in comments', () => {
  const { text: merged, findings } = core.merge('v: 3\nedge: {}\n', ['v: 4'])
  expect(merged).toMatch(/^v: 4 +# overlay 1:1\n+edge: \{\} +# base:2\n$/)
  expect(findings[0]?.source.path).toMatch(/base|overlay 1/)
})

describe('stringify', () => {
  const file: RouterFile = {
    ctrl: { endpoint: 'tls:ctrl.example.com:6262' },
    v: 3,
    identity: { cert: 'a', server_cert: 'b', key: 'c', ca: '~' },
    csr: { country: 'NO', sans: { dns: ['router.example.com'], ip: ['192.0.2.1'] } },
    edge: {},
    listeners: [
      {
        binding: 'edge',
        address: 'tls:0.0.0.0:3022',
        options: { advertise: 'router.example.com:3022', retxScale: 2 },
      },
    ],
    enableDebugOps: false,
  }

  test('writes a file that loads to the same', () => {
    const written = core.stringify(file, { target: '2.0' })
    expect(written.split('\n')[0]).toBe('v: 3')
    expect(written).toContain('retxScale: 2.0\n')
    const loaded = core.load(written)
    expect(loaded).toMatchObject({
      ok: true,
      config: {
        csr: { country: 'NO', sans: file.csr?.sans },
        identity: file.identity,
        ctrl: { endpoints: ['tls:ctrl.example.com:6262'] },
      },
    })
  })

  test('leaves out what is undefined', () => {
    expect(Reflect.apply(core.stringify, undefined, [{ v: 3, edge: undefined }])).toBe('v: 3\n')
  })

  test('refuses what contains itself', () => {
    const loop: Record<string, unknown> = {}
    loop['edge'] = loop
    expect(() => call('stringify', loop)).toThrow(
      /^stringify: `edge.*` must be .*, found an object that contains itself$/,
    )
  })
})
