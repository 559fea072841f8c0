import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import type { TemplateLanguage } from '../../src/template/language.js'
import { detectLanguage } from '../../src/template/language.js'
import { lintTemplate } from '../../src/template/lint-template.js'
import { recognizeTemplate } from '../../src/template/recognize-template.js'
import { yaml } from '../support/yaml.js'

const start = yaml`
  v: 3
  identity:
    cert: {{ cert }}
    server_cert: {{ cert }}
    key: {{ key }}
    ca: {{ ca }}
  ctrl:
    endpoint: tls:{{ controller }}:6262
  csr:
    sans:
      dns: [localhost]
`

const rulesIn = (text: string, language: TemplateLanguage = 'jinja'): string[] =>
  lintTemplate(text, language, {})
    .diagnostics.map(({ rule }) => rule)
    // None of these texts is about links.
    .filter((rule) => rule !== 'no-links')

test.each<[name: string, text: string, language: TemplateLanguage]>([
  ['a condition', `{% if a %}\n${start}lnk: 1\n{% endif %}\n`, 'jinja'],
  ['a loop', `# {{ managed }}\n{% for a in list %}\n---\n${start}lnk: 1\n{% endfor %}\n`, 'jinja'],
  [
    'a condition around a ConfigMap',
    `{{- if .Values.a }}\nkind: ConfigMap\ndata:\n  router.yml: |\n    v: 3\n    lnk: 1\n    identity: {cert: a, server_cert: a, key: b, ca: c}\n    ctrl: {endpoint: tls:{{ .Values.b }}:1}\n    csr: {sans: {dns: [a]}}\n{{- end }}\n`,
    'go',
  ],
])('mistakes are found in a template with %s around everything', (_, text, language) => {
  expect(rulesIn(text, language)).toEqual(['unknown-key'])
})

describe('mistakes in templates', () => {
  test.each<[name: string, rest: string, rules: string[]]>([
    [
      'beside a value',
      'forwarder: {linkDialWorkerCount: 1, linkDialQueueLength: {{ n }}}',
      ['value-out-of-range'],
    ],
    ['in a value', 'forwarder: {linkDialWorkerCount: {{ n }}}', []],
    ['in one branch', '{% if a %}\nha: {enabled: true}\n{% endif %}', []],
    [
      'in all branches',
      '{% if a %}\nlink: {dialer: 1}\n{% else %}\nlink: {dialer: 2}\n{% endif %}',
      ['unknown-key'],
    ],
    [
      'in branches that exclude each other',
      '{% if a %}\nlnk: 1\n{% endif %}\n{% if not a %}\nlnk: 1\n{% endif %}',
      ['unknown-key'],
    ],
    [
      'of a key that is written in both branches',
      '{% if a %}\nlink: {}\n{% endif %}\n{% if not a %}\nlink: {}\n{% endif %}',
      [],
    ],
    ['in a loop', '{% for a in list %}\nlnk: 1\n{% endfor %}', []],
    ['in a definition', '{% macro a() %}\nlnk: 1\n{% endmacro %}', []],
    ['in a comment', '{# lnk: 1 #}', []],
    ['in the name of a key', '{{ name }}: 1', []],
    ['in a key after content that may be anything', 'lnk: 1\n{{ more }}', ['unknown-key']],
    ['that content after it may replace', 'forwarder: {linkDialWorkerCount: 1}\n{{ more }}', []],
    ['that a value may mend: a listener', 'edge: {}\nlisteners: {{ listeners }}', []],
    [
      'that a value may mend: a section',
      'listeners: [{binding: edge, address: "tls:0.0.0.0:1", options: {advertise: "a.b:1"}}]\n{{ more }}',
      [],
    ],
    ['in the syntax', 'metrics:\n  a: b\n c: d', ['yaml-syntax']],
  ])('%s', (_name, rest, rules) => {
    expect(rulesIn(`${start}${rest}\n`).filter((rule) => rule !== 'advertise-not-in-csr')).toEqual(
      rules,
    )
  })

  test('what is missing is found, unless a branch has it', () => {
    const text = start.replace(/csr:[^]*/, '')
    expect(rulesIn(text)).toContain('csr-missing')
    expect(rulesIn(`${text}{% if a %}\ncsr: {sans: {dns: [a.b]}}\n{% endif %}\n`)).not.toContain(
      'csr-missing',
    )
    expect(rulesIn(`${text}{{ more }}\n`)).not.toContain('csr-missing')
  })

  test('what is only in renderings that cannot be read is taken into account', () => {
    const others = [1, 2, 3, 4, 5, 6].map((n) => `{% if c${n} %}\n# ${n}\n{% endif %}\n`).join('')
    const text = `${start.replace(/csr:[^]*/, '')}lnk: 1\n${others}`
    expect(rulesIn(text)).toEqual(expect.arrayContaining(['csr-missing', 'unknown-key']))
    const broken = `${text}{% if a %}\ncsr: {sans: {dns: [a.b]}}\nedge: [a\n{% endif %}\n`
    expect(rulesIn(broken)).toContain('unknown-key')
    expect(rulesIn(broken)).not.toContain('csr-missing')
  })

  test('settings and comments hide findings as in router files', () => {
    const text = `${start}link: {dialers: []}\nlnk: 1\n`
    expect(lintTemplate(text, 'jinja', { rules: { 'unknown-key': 'off' } }).diagnostics).toEqual([])
    expect(rulesIn(`${start}lnk: 1 # routerfile disable-line unknown-key -- known\n`)).toEqual([])
  })
})

