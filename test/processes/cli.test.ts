import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { run, runHere } from '../support/program.js'

/**
 * A scenario is a list of commands, each with what goes in (`< `), the exit code, what comes out (indented), and what
 * is said on standard error (`! `); `# ` starts a comment. The test plays the commands and compares the whole file.
 */
async function play(scenario: string): Promise<string> {
  const played: string[] = []
  for (const block of scenario.split(/^(?=[#$] )/m))
    played.push(block.startsWith('$ ') ? await playOne(block.split('\n')) : block)
  return played.join('')
}

const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)

const marked = (text: string, mark: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}`.trimEnd())

/** Whether a command needs a process of its own: it reads standard input, works in threads, or goes on until it is ended. */
const needsProcess = (argv: readonly string[], input: string): boolean =>
  input !== '' || argv.includes('-') || argv.includes('--jobs') || argv[0] === 'serve'

async function playOne([command = '', ...rest]: readonly string[]): Promise<string> {
  const all = words(command.slice(2))
  const at = all.indexOf('routerfile')
  const env = Object.fromEntries(
    all
      .slice(0, at)
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  const given = rest.filter((line) => line.startsWith('< '))
  const argv = all.slice(at + 1)
  const input = given.map((line) => `${line.slice(2)}\n`).join('')
  const cwd = 'fixtures/cli/files'
  const { out, err, code } = needsProcess(argv, input)
    ? run(argv, { cwd, input, env })
    : await runHere(argv, { cwd, env })
  return [
    command,
    ...given,
    `exit ${code}`,
    ...marked(out, '  '),
    ...marked(err, '! '),
    '',
    '',
  ].join('\n')
}

describe('the program', () => {
  test.each(readdirSync('fixtures/cli').filter((name) => name.endsWith('.txt')))(
    '%s goes as written',
    { timeout: 60_000 },
    async (name) => {
      const path = `fixtures/cli/${name}`
      await expect(await play(readFileSync(path, 'utf8'))).toMatchFileSnapshot(`../../${path}`)
    },
  )
})
