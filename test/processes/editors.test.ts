import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, program, write } from '../support/program.js'
import { yaml } from '../support/yaml.js'

/** What an editor shows of a session in whose settings a rule is off. */
type Answers = {
  /** What the editor takes a file named `router.yaml` for. */
  filetype: string
  findings: string[]
  hover: string
  /** Whether a fix takes its finding away. */
  isFixed: boolean
  /** Completions after `mode:`. */
  labels: string[]
  /** The text once it is formatted. */
  text: string
  outline: string[]
}

const before = yaml`
    v: 3
    identity:
      cert: a.cert
      key: a.key
      ca:   a.ca
    ctrl:
      endpoint: tls:ctrl.example.com:6262
    forwarder:
      idleCircuitTimeut: 60000
  `

const after = `${before.replace('ca:   a', 'ca: a').replace('Timeut', 'Timeout')}listeners:\n  - binding: tunnel\n    options:\n      mode:`

/** An editor on this machine. */
type Editor = { file: string; version: string }

/** Every program of a name on the search path that runs, so that several versions can be tested. */
function findEditors(name: string, argv: readonly string[], version: RegExp): Editor[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .filter(isExecutable)
    .filter((file, index, all) => all.findIndex((other) => isSameFile(other, file)) === index)
    .flatMap((file) => {
      const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' }
      const { status, stdout } = spawnSync(file, argv, { encoding: 'utf8', env })
      return status === 0 ? [{ file, version: version.exec(stdout)?.[1] ?? '' }] : []
    })
}

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

/** A test for each of the editors, or a skipped one that says what is missing. */
function testEach(
  editors: readonly Editor[],
  { name, missing }: { name: string; missing: string },
  check: (editor: Editor) => void,
): void {
  if (editors.length === 0) test.skip(`${name} (not run: ${missing} is not installed)`, () => {})
  for (const editor of editors) test(`${name}, version ${editor.version}`, () => check(editor))
}

/** A home directory with files, and with the command `routerfile` on the search path. */
function makeHome(files: Readonly<Record<string, string>>): {
  home: string
  env: Record<string, string>
} {
  const home = folderWith({
    ...files,
    'bin/routerfile': `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  })
  chmodSync(join(home, 'bin/routerfile'), 0o755)
  const { PATH = '' } = process.env
  return { home, env: { HOME: home, PATH: `${join(home, 'bin')}${delimiter}${PATH}` } }
}

/** Puts a link to one of our files or directories into a home directory. */
function link(home: string, path: string, target: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  symlinkSync(resolve(target), join(home, path))
}

/** Runs an editor until it ends, and reads the answers that its script wrote. */
function answersOf(
  { file }: Editor,
  argv: readonly string[],
  { home, env }: { home: string; env: Readonly<Record<string, string>> },
): unknown {
  const answers = join(home, 'answers.json')
  const { status, stderr } = spawnSync(file, argv, {
    cwd: join(home, 'routers'),
    env: { ...env, ANSWERS: answers },
    encoding: 'utf8',
    timeout: 50_000,
  })
  expect(status, stderr).toBe(0)
  return JSON.parse(readFileSync(answers, 'utf8'))
}

/** What every editor shows of the same session. */
const expectedAnswers = {
  findings: expect.arrayContaining([
    expect.stringContaining('unknown-key'),
    expect.stringContaining('no-server-certificate'),
  ]),
  hover: expect.stringMatching(/did you mean `?idleCircuitTimeout`?\?/),
  isFixed: true,
  labels: ['tproxy', 'host', 'proxy'],
  outline: ['v', 'identity', 'ctrl', 'forwarder', 'listeners'],
}

describe('other people’s editors', () => {
  const neovims = findEditors('nvim', ['--version'], /^NVIM v(\S+)/)
  testEach(neovims, { name: 'Neovim with editors/neovim', missing: 'Neovim' }, (editor) => {
    const place = makeHome({
      'routers/router.yaml': before,
      'routers/second.yaml': before,
      'routers/routerfile.config.json': '{}',
      '.config/nvim/init.lua': `vim.g.routerfile = { settings = { routerfile = { rules = { ['csr-missing'] = 'off' } } } }\n`,
    })
    link(place.home, '.local/share/nvim/site/pack/routerfile/start/routerfile', 'editors/neovim')
    const script = `luafile ${resolve('test/support/neovim.lua')}`
    const argv = ['--headless', '-n', '-i', 'NONE', 'router.yaml', '-c', script]
    const answers = answersOf(editor, argv, place)
    expect(answers).toEqual({
      ...expectedAnswers,
      filetype: 'yaml.openziti-router',
      text: after,
      root: join(place.home, 'routers'),
      clients: 1,
      second: { clients: 1, filetype: 'yaml', findings: 2 },
    })
    expect(JSON.stringify(answers)).not.toContain('csr-missing')
  })

  const emacsHasEglot =
    "(progn (require 'package) (package-initialize) (require 'eglot) (princ emacs-version))"
  const emacses = findEditors('emacs', ['--batch', '--eval', emacsHasEglot], /(\S+)$/)
  testEach(emacses, { name: 'Emacs with editors/emacs', missing: 'Emacs with Eglot' }, (editor) => {
    const place = makeHome({ 'routers/router.yaml': before })
    const env = {
      ...place.env,
      SETTINGS: resolve('editors/emacs/openziti-router.el'),
      ROUTER_FILE: join(place.home, 'routers/router.yaml'),
    }
    const argv = ['--batch', '-l', resolve('test/support/emacs.el')]
    const answers = answersOf(editor, argv, { ...place, env })
    expect(answers).toEqual({
      ...expectedAnswers,
      filetype: 'openziti-router-mode',
      text: after,
    })
    expect(JSON.stringify(answers)).not.toContain('csr-missing')
  })
})
