import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { run } from '../support/program.js'

/**
 * A scenario is a list of commands, each with what goes in (`< `), the exit code, what comes out (indented), and what
 * is said on standard error (`! `); `# ` starts a comment. The test plays the commands and compares the whole file.
 */
const play = (scenario: string): string =>
  scenario
    .split(/^(?=[#$] )/m)
    .map((block) => (block.startsWith('$ ') ? playOne(block.split('\n')) : block))
    .join('')

const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)

const marked = (text: string, mark: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}`.trimEnd())

function playOne([command = '', ...rest]: readonly string[]): string {
  const all = words(command.slice(2))
  const at = all.indexOf('routerfile')
  const env = Object.fromEntries(
    all
      .slice(0, at)
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  const given = rest.filter((line) => line.startsWith('< '))
  const { out, err, code } = run(all.slice(at + 1), {
    cwd: 'fixtures/cli/files',
    input: given.map((line) => `${line.slice(2)}\n`).join(''),
    env,
  })
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
      await expect(play(readFileSync(path, 'utf8'))).toMatchFileSnapshot(`../../${path}`)
    },
  )
})
