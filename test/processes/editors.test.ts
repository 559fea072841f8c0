import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isNamedRouterFile } from '../../editors/vscode/src/language.js'
import type { FileStatus } from '../../editors/vscode/src/server-commands.js'
import { isRouterFile } from '../../src/recognition/recognize.js'
import { connect } from '../support/language-client.js'
import { textsByPath } from '../support/other-kinds.js'
import { hello, uriOf } from '../support/serving.js'
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

const page = readFileSync('docs/editor.md', 'utf8')

/** The settings of an editor as the page about editors has them, below a comment with a name. */
function readSettings(comment: string): string {
  const start = page.indexOf(`<!-- ${comment} -->`)
  const [, text = ''] = /^```\w+\n([^]*?)^```$/m.exec(page.slice(start)) ?? []
  expect(start).toBeGreaterThan(0)
  return text
}

/** Where the page says that a directory or file of ours goes in the home directory. */
function readPlace(file: string): string {
  const [, path = ''] = page.split(`[${file}](../${file}) to \`~/`)[1]?.match(/^(.*?)`/) ?? []
  expect(path).not.toBe('')
  return path
}

const routersFolder = {
  'routers/router.yaml': before,
  'routers/second.yaml': before.replaceAll('a.', 'b.'),
  'routers/routerfile.config.json': '{ "rules": { "csr-missing": "off" } }',
}

/** What the scripts in Neovim and Emacs see of a session with the settings of the page in `routersFolder`. */
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
  checkedFor: { release: expect.stringMatching(/^2\.0\./), releaseFrom: 'setting' },
}

/** Runs an editor with a script until it ends, and reads the answers that the script wrote. */
function runScript(
  { file }: Editor,
  argv: readonly string[],
  { home, env, folder = join(home, 'routers') }: Home & { folder?: string },
  timeout = 50_000,
): unknown {
  const answers = join(home, 'answers.json')
  const { status, stderr } = spawnSync(file, argv, {
    cwd: folder,
    env: { ...env, ANSWERS: answers },
    encoding: 'utf8',
    timeout,
  })
  expect(status, stderr).toBe(0)
  return JSON.parse(readFileSync(answers, 'utf8'))
}

const neovims = findEditors({ name: 'nvim', argv: ['--version'], version: /^NVIM v(\S+)/ })

const neovimSession = (script: string): string[] => [
  ...['--headless', '-n', '-i', 'NONE', 'router.yaml'],
  ...['-c', `luafile ${resolve('test/support', script)}`],
]

describe('Neovim', () => {
  testEach(neovims, { name: 'with the settings of the page', needs: 'neovim' }, (editor) => {
    const place = makeHome({
      ...routersFolder,
      '.config/nvim/init.lua': readSettings('session: Neovim'),
    })
    linkInto(place.home, readPlace('editors/neovim'), 'editors/neovim')
    expect(runScript(editor, neovimSession('neovim.lua'), place)).toEqual({
      ...expectedAnswers,
      filetype: 'yaml.openziti-router',
      root: join(place.home, 'routers'),
      clients: 1,
      second: { clients: 1, filetype: 'yaml', findings: expectedAnswers.findings },
      attached: ['routerfile'],
      chosen: 'yaml',
    })
  })

  // `vim.lsp.enable` is new in 0.11.
  testEach(
    neovims.filter(({ version }) => !/^0\.(?:\d|10)\./.test(version)),
    { name: 'set up by hand', needs: 'Neovim 0.11 or later' },
    (editor) => {
      const place = makeHome({
        ...routersFolder,
        '.config/nvim/lsp/routerfile.lua': readSettings(
          'settings: editors/neovim/lsp/routerfile.lua',
        ),
        '.config/nvim/init.lua': `vim.lsp.enable('routerfile')\n`,
      })
      expect(runScript(editor, neovimSession('neovim.lua'), place)).toMatchObject({
        filetype: 'yaml',
        findings: expectedAnswers.findings,
        text: after,
      })
    },
  )
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
        linkInto(home, readPlace('editors/neovim'), 'editors/neovim')
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

/** Files named like router files, or not, and whether they get the language of router files. */
const named: Readonly<Record<string, [isRouter: boolean, text: string]>> = {
  'a/router.yml': [
    false,
    yaml`
      on: push
      jobs:
        test:
          runs-on: ubuntu-latest
    `,
  ],
  'a/ziti-router-values.yaml': [
    false,
    yaml`
      ctrl:
        endpoint: ctrl.example.com:6262
      image:
        repository: openziti/ziti-router
    `,
  ],
  'a/south.router.yaml': [false, 'ctrl:\n  endpoint: tls:{{ host }}:6262\n'],
  'a/router.yaml': [true, before],
  'a/begun.router.yml': [true, 'v: 3\nlink:\n'],
  'b/router.yml': [true, ''],
  'b/north.router.yaml': [true, ''],
  'b/my-ziti-router-1.yml': [true, ''],
  'b/my-router.yml': [false, ''],
  'b/router.json': [false, ''],
}

const routerPaths = readdirSync('fixtures', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.ya?ml$/.test(path),
)

/** Texts by paths that no two of them have in common; those in `b` are new. */
const kindTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(named).map(([path, [, text]]) => [path, text])),
  ...textsByPath(),
  ...Object.fromEntries(
    routerPaths.map((path, index) => [
      `f${index}/${basename(path)}`,
      readFileSync(join('fixtures', path), 'utf8'),
    ]),
  ),
}

/** The same texts named like router files. */
const renamedTexts = Object.fromEntries(
  Object.entries(kindTexts).map(([path, text]) => [`${dirname(path)}/is.router.yml`, text]),
)

const isInYaml = (path: string): boolean => /\.ya?ml$/.test(path)

/** The kinds that the server tells VS Code of files that are open in YAML. */
async function findKinds(folder: string, texts: Readonly<Record<string, string>>) {
  const client = await connect(
    hello({ folders: [uriOf(folder)], capabilities: { experimental: { routerfileStatus: true } } }),
  )
  const kinds = new Map<string, FileStatus['kind']>()
  client.connection.onNotification('routerfile/status', ({ uri, kind }: FileStatus) => {
    kinds.set(uri, kind)
  })
  const entries = Object.entries(texts).filter(([path]) => isInYaml(path))
  for (const [path, text] of entries) client.open(uriOf(folder, path), text)
  await vi.waitFor(() => expect(kinds.size).toBe(entries.length), { timeout: 60_000 })
  await client.stop()
  return (path: string) => kinds.get(uriOf(folder, path)) ?? 'none'
}

/** A home with texts in files, except for new files, and the variables with which a script opens them all. */
function makeHomeWith(texts: Readonly<Record<string, string>>): Home & { folder: string } {
  const files = Object.entries(texts).map(([path, text]) => [`files/${path}`, text] as const)
  const { home, env } = makeHome({
    ...Object.fromEntries(files.filter(([, text]) => text !== '')),
    'files/b/.keep': '',
    list: Object.keys(texts).join('\n'),
  })
  return { home, env: { ...env, FILES: join(home, 'list') }, folder: join(home, 'files') }
}

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

describe('files get the language of router files as in VS Code', () => {
  testEach(
    neovims,
    { name: 'in Neovim', needs: 'neovim' },
    async (editor) => {
      const texts = { ...renamedTexts, ...kindTexts }
      const place = makeHomeWith(texts)
      linkInto(place.home, readPlace('editors/neovim'), 'editors/neovim')
      const kindOf = await findKinds(place.folder, texts)
      const script = `luafile ${resolve('test/support/neovim-kinds.lua')}`
      const argv = ['--headless', '-n', '-i', 'NONE', '-c', script]
      const answers = runScript(editor, argv, place, 250_000)
      const expected = Object.keys(texts).map((path) => {
        const kind = kindOf(path)
        const isNamed = kind !== 'none' && isNamedRouterFile(path, { kind })
        expect(named[path]?.[0] ?? isNamed, path).toBe(isNamed)
        const filetype = isNamed ? 'yaml.openziti-router' : expect.not.stringContaining('openziti')
        return [path, { kind, filetype }]
      })
      expect(answers).toEqual(Object.fromEntries(expected))
    },
    300_000,
  )

  // Emacs has one server for each mode, so that router files of all names need it.
  testEach(
    emacses,
    { name: 'and router files of other names do, in Emacs', needs: 'Emacs with Eglot' },
    async (editor) => {
      const place = makeHomeWith(kindTexts)
      linkInto(
        place.home,
        readPlace('editors/emacs/openziti-router.el'),
        'editors/emacs/openziti-router.el',
      )
      const kindOf = await findKinds(place.folder, kindTexts)
      const argv = ['--batch', '-l', resolve('test/support/emacs-kinds.el')]
      const answers = runScript(editor, argv, place, 550_000)
      const expected = Object.entries(kindTexts).map(([path, text]) => {
        const kind = kindOf(path)
        const isRouter =
          kind !== 'none' &&
          (isNamedRouterFile(path, { kind }) || (kind === 'router' && isRouterFile(text)))
        expect(named[path]?.[0] ?? isRouter, path).toBe(isRouter)
        return [path, isRouter]
      })
      expect(answers).toEqual(Object.fromEntries(expected))
    },
    600_000,
  )
})

describe('Emacs', () => {
  testEach(
    emacses,
    { name: 'with the settings of the page', needs: 'Emacs with Eglot' },
    (editor) => {
      const place = makeHome({
        ...routersFolder,
        '.emacs.d/init.el': readSettings('session: Emacs'),
      })
      linkInto(
        place.home,
        readPlace('editors/emacs/openziti-router.el'),
        'editors/emacs/openziti-router.el',
      )
      const argv = ['--batch', '-l', resolve('test/support/emacs.el')]
      expect(runScript(editor, argv, place)).toEqual({
        ...expectedAnswers,
        modes: ['openziti-router-mode', 'openziti-router-mode'],
      })
    },
  )
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
