import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Editor, Home } from '../support/other-editors.js'
import { findEditors, hasPrograms, linkInto, makeHome, testEach } from '../support/other-editors.js'
import { write } from '../support/program.js'
import type { Terminal } from '../support/terminal.js'
import { openTerminal } from '../support/terminal.js'
import { typedFiles } from '../support/typed-files.js'
import { yaml } from '../support/yaml.js'

/** A router file with something to find, to fix and to format. */
const before = yaml`
    v: 3
    identity:
      cert: a.cert
      key: a.key
      ca:   a.ca
    ctrl:
      endpoint: tls:ctrl.example.com:6262
    link:
      dialers:
        - binding: transport
    forwarder:
      idleCircuitTimeut: 60000
  `

/** The same once it is fixed, continued and formatted. */
const after = `${before.replace('ca:   a', 'ca: a').replace('Timeut', 'Timeout')}listeners:\n  - binding: tunnel\n    options:\n      mode:`

/** What the scripts in Neovim and Emacs see of a session in whose settings the rule `csr-missing` is off. */
const expectedAnswers = {
  findings: [
    expect.stringContaining('no-server-certificate'),
    expect.stringContaining('unknown-key'),
  ],
  hover: expect.stringContaining('idle'),
  isFixed: true,
  labels: ['tproxy', 'host', 'proxy'],
  text: after,
  outline: ['v', 'identity', 'ctrl', 'link', 'forwarder', 'listeners'],
}

