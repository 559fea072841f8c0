import { expect, test } from 'vitest'
import { parseTemplateValues } from '../../src/project/variable-lines.js'
import type { TemplateLanguage } from '../../src/template/language.js'
import { parseTemplate } from '../../src/template/parse.js'
import { renderWithValues } from '../../src/template/values.js'
import { createWorkBudget } from '../../src/template/work.js'

const render = (text: string, language: TemplateLanguage, valuesText: string): string => {
  const parsed = parseTemplate(text, language)
  if ('problem' in parsed) return parsed.problem
  const values = parseTemplateValues(valuesText, 'the values')
  const budget = createWorkBudget()
  const rendered = renderWithValues(text, parsed.parts, { language, values, budget })
  if (!rendered) return 'too complicated'
  return 'rendering' in rendered ? rendered.rendering.text : `needs ${rendered.unrendered}`
}

test.each([
  ['a number', '{{ .Values.a.b }}', 'go', 'a: { b: 16 }', '16'],
  ['a large number', '{{ .Values.a }}', 'go', 'a: 9007199254740993', '9007199254740993'],
  ['a switch', '{{ a }}', 'jinja', 'a: true', 'true'],
  ['a value in quotes', '{{ .Values.a | quote }}', 'go', 'a: 16', '"16"'],
  ['a default for a missing value', '{{ .Values.a | default 3022 }}', 'go', 'b: 1', '3022'],
  ['a default that is not needed', '{{ .Values.a | default 3022 }}', 'go', 'a: 80', '80'],
  ['a default of Jinja', "{{ a | default('x|y') }}", 'jinja', 'b: 1', 'x|y'],
  ['several filters', '{{ .Values.a | default "Up" | lower | quote }}', 'go', 'b: 1', '"up"'],
  ['a variable', '${A}', 'variables', 'export A="x y" # why', 'x y'],
  [
    'a filter that is not known',
    '{{ .Values.a | b64enc }}',
    'go',
    'a: x',
    'needs .Values.a | b64enc',
  ],
  ['a missing value', '{{ .Values.a }}', 'go', 'b: 1', 'needs .Values.a'],
  ['a map', '{{ .Values.a }}', 'go', 'a: { b: 1 }', 'needs .Values.a'],
] as const)('renders %s', (_, text, language, values, expected) => {
  expect(render(`x: ${text}\n`, language, values)).toBe(
    expected.startsWith('needs') ? expected : `x: ${expected}\n`,
  )
})
