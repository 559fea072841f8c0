import { describe, expect, test } from 'vitest'
import type { TemplateLanguage } from '../../src/template/language.js'
import { lintTemplate } from '../../src/template/lint-template.js'
import { parseTemplate } from '../../src/template/parse.js'
import { recognizeTemplate } from '../../src/template/recognize-template.js'
import { createRenderer } from '../../src/template/render.js'
import { createWorkBudget, maxSteps } from '../../src/template/work.js'
import { amount } from '../support/amount.js'
import { yaml } from '../support/yaml.js'

const start = yaml`
  v: 3
  identity: {cert: a, server_cert: a, key: b, ca: c}
  ctrl: {endpoint: "tls:a:1"}
  link: {}
  forwarder: {linkDialWorkerCount: 1}
`

const paths = {
  go: 'router.tpl',
  jinja: 'router.yml.j2',
  terraform: 'router.yml.tftpl',
  variables: 'router.yml.tmpl',
}

type Checked = { result: string; steps: number }

/** Whether the mistake in `start` is found, and how many steps that took. */
function check(text: string, language: TemplateLanguage): Checked {
  const budget = createWorkBudget()
  recognizeTemplate({ path: paths[language], text })
  const { diagnostics, isTooComplicated } = lintTemplate(text, language, {}, { budget })
  const parsed = parseTemplate(text, language)
  const isFound = diagnostics.some(({ rule }) => rule === 'value-out-of-range')
  const result = isTooComplicated
    ? 'too complicated'
    : 'problem' in parsed
      ? parsed.problem
      : isFound
        ? 'found'
        : 'hidden'
  return { result, steps: budget.steps() }
}

const repeat = (length: number, write: (index: number) => string): string => {
  const lines: string[] = []
  for (let size = 0; size < length; size += lines.at(-1)?.length ?? 0)
    lines.push(write(lines.length))
  return lines.join('')
}

/** Blocks inside each other. */
const nest = (depth: number, open: (index: number) => string, end: string): string =>
  `${repeatTimes(depth, open)}x: 1\n${end.repeat(depth)}`

const repeatTimes = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('')

const forLoop = (index: number): string => `{% for a in b${index} %}\n`
const endFor = '{% endfor %}\n'

describe('blocks inside each other', () => {
  test.each<[name: string, text: string, language: TemplateLanguage, result: string]>([
    ['4 loops', nest(4, forLoop, endFor), 'jinja', 'found'],
    ['40 loops', nest(40, forLoop, endFor), 'jinja', 'too complicated'],
    ['99 loops', nest(99, forLoop, endFor), 'jinja', 'too complicated'],
    [
      '20 ranges with another meaning of the dot',
      nest(20, (index) => `{{ range .b${index} }}\n{{ with .c }}\n`, '{{ end }}\n{{ end }}\n'),
      'go',
      'too complicated',
    ],
    [
      '99 conditions',
      nest(99, (index) => `{% if a${index} %}\n`, '{% endif %}\n'),
      'jinja',
      'found',
    ],
    ['200 loops', nest(200, forLoop, endFor), 'jinja', 'its blocks are nested more than 100 deep'],
  ])('%s', (_name, text, language, result) => {
    const checked = check(start + text, language)
    expect(checked.result).toBe(result)
    expect(checked.steps).toBeLessThan(maxSteps * 1.5)
  })
})