/** Runs an editor with a script until it ends, and reads the answers that the script wrote. */
function runScript({ file }: Editor, argv: readonly string[], { home, env }: Home): unknown {
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

const neovims = findEditors({ name: 'nvim', argv: ['--version'], version: /^NVIM v(\S+)/ })

describe('Neovim', () => {
  testEach(neovims, { name: 'with editors/neovim', needs: 'neovim' }, (editor) => {
    const place = makeHome({
      'routers/router.yaml': before,
      'routers/second.yaml': before.replaceAll('a.', 'b.'),
      'routers/routerfile.config.json': '{}',
      '.config/nvim/init.lua': `vim.g.routerfile = { settings = { routerfile = { rules = { ['csr-missing'] = 'off' } } } }\n`,
    })
    const packages = '.local/share/nvim/site/pack'
    linkInto(place.home, `${packages}/routerfile/start/routerfile`, 'editors/neovim')
    const script = `luafile ${resolve('test/support/neovim.lua')}`
    const argv = ['--headless', '-n', '-i', 'NONE', 'router.yaml', '-c', script]
    expect(runScript(editor, argv, place)).toEqual({
      ...expectedAnswers,
      filetype: 'yaml.openziti-router',
      filetypes: {
        'router.yml': 'yaml.openziti-router',
        'north.router.yaml': 'yaml.openziti-router',
        'my-ziti-router-1.yml': 'yaml.openziti-router',
        'my-router.yml': 'yaml',
        'router.json': 'json',
      },
      root: join(place.home, 'routers'),
      clients: 1,
      second: { clients: 1, filetype: 'yaml', findings: expectedAnswers.findings },
    })
  })
})

/** Neovim from 0.11 on asks for completions by itself, and selects the first one. */
const completesByItself = `
vim.opt.completeopt = { 'menuone', 'noinsert' }
vim.opt.indentexpr = ''
vim.opt.autoindent = false
vim.api.nvim_create_autocmd('FileType', { callback = function()
  vim.bo.indentexpr, vim.bo.autoindent = '', false
end })
local function note()
  vim.fn.writefile({}, vim.env.HOME .. '/attached')
end
if vim.lsp.completion then
  vim.api.nvim_create_autocmd('LspAttach', { callback = function(event)
    vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
    note()
  end })
else
  vim.defer_fn(note, 3000)
end
`

/** Some of the files that are typed from nothing, one after the other, and the time from one key to the next. */
const typed = { files: [1, 13, 16], interval: 40 }

describe('no key is lost or altered that is typed by the clock', () => {
  testEach(
    neovims,
    { name: 'in Neovim', needs: 'neovim' },
    async ({ file }) => {
      for (const index of typed.files) {
        const { home, env } = makeHome({ '.config/nvim/init.lua': completesByItself })
        linkInto(home, '.local/share/nvim/site/pack/routerfile/start/routerfile', 'editors/neovim')
        const terminal = openTerminal([file, '-n', '-i', 'NONE', 'router.yaml'], {
          directory: home,
          env,
        })
        onTestFinished(terminal.close)
        await vi.waitFor(() => readFileSync(join(home, 'attached')), 15_000)
        const text = typedFiles[index] ?? ''
        terminal.press('i')
        await typeByClock(terminal, text.trimEnd(), typed.interval)
        await pause(300)
        terminal.press('Escape')
        await pause(200)
        terminal.type(':wq')
        terminal.press('Enter')
        // Neovim creates the file before it writes the text into it.
        await vi.waitFor(() => {
          expect(readFileSync(join(home, 'router.yaml'), 'utf8')).toBe(text)
        }, 5_000)
      }
    },
    120_000,
  )
})

/** Types a text with the same time between all keys, whatever the program does. */
async function typeByClock(terminal: Terminal, text: string, interval: number): Promise<void> {
  let next = performance.now()
  for (const character of text) {
    await pause(Math.max(0, next - performance.now()))
    next += interval
    if (character === '\n') terminal.press('Enter')
    else terminal.type(character === ';' ? '\\;' : character)
  }
}

/** Files named like router files, and whether they are some. */
const named: Readonly<Record<string, [isRouter: boolean, text: string]>> = {
  'router.yml': [
    false,
    yaml`
      on: push
      jobs:
        test:
          runs-on: ubuntu-latest
    `,
  ],
  'ziti-router-values.yaml': [
    false,
    yaml`
      ctrl:
        endpoint: ctrl.example.com:6262
      image:
        repository: openziti/ziti-router
    `,
  ],
  'south.router.yaml': [false, 'ctrl:\n  endpoint: tls:{{ host }}:6262\n'],
  'router.yaml': [true, before],
  'begun.router.yml': [true, 'v: 3\nlink:\n'],
  'ziti-router.yaml': [true, ''],
}
const namedTexts = Object.fromEntries(
  Object.entries(named).map(([name, [, text]]) => [`routers/${name}`, text]),
)
const namedRouters = Object.entries(named).map(([name, [isRouter]]) => `${name} ${isRouter}`)

const printVersion = `
  (progn
    (require 'package)
    (package-initialize)
    (require 'eglot)
    (princ emacs-version))`
const emacses = findEditors({
  name: 'emacs',
  argv: ['--batch', '--eval', printVersion],
  version: /(\S+)$/,
})

describe('a file that is named like a router file is one unless its content is that of another program', () => {
  testEach(neovims, { name: 'in Neovim', needs: 'neovim' }, ({ file }) => {
    const { home, env } = makeHome(namedTexts)
    const argv = ['--headless', '-u', 'NONE', '--cmd', `set rtp+=${resolve('editors/neovim')}`]
    const found = Object.keys(named).map((name) => {
      const print = `lua io.stdout:write(tostring(vim.bo.filetype == 'yaml.openziti-router'))`
      const commands = [
        'filetype on',
        'runtime plugin/routerfile.lua',
        `edit ${name}`,
        print,
        'qa!',
      ]
      const { stdout } = spawnSync(file, [...argv, ...commands.flatMap((one) => ['-c', one])], {
        cwd: join(home, 'routers'),
        env,
        encoding: 'utf8',
      })
      return `${name} ${stdout.trim()}`
    })
    expect(found).toEqual(namedRouters)
  })

  testEach(emacses, { name: 'in Emacs', needs: 'Emacs with Eglot' }, ({ file }) => {
    const { home, env } = makeHome(namedTexts)
    const found = Object.keys(named).map((name) => {
      const print = `(princ (if (eq major-mode 'openziti-router-mode) "true" "false"))`
      const argv = ['--batch', '-l', resolve('editors/emacs/openziti-router.el')]
      const { stdout } = spawnSync(file, [...argv, '--visit', name, '--eval', print], {
        cwd: join(home, 'routers'),
        env,
        encoding: 'utf8',
      })
      return `${name} ${stdout.trim()}`
    })
    expect(found).toEqual(namedRouters)
  })
})

describe('Emacs', () => {
  testEach(emacses, { name: 'with editors/emacs', needs: 'Emacs with Eglot' }, (editor) => {
    const { home, env } = makeHome({ 'routers/router.yaml': before })
    const variables = {
      SETTINGS: resolve('editors/emacs/openziti-router.el'),
      ROUTER_FILE: join(home, 'routers/router.yaml'),
    }
    const argv = ['--batch', '-l', resolve('test/support/emacs.el')]
    expect(runScript(editor, argv, { home, env: { ...env, ...variables } })).toEqual({
      ...expectedAnswers,
      filetype: 'openziti-router-mode',
      filetypes: {
        'router.yml': 'openziti-router-mode',
        'north.router.yaml': 'openziti-router-mode',
        'my-ziti-router-1.yml': 'openziti-router-mode',
        'my-router.yml': expect.not.stringContaining('router'),
        'router.json': expect.not.stringContaining('router'),
      },
    })
  })
})

const helixes = hasPrograms('tmux')
  ? findEditors({ name: 'hx', argv: ['--version'], version: /^helix (\S+)/ })
  : []

describe('Helix', () => {
  testEach(helixes, { name: 'with editors/helix', needs: 'Helix in tmux' }, async ({ file }) => {
    const settings = `[language-server.routerfile.config.routerfile.rules]\ncsr-missing = "off"\n`
    const { home, env } = makeHome({
      'routers/router.yaml': before,
      '.config/helix/languages.toml': `${readFileSync('editors/helix/languages.toml', 'utf8')}\n${settings}`,
    })
    const routerFile = join(home, 'routers/router.yaml')
    const { type, press, paste, waitFor, close } = openTerminal([file, routerFile], {
      directory: home,
      env,
    })
    onTestFinished(close)
    const run = (command: string): void => {
      type(`:${command}`)
      press('Enter')
    }

    // The status line has the number of errors and warnings. A finding is shown in full at its place.
    await waitFor(/● 1 ● 1 /)
    run('2')
    await waitFor(/\(no-server-certificate\)/)
    run('12')
    type('gs')
    await waitFor(/\(unknown-key\)/)

    type(' k')
    await waitFor(/^ +Unknown key idleCircuitTimeut; did you mean idleCircuitTimeout\?$/m)
    press('Escape')

    type(' a')
    await waitFor(/Rename `idleCircuitTimeut` to `idleCircuitTimeout`/)
    press('Enter')
    await waitFor(/idleCircuitTimeout: 60000[^]*[^●\d] ● 1 +\d+ sel/)

    // Pasted and not typed, so that Helix adds no indentation.
    type('geA')
    paste('\nlisteners:\n  - binding: tunnel\n    options:\n      mode:')
    await waitFor(/mode:/)
    type(' ')
    await waitFor(/tproxy[^]*host[^]*proxy/)
    press('Escape')

    type(' s')
    await waitFor(/18\/18[^]*identity[^]*ctrl[^]*link[^]*forwarder[^]*listeners/)
    press('Escape')

    run('format')
    await waitFor(/ca: a\.ca/)
    run('write')
    await vi.waitFor(() => expect(readFileSync(routerFile, 'utf8').trimEnd()).toBe(after))
  })
})

const kates = hasPrograms('xvfb-run', 'xdotool')
  ? findEditors({ name: 'kate', argv: ['--version'], version: /^kate (\S+)/m })
  : []

describe('Kate', () => {
  testEach(kates, { name: 'with editors/kate', needs: 'Kate, Xvfb and xdotool' }, () => {
    const { home, env } = makeHome({
      'routers/router.yaml': before,
      'routers/routerfile.config.json': '{"rules": {"csr-missing": "off"}}',
    })
    const server = join(home, 'bin/routerfile')
    const record = join(home, 'record')
    write(home, {
      // Keeps what the server says: what Kate shows of it is hard to read.
      'bin/routerfile': `${readFileSync(server, 'utf8').replace('exec ', '').trimEnd()} | tee "${record}"\n`,
      // Kate asks before it starts a server for the first time.
      '.config/katerc': `[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines=${server} language-server --stdio\n`,
    })
    linkInto(home, '.config/kate/lspclient/settings.json', 'editors/kate/settings.json')
    const routerFile = join(home, 'routers/router.yaml')
    const { status, stderr } = spawnSync(
      'xvfb-run',
      ['-a', 'sh', resolve('test/support/kate.sh')],
      {
        cwd: home,
        env: { ...env, RECORD: record, ROUTER_FILE: routerFile },
        encoding: 'utf8',
        timeout: 50_000,
      },
    )
    expect(status, stderr).toBe(0)
    // Accepted from the list of completions.
    expect(readFileSync(routerFile, 'utf8').trimEnd()).toBe(
      after
        .replace('Timeout', 'Timeut')
        .replace('ca: a', 'ca:   a')
        .replace('mode:', 'mode: tproxy'),
    )
    const said = readFileSync(record, 'utf8')
    expect(said).toContain('"code":"no-server-certificate"')
    expect(said).toContain('"code":"unknown-key"')
    expect(said).not.toContain('"code":"csr-missing"')
  })
})

test('editors that are installed were found', () => {
  const found = [neovims, emacses, helixes, kates].flat()
  expect(found.every(({ version }) => /^\d+\.\d+/.test(version))).toBe(true)
})
