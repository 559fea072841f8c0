import { expect, test } from 'vitest'
import { createLintHost } from '../../src/project/machine.js'
import { lintTemplateInput } from '../../src/project/templates.js'
import { base } from '../support/serving.js'

const loops = `${'{% for a in b %}\n'.repeat(40)}x: 1\n${'{% endfor %}\n'.repeat(40)}`

const options = { target: '2.0', checks: [], level: 'info', failOn: 'error' } as const

const noteOn = (text: string, values?: Record<string, string>): string | undefined => {
  const input = { path: 'router.yml.j2', text, ...(values && { values }) }
  return lintTemplateInput(input, 'jinja', { options, host: createLintHost([], [], 0) }).note?.text
}

test.each([
  ['its loops', `${base}${loops}`, undefined],
  ['its values', `${base}${'# {{ a }}\n'.repeat(1000)}`, { a: 'long '.repeat(10_000) }],
])(
  'a template that is too complicated for %s is not checked, and a note says what to do',
  (_, text, values) => {
    expect(noteOn(text, values)).toMatch(
      /^`router\.yml\.j2` is a Jinja template that is too complicated to check: .* Render it with `ansible .*` and lint the result\.$/,
    )
  },
)

test.each(['quote', 'squote | quote', 'quote | upper'])(
  'values that `%s` makes longer again and again end the check',
  (filter) => {
    const text = `${base}x: {{ .Values.a${` | ${filter}`.repeat(40)} }}\n`
    const input = { path: 'templates/router.yml', text, values: { a: '"' } }
    const { note } = lintTemplateInput(input, 'go', {
      options,
      host: createLintHost([], [], 0),
    })
    expect(note?.text).toContain('too complicated to check')
  },
)

test('one of ordinary size is checked', () => {
  expect(noteOn(`${base}x: {{ a }}\n`)).toContain('only findings that do not depend on its values')
})
