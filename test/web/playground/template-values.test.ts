import { expect, test } from 'vitest'
import { createValuesFile } from '../../../web/playground/template-values.js'

test.each([
  [
    'Helm, in conditions and loops too',
    'name: {{ .Values.router.name | quote }}\n{{- if .Values.edge.enabled }}\n{{- range .Values.router.dns }}',
    'values.yaml',
    'router:\n  name:\n  dns:\nedge:\n  enabled:\n',
  ],
  [
    'Jinja',
    'name: {{ router.name }}\nport: {{ port | int }}',
    'values.yaml',
    'router:\n  name:\nport:\n',
  ],
  ['envsubst', 'name: ${NAME}\nport: $PORT\nagain: ${NAME}', 'values.env', 'NAME=\nPORT=\n'],
])('a file for the values of a template names those of %s', (_, template, name, text) => {
  expect(createValuesFile(template)).toEqual({ name, text })
})

test('a file for the values of a hostile template stays small', () => {
  const deep = `{{ .Values.a${'.b'.repeat(50_000)} }}`
  const many = Array.from({ length: 50_000 }, (_, index) => `{{ .Values.v${index} }}`).join('\n')
  const { text } = createValuesFile(`${deep}\n${many}`)
  expect(text).toMatch(/^v0:\n/)
  expect(text.split('\n')).toHaveLength(201)
})
