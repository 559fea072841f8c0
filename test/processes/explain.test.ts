import { describe, expect, test } from 'vitest'
import { formatRuleExplanation } from '../../src/cli/commands/explain.js'
import { describeRule } from '../../src/lint/explain.js'
import { catalog } from '../../src/lint/catalog.js'
import { findModel } from '../../src/schema/model.js'
import { describeKeys } from '../../src/schema/describe.js'
import { run } from '../support/program.js'

const release = findModel(undefined)?.release ?? ''

const explain = (
  ...words: string[]
): { keys: { path: string }[]; rules: ReturnType<typeof describeRule>[] } =>
  JSON.parse(run(['explain', ...words, '--format', 'json']).out)

describe('a rule in words', () => {
  test.each(catalog.map((rule) => [rule.id, describeRule(rule, release)] as const))(
    '%s shows what its examples really give',
    (id, { bad, good }) => {
      expect(
        bad.filter(({ files }) => files.every(({ findings }) => findings.length === 0)),
      ).toEqual([])
      expect(good.filter(({ files }) => files.some(({ findings }) => findings.length > 0))).toEqual(
        [],
      )
      for (const { text, findings } of bad.flatMap(({ files }) => files)) {
        expect(text).not.toContain('#!')
        expect(
          findings.filter(({ line }) => line > text.split('\n').length),
          id,
        ).toEqual([])
      }
    },
  )

  test('says once what automatic fixes would do about its examples', () => {
    const rule = catalog.find(({ id }) => id === 'unknown-key')
    const [example] = rule ? describeRule(rule, release).bad : []
    if (!rule || !example) throw new Error('the rule has no example')
    const fixable = {
      files: example.files.map((file) => ({
        ...file,
        findings: [{ line: 2, severity: 'warning' as const, message: 'm', fix: 'rename it' }],
      })),
    }
    expect(
      formatRuleExplanation({ ...describeRule(rule, release), bad: [fixable, fixable] }, 80).match(
        /.*rename it/g,
      ),
    ).toEqual(['  fix       rename it'])
  })

  test.each(['web-port-taken', 'file-missing', 'fleet-same-advertise'])(
    'routerfile explain %s --format json gives it whole',
    (id) => {
      const rule = catalog.find((item) => item.id === id)
      expect(explain(id)).toEqual({
        keys: [],
        rules: rule && [JSON.parse(JSON.stringify(describeRule(rule, release)))],
      })
    },
  )
})

test('a key is given as `describe` gives it, without rules', () => {
  const model = findModel('1.6')
  expect(explain('split', '--target', '1.6')).toMatchObject({
    keys: model && describeKeys(model, 'split', []).map(({ path }) => ({ path })),
    rules: [],
  })
})

test('a key that means the same at several places is explained once, with each place', () => {
  const { out } = run(['explain', 'binding'])
  const paths = explain('binding').keys.map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(10)
  expect(
    out
      .split('\n')
      .filter((line) => paths.includes(line))
      .sort(),
  ).toEqual(paths.sort())
  const bodies = out.split(/^\S.*\n/m).filter((body) => body !== '')
  expect(new Set(bodies).size).toBe(bodies.length)
})

describe('routerfile rules', () => {
  test('--format markdown prints all rules with their examples', () => {
    const { out } = run(['rules', '--format', 'markdown'])
    expect(out.match(/^## .*/gm)).toEqual(catalog.map(({ id }) => `## ${id}`))
  })

  test('--format json gives each rule as `explain` does', () => {
    expect(JSON.parse(run(['rules', '--format', 'json']).out)).toEqual({
      version: 1,
      rules: JSON.parse(JSON.stringify(catalog.map((rule) => describeRule(rule, release)))),
    })
  })
})
