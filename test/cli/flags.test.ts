import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/cli/command.js'
import { parseFlags } from '../../src/cli/flags.js'
import { topics } from '../../src/cli/topics.js'
import { commands } from '../../src/generated/commands.js'
import { runHere } from '../support/program.js'

const all: readonly (readonly [string, Command])[] = await Promise.all(
  commands.map(async (entry) => [entry.name, await entry.load()] as const),
)

const helpOf = async (name: string): Promise<string> => (await runHere([name, '--help'])).out

/** The words of a line as a shell takes them apart, up to where it goes on with another program or file. */
const toWords = (line: string): string[] =>
  [...line.replace(/ > .*|\)$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain = '']) => quoted ?? plain,
  )

describe.each(all)('the help of %s', (name, command) => {
  test('has a line for each flag at 80 columns', async () => {
    const lines = (await helpOf(name)).split('\n')
    for (const [flag, { help }] of Object.entries(command.flags)) {
      expect(help.length, flag).toBeLessThanOrEqual(60)
      const line = lines.find(
        (candidate) => candidate.includes(`--${flag}`) && candidate.endsWith(help),
      )
      expect(line?.length ?? Infinity, flag).toBeLessThanOrEqual(80)
    }
  })

  test('begins with examples that the command takes, and ends with its page', async () => {
    const { examples = [], page = '', flags } = command
    expect(examples.length).toBeGreaterThan(0)
    for (const line of examples) {
      const [, own, ...rest] = toWords(line.slice(line.indexOf('routerfile')))
      expect(own).toBe(name)
      const used = command.selectSubcommand?.(rest).flags ?? flags
      expect(() => parseFlags(used, rest)).not.toThrow()
    }
    const text = await helpOf(name)
    expect(text.indexOf('Examples:')).toBeLessThan(text.indexOf('  -h, --help'))
    expect(existsSync(page), page).toBe(true)
    expect(text.trimEnd().endsWith(`See ${page} in the npm package routerfile`)).toBe(true)
    expect(text).not.toContain('Exit codes')
  })
})

test.each([
  ['login', true],
  ['logout', true],
  ['profiles', true],
  ['edge-routers', false],
  ['edge-routers re-enroll', false],
])('the help of api %s ends with the page of api', async (words, hasExamples) => {
  const { out } = await runHere(['api', ...words.split(' '), '--help'])
  expect(out).toMatch(/\nSee docs\/management-client\.md in the npm package routerfile\n$/)
  expect(out.includes('\nExamples:\n')).toBe(hasExamples)
  for (const line of out.split('\n').filter((line) => line.startsWith('  routerfile ')))
    expect(line.trim().startsWith(`routerfile api ${words}`)).toBe(true)
})

test('exit codes and topics are in the help of the program', async () => {
  const { out } = await runHere(['--help'])
  expect(out).toContain('Exit codes: 0 ')
  for (const { name } of topics) expect(out).toContain(`  ${name} `)
})

test.each(topics.map(({ name, page }) => [name, page] as const))(
  'the topic %s fits on a terminal and names its page',
  async (name, page) => {
    const { out, code } = await runHere(['help', name])
    expect(code).toBe(0)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(out).toContain(`See ${page}`)
    expect(existsSync(page)).toBe(true)
  },
)

test.each([
  [['help', 'foo'], 'unknown command "foo"; routerfile --help lists the commands'],
  [['help', 'lin'], 'unknown command "lin"; did you mean "lint"?'],
  [['lin'], 'unknown command "lin"; did you mean "lint"?'],
])('%j is an error', async (argv, message) => {
  expect(await runHere(argv)).toEqual({ out: '', err: `routerfile: ${message}\n`, code: 2 })
})
