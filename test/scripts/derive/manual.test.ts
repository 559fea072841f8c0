import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getVariableName } from '../../../src/cli/project-flags.js'
import { commonVariables, flagVariables } from '../../../src/cli/variables.js'
import { commands } from '../../../src/generated/commands.js'

const path = 'docs/man/routerfile.1'

/** The page as a reader prints it; undefined where the reader is not installed. */
function printed(
  reader: string,
  argv: readonly string[],
): { text: string; said: string } | undefined {
  const { stdout, stderr, error } = spawnSync(reader, [...argv, path], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], GROFF_NO_SGR: '1', LC_ALL: 'C.UTF-8' },
  })
  return error ? undefined : { text: stdout.replaceAll(/.\u0008/g, ''), said: stderr }
}

describe('the manual page', () => {
  const readers = { groff: ['-ww', '-man', '-Tutf8', '-P-cbou'], mandoc: ['-Tutf8', '-Werror'] }

  test.each(Object.entries(readers))(
    'is printed by %s without complaint, with every command and flag',
    async (reader, argv) => {
      const page = printed(reader, argv)
      const text = page?.text ?? readFileSync(path, 'utf8').replaceAll(/\\f.|\\(?=-)/g, '')
      expect(page?.said ?? '').toBe('')
      for (const { name, load } of commands) {
        expect(text).toContain(`routerfile ${name}`)
        for (const flag of Object.keys((await load()).flags)) expect(text).toContain(`--${flag}`)
      }
      for (const [flag] of flagVariables) expect(text).toContain(getVariableName(flag))
      for (const name of Object.keys(commonVariables)) expect(text).toContain(name)
    },
  )

  test('has every variable that the program reads', () => {
    const known = [
      ...flagVariables.map(([flag]) => getVariableName(flag)),
      ...Object.keys(commonVariables),
    ]
    const files = readdirSync('src/cli', { recursive: true, encoding: 'utf8' })
    const read = files
      .filter((name) => name.endsWith('.ts'))
      .flatMap(
        (name) => readFileSync(`src/cli/${name}`, 'utf8').match(/ROUTERFILE_[A-Z_]*[A-Z]/g) ?? [],
      )
    expect(read.length).toBeGreaterThan(10)
    expect(read.filter((name) => !known.includes(name))).toEqual([])
  })

  test('has the same variables as the pages', () => {
    const pages = readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(`docs/${name}`, 'utf8'))
      .join('\n')
    const named = new Set(pages.match(/ROUTERFILE_[A-Z_]*[A-Z]/g))
    expect([...named].sort()).toEqual(flagVariables.map(([flag]) => getVariableName(flag)).sort())
  })

  test('shows that the value of a flag may be left out', () => {
    const text = readFileSync(path, 'utf8').replaceAll(/\\f.|\\(?=-)/g, '')
    for (const term of ['--cache[=FOLDER]', '--changed[=REF]', '--target RELEASE'])
      expect(text).toContain(`${term}\n`)
  })

  test('belongs to the package', () => {
    const { man, files }: { man: string; files: string[] } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    )
    expect(man).toBe(path)
    expect(files).toContain('docs/man')
  })
})
