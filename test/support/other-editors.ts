import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { test } from 'vitest'
import { folderWith, program as routerfile } from './program.js'
import { needs } from './requirements.js'

/** An installed editor: the path of its program, and its version. */
export type Editor = { file: string; version: string }

type Search = {
  /** The name of the program. */
  name: string
  /**
   * Arguments with which the program prints its version and exits; it fails if a feature that the test needs is
   * missing.
   */
  argv: readonly string[]
  version: RegExp
}

/** Finds all working programs of a name on the search path, so that several versions can be tested. */
export function findEditors({ name, argv, version }: Search): Editor[] {
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' }
  return findPrograms(name).flatMap((file) => {
    const { status, stdout } = spawnSync(file, argv, { encoding: 'utf8', env })
    return status === 0 ? [{ file, version: version.exec(stdout)?.[1] ?? '' }] : []
  })
}

export const hasPrograms = (...names: string[]): boolean =>
  names.every((name) => findPrograms(name).length > 0)

const findPrograms = (name: string): string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .filter(isExecutable)
    .filter((file, index, all) => all.findIndex((other) => isSameFile(other, file)) === index)

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isSameFile = (one: string, other: string): boolean =>
  realpathSync(one) === realpathSync(other)

/** Defines a test for each editor; if there is none, a skipped test that says what is missing. */
export function testEach(
  editors: readonly Editor[],
  { name, needs: program }: { name: string; needs: string },
  check: (editor: Editor) => void | Promise<void>,
  timeout?: number,
): void {
  if (editors.length === 0) test.skip(`${name}${needs(program, false).note}`, () => undefined)
  for (const editor of editors)
    test(`${name}, version ${editor.version}`, () => check(editor), timeout)
}

/** A home directory, and the environment of a user with this home and the command `routerfile`. */
export type Home = { home: string; env: Readonly<Record<string, string>> }

/** Creates a home directory with files, for one test. */
export function makeHome(files: Readonly<Record<string, string>>): Home {
  const home = folderWith({
    ...files,
    'bin/routerfile': `#!/bin/sh\nexec "${process.execPath}" "${routerfile}" "$@"\n`,
  })
  chmodSync(join(home, 'bin/routerfile'), 0o755)
  const { PATH = '' } = process.env
  return { home, env: { HOME: home, PATH: `${join(home, 'bin')}${delimiter}${PATH}` } }
}

/** Creates a link in a home directory to a file or folder of the project. */
export function linkInto(home: string, path: string, target: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  symlinkSync(resolve(target), join(home, path))
}
