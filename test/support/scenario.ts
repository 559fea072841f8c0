import { runFast } from './program.js'
import type { RunResult } from './program.js'

/** Runs a command of a scenario in the folder with the files of scenarios. */
export type RunCommand = (
  argv: readonly string[],
  options: { cwd: string; input: string; env: Record<string, string> },
) => RunResult | Promise<RunResult>

/**
 * Plays a scenario: a list of commands, each with its standard input (`< `), exit code, standard output (indented) and
 * standard error (`! `); `# ` starts a comment. Returns the text with the actual results, which the test compares with
 * the whole file.
 */
export async function play(scenario: string, runCommand: RunCommand = runFast): Promise<string> {
  const played: string[] = []
  for (const block of scenario.split(/^(?=[#$] )/m))
    played.push(block.startsWith('$ ') ? await playOne(block.split('\n'), runCommand) : block)
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

async function playOne(
  [command = '', ...rest]: readonly string[],
  runCommand: RunCommand,
): Promise<string> {
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
  const { out, err, code } = await runCommand(argv, { cwd: 'fixtures/cli/files', input, env })
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
