import { expect, test } from 'vitest'
import { readOptions } from '../../src/cli/flags.js'
import { errorFlags, printError } from '../../src/cli/print-error.js'
import { ProjectError } from '../../src/project/project-error.js'

/** Prints an error as the program does. */
async function print(error: unknown): Promise<{ code: number; err: string }> {
  let err = ''
  const code = await printError(error, readOptions(errorFlags, { values: new Map(), rest: [] }), {
    out: () => undefined,
    err: (text) => void (err += text),
    width: 80,
    isTerminal: false,
    isErrTerminal: () => false,
  })
  return { code, err }
}

const createSystemError = (code: string, more: object): Error =>
  Object.assign(new Error(code), { code, errno: -1, syscall: 'write', ...more })

test.each([
  [
    createSystemError('ENOSPC', { path: 'a.yml' }),
    'routerfile: `a.yml` cannot be used: the disk is full\n',
  ],
  [createSystemError('EDQUOT', {}), 'routerfile: write: the quota of the disk is used up\n'],
  [createSystemError('EIO', {}), 'routerfile: write: EIO\n'],
])('what the operating system refuses is no failure of the program: %s', async (error, text) => {
  expect(await print(error)).toEqual({ code: 2, err: text })
})

test.each([
  `Unexpected token 'x', ..."assword": "orchard-gate", x"... is not valid JSON`,
  'cannot read https://me:orchard-gate@controller.example.com/',
  'at line 3:\n  token: orchard-gate',
  'Bearer orchard-gate is no token',
])('a failure of the program quotes no secret: %s', async (message) => {
  const { code, err } = await print(new SyntaxError(message))
  expect(code).toBe(3)
  expect(err).toMatch(/^routerfile: internal failure: .*…/s)
  expect(err).not.toContain('orchard-gate')
})

test('an error of another kind is one', async () => {
  expect(await print(new TypeError('x is undefined'))).toEqual({
    code: 3,
    err: 'routerfile: internal failure: x is undefined\n',
  })
})

test('of many mistakes in a config file the first are printed, and how many there are besides', async () => {
  const text = Array.from({ length: 5000 }, (_, index) => `key${index}: 1\n`).join('')
  const diagnostics = Array.from({ length: 5000 }, (_, line) => ({
    rule: 'configuration',
    severity: 'error' as const,
    message: `unknown key \`key${line}\``,
    path: [],
    range: {
      start: { line, character: 0, offset: 0 },
      end: { line, character: 3, offset: 3 },
    },
  }))
  const { code, err } = await print(
    new ProjectError('1 config file has mistakes', {
      code: 'configuration',
      broken: [{ path: '.routerfile.yml', text, diagnostics }],
    }),
  )
  expect(code).toBe(2)
  expect(err.match(/unknown key/g)).toHaveLength(20)
  expect(err).toMatch(/\n {2}4980 more are not shown\n\nrouterfile: 1 config file has mistakes\n$/)
})
