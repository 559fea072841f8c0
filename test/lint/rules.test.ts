import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lint } from '../../src/index.js'
import { rules } from '../../src/generated/rules.js'
import { completeExample, expectations, unfinished } from '../support/fixtures.js'

test('each rule is a file of its id and is listed once, in order', () => {
  const files = readdirSync('src/lint/rules')
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    .map((name) => name.replace('.ts', ''))
  expect(rules.map(({ id }) => id)).toEqual(files.sort())
})

test('the sound file has nothing wrong', () => {
  expect(lint(completeExample('v: 3').text)).toEqual([])
})

test('pages of rules show examples without the marks that tests read', () => {
  const sources = ['src/lint/rules', 'src/lint/fleet/rules'].flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const marks = new Set(
    sources.flatMap((source) => [...source.matchAll(/#! (.+)$/gm)].map(([, mark = '']) => mark)),
  )
  expect(marks.size).toBeGreaterThan(50)
  const lines = readdirSync('docs/rules').flatMap((name) =>
    readFileSync(join('docs/rules', name), 'utf8').split('\n'),
  )
  expect(lines.length).toBeGreaterThan(1000)
  expect(
    lines.filter((line) => {
      const [, comment] = / #!? ?(.+)$/.exec(line) ?? []
      return comment !== undefined && marks.has(comment)
    }),
  ).toEqual([])
})

for (const rule of rules.filter(({ machine }) => !machine)) {
  const wanted = rule.optional && { rules: { [rule.id]: rule.severity } }

  describe(rule.id, () => {
    test('has examples, a summary and a reason', () => {
      expect(rule.examples.bad.length).toBeGreaterThan(0)
      expect(rule.examples.good.length).toBeGreaterThan(0)
      expect(rule.summary).toMatch(/^[A-Z`].*\.$/)
      expect(rule.why).toMatch(/\.$/)
    })

    test.each(rule.examples.bad.map(completeExample))(
      'finds it, there and only it: %#',
      ({ text, ...options }) => {
        const found = lint(text, { ...options, ...wanted })
        const own = found.filter(({ rule: id }) => id === rule.id)
        for (const { message } of own) expect(message).not.toMatch(unfinished)
        expect(own.map(({ range, message }) => ({ line: range.start.line, message }))).toEqual(
          expectations(text).map(({ line, part }) => ({
            line,
            message: expect.stringContaining(part),
          })),
        )
        expect(
          found.filter(({ rule: id, severity }) => id !== rule.id && severity !== 'info'),
        ).toEqual([])
      },
    )

    test.each(rule.examples.good.map(completeExample))(
      'is silent about what is right: %#',
      ({ text, ...options }) => {
        expect(
          lint(text, { ...options, ...wanted }).filter(
            ({ rule: id, severity }) => id === rule.id || severity === 'error',
          ),
        ).toEqual([])
      },
    )
  })
}