/** Templates that grow. Each took a time that grew with a power of its size. */
const growing: [name: string, language: TemplateLanguage, write: (length: number) => string][] = [
  ['lines of one value', 'jinja', (length) => repeat(length, () => '{{ a }}\n')],
  [
    'lines of one value in a list',
    'jinja',
    (length) => `x:\n${repeat(length, () => '  {{ a }}\n')}`,
  ],
  ['values in one line', 'jinja', (length) => `x: ${repeat(length, (at) => `{{ a${at} }}`)}\n`],
  [
    'values of keys',
    'jinja',
    (length) => `x:\n${repeat(length, (at) => `  k${at}: {{ a${at} }}\n`)}`,
  ],
  [
    'conditions',
    'jinja',
    (length) => repeat(length, (at) => `{% if a${at} %}\nk${at}: 1\n{% endif %}\n`),
  ],
  [
    'alternatives of one condition',
    'jinja',
    (length) =>
      `{% if a %}\n${repeat(length, (at) => `{% elif a${at} %}\nk${at}: 1\n`)}{% endif %}\n`,
  ],
  [
    'loops',
    'jinja',
    (length) => repeat(length, (at) => `{% for a in b${at} %}\nk${at}: 1\n{% endfor %}\n`),
  ],
  [
    'macros',
    'jinja',
    (length) => repeat(length, (at) => `{% macro m${at}(a) %}\nx: {{ a }}\n{% endmacro %}\n`),
  ],
  [
    'a block of many parts',
    'jinja',
    (length) => `{% block a %}\n${repeat(length, () => '{{ a }}: 1\n')}{% endblock %}\n`,
  ],
  [
    'a block scalar with values',
    'jinja',
    (length) => `x: |\n${repeat(length, () => '  a {{ b }} c\n')}`,
  ],
  ['comments', 'jinja', (length) => repeat(length, () => '{# a #}\n# {{ b }}\n')],
  ['tags that are not closed', 'jinja', (length) => repeat(length, () => '{% if a %}\n')],
  ['tags without an end', 'go', (length) => repeat(length, () => 'a: {{ b {{ c\n')],
  ['tags without an end on one line', 'jinja', (length) => repeat(length, () => '{{{% "')],
  ['comments without an end', 'jinja', (length) => repeat(length, () => '{# a\n')],
  ['comments of Go without an end', 'go', (length) => repeat(length, () => '{{/* a\n')],
  ['directives without an end', 'terraform', (length) => repeat(length, () => '%{ if a\n')],
  ['escaped quotes', 'jinja', (length) => `x: {{ ${'\\"'.repeat(length / 2)} }}\n`],
  [
    'blanks after a value',
    'jinja',
    (length) => `x: {{ a }}${' '.repeat(length)}b {% if a %}{% endif %}\n`,
  ],
  ['negations', 'jinja', (length) => `{% if ${'not '.repeat(length / 4)}a %}\nx: 1\n{% endif %}\n`],
  [
    'parentheses',
    'jinja',
    (length) => `{% if ${'('.repeat(length / 2)}a${')'.repeat(length / 2)} %}\nx: 1\n{% endif %}\n`,
  ],
  [
    'values in a loop over a long expression',
    'go',
    (length) =>
      `{{ range .${'a'.repeat(length / 2)} }}\n${repeat(length / 2, (at) => `k${at}: {{ . }}\n`)}{{ end }}\n`,
  ],
  ['deep indentation', 'go', (length) => repeat(length, () => '{{ a | nindent 1000000 }}\n')],
  [
    'lines inside of a line',
    'go',
    (length) => `x: ${repeat(length, () => '{{ a | nindent 2 }}')}\n`,
  ],
  [
    'templates that include themselves',
    'go',
    (length) => repeat(length, () => '{{ define "a" }}{{ template "a" . }}{{ end }}\n'),
  ],
  ['variables', 'variables', (length) => `x:\n${repeat(length, (at) => `  k${at}: \${A${at}}\n`)}`],
  [
    'broken lines below conditions',
    'jinja',
    (length) =>
      `${repeatTimes(30, (at) => `{% if a${at} %}\nb${at}: 1\n{% endif %}\n`)}${repeat(length, (at) => `a${at}:\n\t- {{ x }}: "a" b\n`)}`,
  ],
  [
    'line separators',
    'jinja',
    (length) => `x:\n${repeat(length, (at) => `  k${at}: {{ a }} \u2028\n`)}`,
  ],
]

describe.each(growing)('%s', (_name, language, write) => {
  test.each([10_000, amount(30_000, 1_000_000)])('are checked in bounded work (%i)', (length) => {
    const { result, steps } = check(start + write(length), language)
    expect(result).toMatch(/^(?:found|hidden|too complicated|its blocks .*)$/)
    // A rendering that is too long to be linted counts with its characters, eight of which are rendered in a step.
    expect(steps).toBeLessThan(maxSteps * 9)
  })
})

describe('long templates that are not complicated', () => {
  test.each<[name: string, text: string, result: string]>([
    ['100 KB of values', `x:\n${repeat(100_000, (at) => `  k${at}: {{ a${at} }}\n`)}`, 'found'],
    ['2,000 lines of one value', '{{ a }}\n'.repeat(2000), 'hidden'],
  ])('are checked: %s', (_name, text, result) => {
    expect(check(start + text, 'jinja').result).toBe(result)
  })

  test('in strings of other files, too', () => {
    const values = repeat(50_000, (at) => `  k${at}: {{ .Values.a${at} }}\n`)
    const content = `${start}x:\n${values}`.replaceAll(/^(?=.)/gm, '    ')
    const map = `apiVersion: v1\nkind: ConfigMap\ndata:\n  router.yml: |\n${content}`
    expect(recognizeTemplate({ path: 'map.yaml', text: map })).toBe('go')
    expect(check(map, 'go').result).toBe('found')
  })
})

describe('line ends', () => {
  const text = `${start}x:\n${repeat(20_000, (at) => `  k${at}: {{ a${at} }}\n  # b\n  {{ c }}\n`)}`

  test.each(['\r\n', '\u2028\n'])('%j takes the work that a line feed takes', (lineEnd) => {
    const windows = text.replaceAll('\n', lineEnd)
    expect(check(windows, 'jinja').steps).toBeLessThan(check(text, 'jinja').steps * 1.5)
  })

  test('of Windows change no finding', () => {
    const findLines = (template: string): string[] =>
      lintTemplate(template, 'jinja', {}).diagnostics.map(
        ({ rule, range }) => `${range.start.line} ${rule}`,
      )
    expect(findLines(text.replaceAll('\n', '\r\n'))).toEqual(findLines(text))
  })
})

test('a rendering with several iterations stops at the limit', () => {
  const text = nest(60, forLoop, endFor)
  const parsed = parseTemplate(text, 'jinja')
  if ('problem' in parsed) throw new Error(parsed.problem)
  const budget = createWorkBudget(10_000)
  const assumptions = {
    holds: () => true,
    iterationCount: 2,
    write: undefined,
    prefersItems: false,
  }
  expect(createRenderer(text, parsed.parts)(assumptions, budget)).toBeUndefined()
  expect(budget.steps()).toBeLessThan(11_000)
})

test('what is the same is neither rendered nor linted again', () => {
  const budget = createWorkBudget()
  lintTemplate(`${start}x: 1\n{% if a %}\n{% endif %}\n`, 'jinja', {}, { budget })
  // One rendering is linted; each costs its parts and an eighth of its length.
  expect(budget.steps()).toBeLessThan(start.length * 12)
})
