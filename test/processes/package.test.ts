import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packageFolder } from '../support/program.js'

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
