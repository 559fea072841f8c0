import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseFlags, readOptions } from '../../src/cli/flags.js'
import { outputFormats } from '../../src/generated/formats.js'
import { lint } from '../../src/index.js'
import { selectByLevel } from '../../src/project/reports.js'
import { printed, realReports } from '../support/reports.js'
import { yaml } from '../support/yaml.js'

const octal = yaml`
  v: 3
  forwarder:
    faultTxInterval: 010000
    latencyProbeInterval: 10
`

const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `routers/${name}.yaml`)

const many = realReports(Object.fromEntries(names.map((name) => [name, octal])))

test('the page for CI has every format', () => {
  const [, table = ''] =
    /\n\| Format \| For \|\n([^]*?)\n\n/.exec(readFileSync('docs/ci.md', 'utf8')) ?? []
  const named = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(named.sort()).toEqual(outputFormats.map(({ name }) => name).sort())
})

describe('the pretty report of several files', () => {
  test('says what is equal once, and names every file with an error or a warning', async () => {
    const text = await printed('pretty', many)
    expect(text.match(/octal-number/g)).toHaveLength(1)
    expect(text).toContain('routers/a.yaml:3:')
    for (const name of ['b', 'c', 'd', 'e']) expect(text).toContain(`${name}.yaml:3`)
  })

  test('counts obsolete keys in one line', async () => {
    expect(await printed('pretty', many)).toContain('5 obsolete keys in 5 files are ignored')
    expect(await printed('pretty', many.slice(0, 1))).toContain('1 obsolete key is ignored')
  })

  test('shows every finding when asked to', async () => {
    const text = await printed('pretty', many, { isVerbose: true })
    expect(text.match(/octal-number/g)).toHaveLength(5)
    expect(text.match(/obsolete-key/g)).toHaveLength(5)
  })

  test('ends with what the findings mean and how to fix them', async () => {
    expect((await printed('pretty', many)).trimEnd().split('\n').at(-1)).toMatch(
      /`routerfile fix` fixes \d+/,
    )
  })
})

test.each([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'info', 'warning']],
] as const)('the level %s shows %j', (level, visible) => {
  const [report] = realReports({ 'a.yaml': octal })
  if (!report) throw new Error('there is no report')
  const options = { target: '2.0.3', checks: [], failOn: 'error' as const, level }
  const [shown] = selectByLevel([{ ...report, options }])
  expect([...new Set(shown?.diagnostics.map(({ severity }) => severity))].sort()).toEqual(visible)
})

test('a rule that does not exist is reported and does not keep the file from being checked', () => {
  const [first, ...others] = lint(octal, { rules: { 'octal-numbr': 'off' } })
  expect(first).toMatchObject({
    rule: 'configuration',
    severity: 'warning',
    message: 'unknown rule `octal-numbr` in `rules`; did you mean `octal-number`?',
  })
  expect(others).toEqual(lint(octal))
})

test('a flag with an optional value takes the next word only where it is one of its words', () => {
  const flags = {
    check: {
      value: 'WHAT',
      optional: true,
      repeatable: true,
      help: '',
      words: () => ['none', 'files'],
    },
  } as const
  const read = (argv: readonly string[]) => {
    const { check, args } = readOptions(flags, parseFlags(flags, argv))
    return [check, args]
  }
  expect(read(['--check', 'none', 'a'])).toEqual([['none'], ['a']])
  expect(read(['--check', 'a'])).toEqual([[''], ['a']])
  expect(read(['--check=files'])).toEqual([['files'], []])
})