describe('fixes of templates', () => {
  const fixIn = (text: string): string | undefined => {
    const found = lintTemplate(text, 'jinja', {}).diagnostics.find(({ fix }) => fix)
    return found?.fix && applyEdits(text, found.fix.edits)
  }

  test('change what is the same in every rendering', () => {
    expect(fixIn(`${start}tls: {handshakeTimeout: 30}\n`)).toBe(
      `${start}tls: {handshakeTimeout: 30s}\n`,
    )
  })

  test.each([
    ['a value', 'metrics: {}\nheathChecks: {{ checks }}'],
    [
      'a condition',
      'forwarder:\n{% if a %}\n  linkDialWorkerCount: 1\n{% else %}\n  linkDialWorkerCount: 1\n{% endif %}',
    ],
  ])('do not touch %s', (_name, rest) => {
    const fixed = fixIn(`${start}${rest}\n`)
    expect(fixed ?? rest).toContain(/\{.*\}/.exec(rest)?.[0] ?? '')
  })
})

describe('the language of a template', () => {
  test.each<[path: string, text: string, language: string | undefined]>([
    ['router.yml', 'a: {{ .Values.a }}', 'go'],
    ['router.yml', '{{- if .a }}', 'go'],
    ['router.yml', 'a: {{ a }}', 'jinja'],
    ['router.yml', '{% if a %}', 'jinja'],
    ['router.yml.j2', 'a: {{ range }}', 'jinja'],
    ['router.tpl', 'a: {{ a }}', 'go'],
    ['router.yml.tmpl', 'a: ${A}', 'variables'],
    ['router.yml', 'a: ${A}', undefined],
    ['router.yml.tmpl', 'a: b', undefined],
  ])('%s: %s', (path, text, language) => {
    expect(detectLanguage(text, { path })).toBe(language)
  })

  test('a template of something else is not recognized', () => {
    expect(
      recognizeTemplate({ path: 'a.yml.j2', text: 'services:\n  web:\n    image: {{ image }}\n' }),
    ).toBeUndefined()
    expect(recognizeTemplate({ path: 'a.yml', text: `${start}{% extends a %}\n` })).toBeUndefined()
    expect(recognizeTemplate({ path: 'a.yml', text: start })).toBe('jinja')
  })
})

describe('templates of Terraform', () => {
  const terraform = `%{ if edge ~}\n${start.replaceAll(/\{\{ (\w+) \}\}/g, '${$1}')}%{ endif ~}\n`

  test.each(['router.yml.tftpl', 'router.tpl', 'router.yml'])('are recognized in %s', (path) => {
    expect(recognizeTemplate({ path, text: terraform })).toBe('terraform')
  })

  test('are checked in what all results share', () => {
    const rest = [
      'link:',
      '  dialers: []',
      '%{ for name in keys({a = "}"}) }',
      '  # ${name}',
      '%{ endfor }',
      '%{ if a }lnk: $${x}%{ else }lnk: 1%{ endif }',
      '',
    ].join('\n')
    expect(rulesIn(`${terraform}${rest}`, 'terraform')).toEqual(['unknown-key'])
    expect(rulesIn(`${terraform}link: \${links}\n`, 'terraform')).toEqual([])
  })
})

describe('a template that no program renders', () => {
  const jinja = yaml`
    v: 3
    ctrl:
      endpoint: tls:{{ controller }}:6262
    link:
      dialers:
        - binding: transport
  `
  test.each<[rest: string, language: TemplateLanguage, message: string, place: string]>([
    ['edge: {}\n{{ if', 'go', 'this tag is not closed', '{{ if'],
    ['{{ if .a\nedge: {}\n{{ end }}\n', 'go', 'this tag is not closed', '{{ if .a'],
    ['ha: {{ a {{ b }}\n', 'jinja', 'this tag is not closed', '{{ a'],
    ['{# edge: {}\n', 'jinja', 'this tag is not closed', '{# edge: {}'],
    ['{{/* edge: {}\n', 'go', 'this tag is not closed', '{{/* edge: {}'],
    ['%{ if a\n', 'terraform', 'this tag is not closed', '%{ if a'],
    ['{% if a %}\nedge: {}\n', 'jinja', '`if` is not closed', '{% if a %}'],
    ['{% raw %}\nedge: {}\n', 'jinja', '`raw` is not closed', '{% raw %}'],
    ['{% endif %}\n', 'jinja', '`endif` closes nothing', '{% endif %}'],
    ['{{ else }}\n', 'go', '`else` has no `if`', '{{ else }}'],
  ])('is found: %j', (rest, language, message, place) => {
    const text = jinja + rest
    expect(recognizeTemplate({ path: 'router.yml.j2', text, isDeclared: true })).toBeDefined()
    const found = lintTemplate(text, language, {}).diagnostics.map((diagnostic) => ({
      rule: diagnostic.rule,
      message: diagnostic.message,
      place: text.slice(diagnostic.range.start.offset, diagnostic.range.end.offset),
    }))
    expect(found).toEqual([
      { rule: 'template-syntax', message: `The template cannot be rendered: ${message}.`, place },
    ])
  })

  test('is told from files of other programs', () => {
    const manifest = 'kind: Deployment\napiVersion: apps/v1\nspec:\n  replicas: {{ .Values.a\n'
    expect(recognizeTemplate({ path: 'deployment.yaml', text: manifest })).toBeUndefined()
    expect(recognizeTemplate({ path: 'router.yaml', text: `${jinja}{{ if` })).toBe('go')
  })
})
