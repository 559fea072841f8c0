import { describe, expect, test } from 'vitest'
import { parse, Scalar, stringify } from 'yaml'
import { fixInput } from '../../src/cli/fixing.js'
import { parseDocument } from '../../src/document/document.js'
import { memoizePerObject, once } from '../../src/document/lazy.js'
import { applyEdits } from '../../src/edit/edits.js'
import { fix } from '../../src/fix/fix.js'
import { rules } from '../../src/generated/rules.js'
import { removeMarks } from '../../src/lint/example.js'
import { lint } from '../../src/lint/lint.js'
import type { TemplateLanguage } from '../../src/template/language.js'
import { lintTemplate } from '../../src/template/lint-template.js'
import { isNightly } from '../support/amount.js'
import { completeExample } from '../support/fixtures.js'

const indent = (text: string, columns: number): string =>
  text.replaceAll(/^(?=[^\r\n])/gm, ' '.repeat(columns))

const toConfigMap = (header: string, columns: number, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: north # kept\ndata:\n  other: "é  \\u00e9"\n  router.yaml: ${header}\n${indent(text, columns)}`

const last = '  last: |\n      a\n      b: c\n'

const toCrlf = (text: string): string => text.replaceAll('\n', '\r\n')

/** Ways to write a router file into a file of another kind. */
const wrappings: [name: string, wrap: (text: string) => string][] = [
  ['a block of a ConfigMap', (text) => toConfigMap('|', 4, text) + last],
  ['a block of a ConfigMap, eight columns deep', (text) => toConfigMap('|', 8, text) + last],
  ['a block without a line break at its end', (text) => toConfigMap('|-', 4, text.trimEnd())],
  ['a block with its line breaks', (text) => toConfigMap('|+', 4, text) + last],
  ['a block with its indentation in the header', (text) => toConfigMap('|2', 4, text) + last],
  ['a string in double quotes', (text) => toConfigMap(JSON.stringify(text), 4, '') + last],
  ['an item of a list', (text) => `files:\n  - |\n${indent(text, 4)}  - other\n`],
  [
    'an item of a list at the left edge',
    (text) => `- other\n- |\n${indent(text, 2)}- |\n  other\n`,
  ],
  [
    'cloud-init',
    (text) =>
      `#cloud-config\nwrite_files:\n- path: /etc/router.yaml\n  content: |\n${indent(text, 6)}  owner: root\n- path: /etc/other\n`,
  ],
  [
    'an indented heredoc',
    (text) =>
      `resource "local_file" "router" {\n  content = <<-EOT\n${indent(text, 4)}  EOT\n  filename = "a"\n}\n`,
  ],
  [
    'a heredoc at the left edge',
    (text) => `resource "local_file" "router" {\n  content = <<EOT\n${text}EOT\n}\n`,
  ],
]

/** Each mistake that the rules know, as a file. */
const examples = rules.flatMap(({ id, examples: { bad } }) =>
  bad.map((example, index) => {
    const { text, ...options } = completeExample(example)
    return { name: `${id} ${index}`, text: `${removeMarks(text)}\n`, options }
  }),
)

const fixable = examples.filter(({ text, options }) =>
  lint(text, options).some((found) => found.fix),
)

/**
 * The examples for a way to wrap files: every third one, others for the next way, so that each example is in several.
 * All of them at night.
 */
const selectExamples = (way: number) =>
  fixable.filter((_, index) => isNightly || index % 3 === way % 3)

type Example = (typeof fixable)[number]

/** The text of an example after its fixes; the same whatever is around it. */
const findFixed = memoizePerObject(({ text, options }: Example) => ({
  safe: once(() => fix(text, options).text),
  unsafe: once(() => fix(text, { ...options, unsafe: true }).text),
}))

const fixPlain = (example: Example, unsafe: boolean): string =>
  findFixed(example)[unsafe ? 'unsafe' : 'safe']()

const countProblems = (text: string): number => parseDocument(text).problems.length

describe.each(wrappings)('fixes in %s', (name, wrap) => {
  const chosen = selectExamples(wrappings.findIndex(([other]) => other === name))

  test.each([
    ['line feeds', wrap],
    ['carriage returns', (text: string) => toCrlf(wrap(text))],
  ])('change what they name and nothing else, with %s', (_ends, write) => {
    const wrong: unknown[] = []
    let made = 0
    for (const example of chosen)
      for (const unsafe of [false, true]) {
        const { name, text, options } = example
        const outer = write(text)
        const fixed = fixInput({ text: outer, isOuter: true }, { ...options, unsafe })
        made += fixed.applied.length
        const wanted = write(fixPlain(example, unsafe))
        if (fixed.text !== wanted) wrong.push({ name, unsafe, fixed: fixed.text, wanted })
      }
    expect(made).toBeGreaterThan(15)
    expect(wrong).toEqual([])
  })
})

const readStrings = (text: string): Record<string, string> => {
  const { data } = parse(text) as { data: Record<string, string> }
  return data
}

const lines = (text: string): string[] => text.split('\n')

describe.each(['BLOCK_FOLDED', 'QUOTE_SINGLE'] as const)('fixes in a string as %s', (type) => {
  test('make what the fixed file has, or leave lines as they were', () => {
    let made = 0
    for (const example of fixable)
      for (const unsafe of [false, true]) {
        const { name, text, options } = example
        const content = new Scalar(text)
        content.type = type
        const outer = stringify(
          { kind: 'ConfigMap', data: { other: 'a: b\n', router: content, last: '"' } },
          { lineWidth: 0 },
        )
        const fixed = fixInput({ text: outer, isOuter: true }, { ...options, unsafe })
        made += fixed.applied.length
        const { router = '', ...others } = readStrings(fixed.text)
        expect(others, name).toEqual({ other: 'a: b\n', last: '"' })
        const known = new Set(lines(text + fixPlain(example, unsafe)))
        expect(
          lines(router).filter((line) => !known.has(line)),
          name,
        ).toEqual([])
        expect(countProblems(router), name).toBeLessThanOrEqual(countProblems(text))
      }
    expect(made).toBeGreaterThan(50)
  })
})

/** Templates around a router file, with what their tags become. */
const templates: [
  name: string,
  template: {
    language: TemplateLanguage
    wrap: (text: string) => string
    values: [string, string][]
  },
][] = [
  [
    'a Helm chart',
    {
      language: 'go',
      wrap: (text) =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ include "name" . }}-config\n  labels:\n    {{- include "labels" . | nindent 4 }}\ndata:\n  ziti-router.yaml: |2\n    # {{ .Values.note }}\n\n${indent(text, 4)}    #{{ .Values.end }}\n`,
      values: [
        ['{{ include "name" . }}', 'north'],
        ['\n    {{- include "labels" . | nindent 4 }}', '\n    a: b'],
        ['{{ .Values.note }}', 'note'],
        ['{{ .Values.end }}', 'end'],
      ],
    },
  ],
  [
    'a Helm chart whose block ends the file',
    {
      language: 'go',
      wrap: (text) =>
        `{{- if .Values.enabled }}\nkind: ConfigMap\n{{- end }}\ndata:\n        router.yaml: |-\n            # {{ .Values.note }}\n${indent(text.trimEnd(), 12)}`,
      values: [
        ['{{- if .Values.enabled }}\nkind: ConfigMap\n{{- end }}', '\nkind: ConfigMap'],
        ['{{ .Values.note }}', 'note'],
      ],
    },
  ],
  [
    'a Helm chart with a choice after the block',
    {
      language: 'go',
      wrap: (text) =>
        `data:\n  router.yaml: |\n${indent(text, 4)}    # end\n  {{- if .Values.extra }}\n  extra: {{ .Values.extra }}\n  {{- end }}\n`,
      values: [
        ['\n  {{- if .Values.extra }}', ''],
        ['{{ .Values.extra }}', 'more'],
        ['\n  {{- end }}', ''],
      ],
    },
  ],
  [
    'a Go template',
    {
      language: 'go',
      wrap: (text) => `# {{ .Name }}\n\n${text}# {{ .End }}\n`,
      values: [
        ['{{ .Name }}', 'north'],
        ['{{ .End }}', 'end'],
      ],
    },
  ],
  [
    'a Jinja template of a cloud-init file',
    {
      language: 'jinja',
      wrap: (text) =>
        `#cloud-config\nwrite_files:\n  - path: {{ path }}\n    content: |\n      # {{ note }}\n\n${indent(text, 6)}\n  - path: {% if other %}a{% else %}b{% endif %}\n`,
      values: [
        ['{{ path }}', '/etc/router.yaml'],
        ['{{ note }}', 'note'],
        ['{% if other %}a{% else %}b{% endif %}', 'a'],
      ],
    },
  ],
  [
    'a Jinja template of a list',
    {
      language: 'jinja',
      wrap: (text) => `- {{ name }}\n- |\n  {# a comment #}\n\n${indent(text, 2)}- other\n`,
      values: [
        ['{{ name }}', 'north'],
        ['  {# a comment #}\n', ''],
      ],
    },
  ],
  [
    'a template with variables',
    {
      language: 'variables',
      wrap: (text) =>
        `kind: ConfigMap\ndata:\n  router.yaml: |\n${indent(text, 4)}  name: \${NAME}\n`,
      values: [['${NAME}', 'north']],
    },
  ],
]

