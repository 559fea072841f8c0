import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../src/cli/topics.js'
import { commands } from '../../src/generated/commands.js'
import { copyPackage, makeFolder, packageFolder, remove } from '../support/program.js'

type Manifest = { exports: Record<string, string | { types: object; default: string }> }

const { exports }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))

const modules = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [`routerfile${name.slice(1)}`],
)

describe.each([
  [
    'import',
    (name: string) => [
      '--input-type=module',
      '--eval',
      `import * as all from '${name}'; console.log(Object.keys(all).length)`,
    ],
  ],
  [
    'require',
    (name: string) => [
      '--input-type=commonjs',
      '--eval',
      `console.log(Object.keys(require('${name}')).length)`,
    ],
  ],
] as const)('%s gives', (_, program) => {
  test.each(modules)('%s', (name) => {
    const { stdout, status } = spawnSync(process.execPath, program(name), {
      // A package finds itself by its own name, so nothing has to be installed.
      cwd: packageFolder,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(Number(stdout)).toBeGreaterThan(2)
  })
})

describe('the page that the help names', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  })
  const [packed]: [{ files: { path: string }[] }] = JSON.parse(stdout)
  const paths = packed.files.map(({ path }) => path)

  const installed = makeFolder({})
  beforeAll(() => {
    copyPackage(installed)
    cpSync('docs', join(installed, 'docs'), { recursive: true })
  })
  afterAll(() => remove(installed))

  /** The page at the end of a help, where the package is installed. */
  const findPage = (argv: readonly string[]): string => {
    const { stdout: help } = spawnSync(process.execPath, ['dist/cli.cjs', ...argv], {
      cwd: installed,
      encoding: 'utf8',
    })
    return /^See (\S+)$/m.exec(help)?.[1] ?? ''
  }

  test.each(commands.map(({ name, load }) => [name, load] as const))(
    'for %s is in the package and shows the command',
    async (name, load) => {
      const { page = '' } = await load()
      expect(paths).toContain(page)
      expect(readFileSync(page, 'utf8')).toMatch(
        new RegExp(`^\`\`\`sh\\n(?:(?!\`\`\`).*\\n)*?.*routerfile ${name}\\b`, 'm'),
      )
      expect(existsSync(findPage([name, '--help']))).toBe(true)
    },
  )

  test.each(topics.map(({ name, page }) => [name, page] as const))(
    'for the topic %s is in the package',
    (name, page) => {
      expect(paths).toContain(page)
      expect(existsSync(findPage(['help', name]))).toBe(true)
    },
  )
})
