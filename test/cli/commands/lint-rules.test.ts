import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lint } from '../../../src/cli/commands/lint.js'
import { addOutputFlags, parseFlags } from '../../../src/cli/flags.js'
import { makeFolder, runHere } from '../../support/program.js'

const samples = 'fixtures/samples'

/** The rules of the findings, without duplicates, in alphabetical order. */
async function findRules(...argv: string[]): Promise<string[]> {
  const { out } = await runHere(['lint', samples, '--isolated', '--json', ...argv])
  return [...new Set([...out.matchAll(/"rule": "([\w-]+)"/g)].map(([, rule = '']) => rule))].sort()
}

describe('--select and --ignore', () => {
  test.each([
    [['--select', 'unknown-key'], ['unknown-key']],
    [
      ['--select', 'unknown-key,wrong-type'],
      ['unknown-key', 'wrong-type'],
    ],
    [
      ['--select', 'unknown-key', '--select', 'wrong-type', '--ignore', 'wrong-type'],
      ['unknown-key'],
    ],
    [['--select', 'fleet-same-identity'], ['fleet-same-identity']],
    [['--select', 'trace-enabled'], []],
    [['--rule', 'unknown-key=off', '--select', 'unknown-key'], ['unknown-key']],
  ])('%j finds %j', async (argv, expected) => {
    expect(await findRules(...argv)).toEqual(expected)
  })

  test('--ignore leaves out its rules only', async () => {
    const all = await findRules()
    expect(all).toContain('wrong-type')
    expect(await findRules('--ignore', 'wrong-type,unknown-key')).toEqual(
      all.filter((rule) => rule !== 'wrong-type' && rule !== 'unknown-key'),
    )
  })

  test('what cannot be read is reported whatever is selected', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'router.yml'), 'v: 3\nidentity: {cert: a\nctrl\n')
    const argv = ['lint', 'router.yml', '--kind=router', '--select=unknown-key', '-fcompact']
    const { out, code } = await runHere(argv, { cwd: folder })
    expect(out).toContain('yaml-syntax')
    expect(code).toBe(1)
  })

  test.each([
    ['--select', 'unknow-key', 'unknown rule "unknow-key"; did you mean "unknown-key"?'],
    ['--ignore', 'x', 'unknown rule "x"; `routerfile rules` lists the rules'],
  ])('%s %s is refused', async (flag, rule, why) => {
    const { err, code } = await runHere(['lint', samples, flag, rule])
    expect([err, code]).toEqual([`routerfile: ${flag} ${rule}: ${why}\n`, 2])
  })

  test('the help tells rules from files', async () => {
    const { out } = await runHere(['lint', '--help'])
    expect(out).toMatch(/--ignore RULE +check without these rules \(of files: --no-ignore\)/)
    expect(out).toMatch(/--no-ignore +check files that ignore files list/)
  })
})

describe('--statistics', () => {
  test('counts the findings of each rule, the most frequent first', async () => {
    const { out, code } = await runHere(['lint', samples, '--isolated', '--statistics'])
    const lines = out.trimEnd().split('\n')
    const rows = lines.slice(0, -1).map((line) => /^(\d+) {2}([a-z-]+)(?:, |$)/.exec(line))
    const counts = rows.map((row) => Number(row?.[1]))
    expect(counts).toEqual(counts.toSorted((left, right) => right - left))
    expect(rows.map((row) => row?.[2]).sort()).toEqual(await findRules())
    expect(lines.at(-1)).toMatch(/^\d+ errors?, .*for release /)
    expect(code).toBe(1)
  })

  test('is JSON for programs, and has no other format', async () => {
    const { out } = await runHere(['lint', samples, '--isolated', '--statistics', '--json'])
    const counts: unknown = JSON.parse(out)
    expect(counts).toContainEqual({ rule: 'unknown-key', count: 1, fixable: 0 })
    const { err, code } = await runHere(['lint', samples, '--statistics', '-fsarif'])
    expect([err, code]).toEqual([
      'routerfile: --statistics has no sarif format; use pretty or json\n',
      2,
    ])
  })
})

test.each([
  ['quiet-mode', 'did you mean --quiet?'],
  ['quite', 'did you mean --quiet?'],
  ['silent', 'did you mean --quiet?'],
  ['severity', 'did you mean --level?'],
  ['min-level', 'did you mean --level?'],
  ['output-format', 'did you mean --format?'],
  ['reporter', 'did you mean --format?'],
  ['no-colour', 'did you mean --no-color?'],
  ['threads', 'did you mean --jobs?'],
  ['release', 'did you mean --target?'],
  ['filename', 'did you mean --stdin-filename?'],
  ['warnings', 'did you mean --max-warnings?'],
  ['skip', 'did you mean --ignore?'],
  ['only', 'did you mean --select?'],
  ['debug', 'did you mean --verbose?'],
  ['stat', 'did you mean --statistics?'],
  ['config-path', 'did you mean --config?'],
  ['exclude', "leave files out with '!PATTERN', or with `exclude` in routerfile.config.yaml"],
  [
    'ignore-pattern',
    "leave files out with '!PATTERN', or with `exclude` in routerfile.config.yaml",
  ],
  ['fail-fast', '--help lists the flags'],
])('of --%s the error says: %s', (name, expected) => {
  expect(() => parseFlags(addOutputFlags(lint.flags), [`--${name}`])).toThrow(
    `unknown flag --${name}; ${expected}`,
  )
})