describe.each(templates)('fixes in %s', (name, { language, wrap, values }) => {
  const chosen = selectExamples(templates.findIndex(([other]) => other === name))

  const render = (text: string): string =>
    values.reduce((rendered, [tag, value]) => rendered.replaceAll(tag, value), text)

  test.each([
    ['line feeds', (text: string) => text],
    ['carriage returns', toCrlf],
  ])('change what they name in its rendering and nothing else, with %s', (_ends, toLines) => {
    const wrong: unknown[] = []
    let made = 0
    for (const { name, text, options } of chosen) {
      const template = toLines(wrap(text))
      const plain = lint(text, options)
      for (const { rule, fix: offered } of lintTemplate(template, language, options).diagnostics) {
        if (!offered) continue
        made += 1
        const fixed = applyEdits(template, offered.edits)
        const wanted = plain
          .filter((found) => found.rule === rule && found.fix?.title === offered.title)
          .map((found) => applyEdits(text, found.fix?.edits ?? []))
          .map((inner) => render(toLines(wrap(inner))))
        if (!wanted.includes(render(fixed))) wrong.push({ name, rule, offered, fixed, wanted })
      }
    }
    expect(wrong).toEqual([])
    expect(made).toBeGreaterThan(10)
  })

  test('together, leave what is around them as it was', () => {
    for (const example of chosen) {
      const { name, text, options } = example
      const template = wrap(text)
      const fixed = fixInput({ text: template, template: language }, { ...options, unsafe: true })
      const known = new Set(lines(render(template + wrap(fixPlain(example, true)))))
      expect(
        lines(render(fixed.text)).filter((line) => !known.has(line)),
        name,
      ).toEqual([])
    }
  })
})
