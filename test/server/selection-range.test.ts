import type { Position, Range, SelectionRange } from 'vscode-languageserver'
import { expect, test } from 'vitest'
import { outerFixtures } from '../support/embedded.js'
import { openOuter, toPosition, uri } from '../support/outer-client.js'
import { base } from '../support/serving.js'

const fixture = (path: string): string =>
  outerFixtures().find((file) => file.path === path)?.text ?? ''

const texts: readonly [what: string, text: string][] = [
  ['a ConfigMap', fixture('kubernetes/configmap.yaml')],
  ['a ConfigMap with CRLF', fixture('kubernetes/configmap-crlf.yaml')],
  ['a string in double quotes over several lines', fixture('kubernetes/configmap-wrapped.yaml')],
  ['a Secret in base64', fixture('kubernetes/secret.yaml')],
  [
    'a template of a ConfigMap',
    `kind: ConfigMap
metadata:
  name: {{ include "router.fullname" . }}
data:
  router.yaml: |
${`${base}forwarder:\n  {{- if .Values.fast }}\n  latencyProbeInterval: {{ .Values.interval }}\n  {{- end }}\n`.replaceAll(/^(?=.)/gm, '    ')}`,
  ],
  ['a template of a router file', base.replace('ctrl.example.com', '{{ .Values.ctrl }}')],
  ['a begun file', 'v: 3\nidentity:\n  cert: "a.cert\nlink: [\n'],
]

const isBefore = (left: Position, right: Position): boolean =>
  left.line < right.line || (left.line === right.line && left.character <= right.character)

const isAround = (outer: Range, inner: Range): boolean =>
  isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end)

test.each(texts)('a selection grows from every position to the whole text: %s', async (_, text) => {
  expect(text).not.toBe('')
  const { client } = await openOuter(text)
  const positions = Array.from({ length: text.length + 1 }, (__, offset) =>
    toPosition(text, offset),
  )
  const answers = await client.connection.sendRequest<SelectionRange[]>(
    'textDocument/selectionRange',
    { textDocument: { uri }, positions },
  )
  expect(answers).toHaveLength(positions.length)
  const off: string[] = []
  for (const [index, position] of positions.entries()) {
    const note = (what: string): void =>
      void off.push(`${position.line}:${position.character} ${what}`)
    let selection = answers[index]
    if (!selection || !isAround(selection.range, { start: position, end: position }))
      note('is outside')
    for (; selection?.parent; selection = selection.parent)
      if (
        !isAround(selection.parent.range, selection.range) ||
        isAround(selection.range, selection.parent.range)
      )
        note('does not grow')
    const whole = { start: toPosition(text, 0), end: toPosition(text, text.length) }
    if (JSON.stringify(selection?.range) !== JSON.stringify(whole)) note('ends early')
  }
  expect(off).toEqual([])
})
