import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, serverProgram } from '../support/program.js'
import { yaml } from '../support/yaml.js'

/** What an editor shows of a session in whose settings a rule is off: the findings, a hover, whether a fix takes its finding away, completions behind `mode:`, the text once it is formatted, and its outline. */
type Heard = {
  findings: string[]
  hover: string
  isMended: boolean
  labels: string[]
  text: string
  outline: string[]
}

/** An editor: how to ask whether it is here, and how it runs a script. */
type Editor = { name: string; needs: string; asks: readonly string[]; runs: readonly string[] }

const editors: readonly Editor[] = [
  {
    name: 'Neovim',
    needs: 'Neovim',
    asks: ['nvim', '--version'],
    runs: [
      'nvim',
      '--headless',
      '--clean',
      '-n',
      '-c',
      `luafile ${resolve('test/support/neovim.lua')}`,
    ],
  },
  {
    name: 'Emacs',
    needs: 'Emacs with Eglot',
    asks: [
      'emacs',
      '--batch',
      '--eval',
      "(progn (require 'package) (package-initialize) (require 'eglot))",
    ],
    runs: ['emacs', '--batch', '-l', resolve('test/support/emacs.el')],
  },
]

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

function sessionIn({ runs: [program = '', ...argv] }: Editor): Heard {
  const folder = folderWith({ 'router.yaml': before })
  const heard = join(folder, 'heard.json')
  const { PATH = '' } = process.env
  const env = {
    PATH,
    HOME: folder,
    XDG_STATE_HOME: folder,
    NODE: process.execPath,
    SERVER: serverProgram,
    ROUTER_FILE: join(folder, 'router.yaml'),
    HEARD: heard,
  }
  const { status, stderr } = spawnSync(program, argv, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 50_000,
  })
  expect(status, stderr).toBe(0)
  return JSON.parse(readFileSync(heard, 'utf8'))
}

describe('other people’s editors', () => {
  const all = editors.map((editor) => ({
    editor,
    isHere: spawnSync(editor.asks[0] ?? '', editor.asks.slice(1)).status === 0,
  }))

  for (const { editor, isHere } of all) {
    test.skipIf(!isHere)(
      `${editor.name} shows findings, hovers, mends, completes, formats and outlines${isHere ? '' : ` (not run: ${editor.needs} is not installed)`}`,
      () => {
        const { findings, hover, text, ...rest } = sessionIn(editor)
        expect(findings).toEqual(
          expect.arrayContaining([
            expect.stringContaining('unknown-key'),
            expect.stringContaining('no-server-certificate'),
          ]),
        )
        expect(findings.join()).not.toContain('csr-missing')
        expect(hover.replaceAll('`', '')).toContain(
          'the router knows no key idleCircuitTimeut here',
        )
        expect(text.trimEnd()).toBe(after)
        expect(rest).toEqual({
          isMended: true,
          labels: ['tproxy', 'host', 'proxy'],
          outline: ['v', 'identity', 'ctrl', 'forwarder', 'listeners'],
        })
      },
    )
  }
})
