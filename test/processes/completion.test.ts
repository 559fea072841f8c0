import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Grammar } from '../../src/cli/commands/completion.js'
import { createGrammar } from '../../src/cli/commands/completion.js'
import { commands } from '../../src/generated/commands.js'
import { makeFolder, run } from '../support/program.js'
import { needsProgram } from '../support/requirements.js'

/** A line up to the tab, and all that the shell offers; bash leaves files to its own completion. */
type Case = { line: string; offers: readonly string[]; files?: boolean }

const grammar: Grammar = await createGrammar(commands)

/** The long flags that are offered: -E and not --env-file, which Node may take for itself. */
const long = (name: string): string[] =>
  (grammar.find((command) => command.name === name)?.flags ?? []).flatMap((flag) =>
    flag.prefersShort ? [] : [`--${flag.name}`],
  )

const written: readonly Case[] = [
  { line: 'routerfile eff', offers: ['effective'] },
  { line: 'routerfile completion ', offers: ['bash', 'zsh', 'fish'] },
  { line: 'routerfile completion z', offers: ['zsh'] },
  { line: 'routerfile explain unknown-k', offers: ['unknown-key'] },
  { line: 'routerfile explain linkDialW', offers: ['linkDialWorkerCount'] },
  { line: 'routerfile rules goo', offers: [] },
  { line: 'routerfile goo', offers: ['good.yaml'], files: true },
  { line: 'routerfile lint goo', offers: ['good.yaml'], files: true },
  { line: 'routerfile lint good.yaml secr', offers: ['secrets.yaml'], files: true },
  { line: 'routerfile effective goo', offers: ['good.yaml'], files: true },
  { line: 'routerfile lint --env-file router.e', offers: ['router.env'], files: true },
  { line: 'routerfile lint -E router.e', offers: ['router.env'], files: true },
  { line: 'routerfile lint --env', offers: ['--env'] },
  { line: 'routerfile lint --max-warnings ', offers: [] },
  { line: 'routerfile lint --max-w', offers: ['--max-warnings'] },
  { line: 'routerfile --max-w', offers: ['--max-warnings'] },
  { line: 'routerfile --vers', offers: ['--version'] },
  { line: 'routerfile --fail-on inf', offers: ['info'] },
  { line: 'routerfile lint good.yaml --fail-on ', offers: ['error', 'warning', 'info'] },
  { line: 'routerfile rules -f mark', offers: ['markdown'] },
]

/** Every flag of every command but the one that runs where none is named, and every word behind every flag. */
const derived = grammar.flatMap(({ name, flags }): Case[] => [
  { line: `routerfile ${name} --`, offers: long(name) },
  ...flags
    .filter(({ valueKind }) => valueKind === 'words')
    .map((flag): Case => ({ line: `routerfile ${name} --${flag.name} `, offers: flag.words })),
])

const cases = [...written, ...derived]

/** Commands, and files too. */
const first = 'routerfile '

const lines = [first, ...cases.map(({ line }) => line)]

const folder = makeFolder()

const support = resolve('test/support')

const programs: Readonly<Record<string, (script: string, given: string) => readonly string[]>> = {
  bash: (script, given) => ['--norc', '--noprofile', `${support}/complete.bash`, script, given],
  zsh: (_, given) => ['-f', `${support}/complete.zsh`, given],
  fish: (script, given) => ['--no-config', `${support}/complete.fish`, script, given],
}

/** What a shell offers behind each line, in order. */
function offersOf(shell: string): string[][] {
  const [script, given, offered] = ['script', 'lines', 'offered'].map((name) =>
    join(folder, `${name}.${shell}`),
  )
  if (!script || !given || !offered) return []
  writeFileSync(script, run(['completion', shell]).out)
  writeFileSync(given, lines.map((line) => `${line}\n`).join(''))
  writeFileSync(offered, '')
  const { stdout, stderr } = spawnSync(shell, [...(programs[shell]?.(script, given) ?? [])], {
    cwd: 'fixtures/cli/files',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TERM: 'dumb',
      SCRIPT: script,
      OFFERED: offered,
    },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toBe('')
  const text = shell === 'zsh' ? readFileSync(offered, 'utf8') : stdout
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split(' ').filter((word) => word !== ''))
}

describe.each(Object.keys(programs))('%s', (shell) => {
  const { isMissing, note } = needsProgram(shell, ['-c', 'true'])
  const all = new Map<string, readonly string[]>()

  beforeAll(() => {
    const offers = isMissing ? [] : offersOf(shell)
    lines.forEach((line, index) => all.set(line, offers[index] ?? []))
  })

  test.skipIf(isMissing).each(cases)(
    `offers what fits behind $line${note}`,
    ({ line, offers, files }) => {
      expect(new Set(all.get(line))).toEqual(
        new Set(files && shell === 'bash' ? ['FILES'] : offers),
      )
    },
  )

  test.skipIf(isMissing)(`offers every command first${note}`, () => {
    expect(all.get(first)).toEqual(expect.arrayContaining(grammar.map(({ name }) => name)))
  })
})

test('a shell that is not known is refused', () => {
  expect(run(['completion', 'csh'])).toEqual({
    out: '',
    err: 'routerfile: expected one shell: bash, zsh, fish\n',
    code: 2,
  })
  expect(run(['completion']).code).toBe(2)
})
