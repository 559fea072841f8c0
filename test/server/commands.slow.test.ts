import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientCapabilities } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { commandNames } from '../../server/generated/command-names.js'
import { serverCommands } from '../../server/generated/server-commands.js'
import { createNodeMachine } from '../../server/node-machine.js'
import { exampleFile } from '../../server/warm-up.js'
import { createEffectiveFile } from '../../src/config/effective-file.js'
import { toRecord } from '../../src/document/record.js'
import { presets } from '../../src/generate/presets.js'
import * as views from '../../src/language/view.js'
import { listTargets } from '../../src/schema/model.js'
import { claims, tokenWith } from '../support/enrollment.js'
import type { InProcessOptions } from '../support/in-process-server.js'
import { startInProcess } from '../support/in-process-server.js'
import { folderWith } from '../support/program.js'
import { newestRelease } from '../support/releases.js'
import { uriOf } from '../support/serving.js'

const uri = 'untitled:router.yml'
/** With a key that older releases read, and that means nothing now. */
const fixable = `${exampleFile}  latencyProbeInterval: 0\n`
const north = { name: 'north', text: exampleFile }

/** A client of a server without a machine, as in a browser, with one open file. */
async function openFile(text: string, settings: object = {}) {
  const client = await startInProcess({ settings: { check: [], ...settings } })
  client.open(uri, text)
  return client
}

describe('every command', () => {
  test('has a name of its own under `routerfile.`, which the server announces', async () => {
    const names = serverCommands.map(({ name }) => name)
    expect(commandNames).toEqual(names)
    expect(names).toEqual([...new Set(names)])
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !/^routerfile\.[a-zA-Z]+$/.test(name))).toEqual([])
  })

  test('is documented with its parameters', () => {
    const page = readFileSync('docs/editor.md', 'utf8')
    for (const { name, takes } of serverCommands)
      expect(page).toContain(`| \`${name}\` | \`[${takes.join(', ').replace('|', '\\|')}]\` |`)
  })
})

test.each([
  ['routerfile.upgrade', 50_000, `upgrade FILE --to ${newestRelease('2.0')}`],
  ['routerfile.effective', 100_000, 'effective FILE'],
])(
  '%s leaves a file of more than %i characters to the command line',
  async (command, most, run) => {
    const client = await openFile(`${exampleFile}# ${'x'.repeat(most)}`)
    await expect(
      client.execute(command, uri, ...(run.includes('--to') ? ['2.0'] : [])),
    ).rejects.toThrow(`the file is too long for the editor; run \`routerfile ${run}\``)
  },
)

test('a short file whose aliases expand to many values is left to the command line', async () => {
  const listeners = `[${Array(6000).fill('*l').join()}]`
  const client = await openFile(
    `${exampleFile.replace(/^listeners:[^]*(?=^edge:)/m, '')}x: &l {binding: edge, address: "tls:0.0.0.0:3022"}\nlisteners: ${listeners}\n`,
  )
  await expect(client.execute('routerfile.upgrade', uri)).rejects.toThrow('too long for the editor')
})

test('a refusal does not repeat a long word', async () => {
  const client = await openFile(exampleFile)
  const refused = client.execute('routerfile.explain', 'x'.repeat(1e6))
  await expect(refused).rejects.toThrow(`unknown key or rule "${'x'.repeat(79)}…"`)
})

test('a refusal does not repeat long answers', async () => {
  const client = await openFile(exampleFile)
  const answers = { preset: 'host', name: 'x y'.repeat(1e5), controllers: ['a b'.repeat(1e5)] }
  const refused = client.execute('routerfile.generate', answers)
  await expect(refused).rejects.toThrow(/^name: .{0,900}$/s)
})

test('a pipe is not waited for', async () => {
  const folder = folderWith({ 'router.yml': exampleFile })
  execFileSync('mkfifo', [join(folder, 'pipe.yml')])
  const client = await startInProcess({ machine: createNodeMachine() })
  await expect(client.execute('routerfile.effective', uriOf(folder, 'pipe.yml'))).rejects.toThrow(
    '`pipe.yml` is not open and cannot be read',
  )
})

test('nothing is offered in a very long configuration file, without delay', async () => {
  const client = await startInProcess()
  const config = 'file:///a/routerfile.config.json'
  client.open(config, `{"level": "info", "env": {"A": "${'x'.repeat(100_000)}"}}`, 'json')
  const place = { textDocument: { uri: config }, position: { line: 0, character: 3 } }
  expect(await client.connection.sendRequest('textDocument/hover', place)).toBeNull()
})

describe('refusals are sentences', () => {
  test.each([
    ['routerfile.effective', [], 'parameter 1 (uri) must be the address of a file'],
    ['routerfile.effective', [7], 'parameter 1 (uri) must be the address of a file'],
    ['routerfile.effective', ['file:///none.yml'], '`none.yml` is not open and cannot be read'],
    ['routerfile.effective', ['file:///b.yml'], '`b.yml` is not a router file'],
    ['routerfile.upgrade', [uri, 2], 'parameter 2 (to?) must be a release, such as `2.0`'],
    ['routerfile.upgrade', [uri, '9.9'], 'unknown release `9.9`; known release lines are 0.30'],
    ['routerfile.releases', [{}], 'parameter 1 (uri?) must be the address of a file'],
    ['routerfile.explainRule', [], 'parameter 1 (rule) must be the id of a rule'],
    ['routerfile.switchOffRule', [uri, 'spilt'], 'unknown rule `spilt`'],
    ['routerfile.unknown', [], 'unknown command "routerfile.unknown"'],
    ['routerfile.fixAll', [uri], 'the editor does not let servers change files'],
    [
      'routerfile.chooseRelease',
      [uri, '2.0'],
      'no configuration file applies to `untitled:router.yml`',
    ],
    ['routerfile.explain', [], 'parameter 1 (text | uri) must be a key or the id of a rule'],
    ['routerfile.explain', ['spilt'], 'unknown key or rule "spilt"; did you mean "split"?'],
    ['routerfile.explain', [uri, { line: -1 }], 'a position has `line` and `character`'],
    ['routerfile.explain', [uri, 'x'], 'parameter 2 (position?) must be a position'],
    ['routerfile.readToken', [''], 'parameter 1 (jwt) must be the text of an enrollment token'],
    ['routerfile.readToken', ['eyJ.x.y'], 'invalid enrollment token'],
    ['routerfile.generate', [], 'parameter 1 (answers) must be a map of answers'],
    ['routerfile.generate', [{ prest: 1 }], 'unknown key `prest`; did you mean `preset`?'],
    ['routerfile.generate', [{ preset: 'host' }], 'controllers: missing controller'],
    ['routerfile.mesh', [{ files: 1 }], '`files` must be a list of `{ name, text }`'],
    ['routerfile.mesh', [{ files: [{}] }], 'each of `files` must have a `name` and a `text`'],
    [
      'routerfile.mesh',
      [{ files: [north, north] }],
      'two entries of `files` have the name `north`',
    ],
  ])('%s %j', async (command, parameters, message) => {
    const client = await openFile(fixable)
    client.open('file:///b.yml', 'a: 1\n')
    await expect(client.execute(command, ...parameters)).rejects.toThrow(message)
    expect(client.received('window/logMessage')).toEqual([])
  })
})

describe('effective', () => {
  test('gives what the router uses, with the comments next to their values', async () => {
    const client = await openFile(exampleFile, { target: '1.6' })
    const answer = await client.execute('routerfile.effective', uri)
    const { text } = createEffectiveFile(exampleFile, { target: '1.6' }, { alignsOrigins: false })
    expect(answer).toEqual({ text, release: '1.6.20' })
    expect(text).toMatch(/idleTxInterval: 60000 # file, line 34$/m)
  })

  test('follows the open text', async () => {
    const client = await openFile(exampleFile)
    client.change(uri, 2, exampleFile.replace('60000', '70000'))
    expect(await client.execute('routerfile.effective', uri)).toMatchObject({
      text: expect.stringContaining('idleTxInterval: 70000'),
    })
  })

  test('reads a file that is not open where the server has files', async () => {
    const client = await startInProcess({ machine: createNodeMachine() })
    const file = new URL('../../fixtures', import.meta.url).href
    await expect(client.execute('routerfile.effective', `${file}/none.yml`)).rejects.toThrow(
      'cannot be read',
    )
  })
})

describe('upgrade', () => {
  test('gives the changes, and the file with the safe fixes', async () => {
    const client = await openFile(exampleFile, { target: '1.6' })
    const answer = await client.execute('routerfile.upgrade', uri, '2.0')
    expect(answer).toMatchObject({
      from: newestRelease('1.6'),
      to: newestRelease('2.0'),
      text: exampleFile.replace(
        'csr:',
        '  payloadSenderQueueSize: 64\n  ackSenderQueueSize: 4\ncsr:',
      ),
      checkedFor: {
        release: newestRelease('1.6'),
        releaseFrom: 'setting',
        releaseOrigin: 'routerfile.target',
      },
    })
    expect(answer).toHaveProperty('preparations', [
      expect.stringContaining('Upgrade the controllers first'),
    ])
    expect(answer).toHaveProperty('changes.0', {
      heading: 'behaves differently',
      title: expect.stringContaining('`link.payloadSenderQueueSize` is not set'),
      detail: expect.stringMatching(
        /\n\nFix: add `link\.payloadSenderQueueSize: 64`.*\n\n`link\.p/,
      ),
      isApplied: true,
    })
    expect(answer).toHaveProperty('changes.2', {
      heading: 'good to know',
      title: expect.stringContaining('`endpoint`'),
      detail: expect.any(String),
      range: { start: { line: 7, character: 12 }, end: { line: 7, character: 37 } },
      isApplied: false,
    })
  })

  test.each([
    [exampleFile, 'file:///sites/router.yml', ''],
    [`${exampleFile}forwarder: [\n`, 'file:///sites/router.yml', ''],
    [`${exampleFile}forwarder: [\n`, 'file:///sites/map.yml', '    '],
  ])('says that a file is not valid YAML', async (text, at, indent) => {
    const settings = { check: [], rules: { 'yaml-syntax': 'off' } }
    const client = await startInProcess({ settings })
    const outer = indent === '' ? '' : 'data:\n  router.yml: |\n'
    client.open(at, outer + text.replaceAll(/^(?=.)/gm, indent))
    const { fault } = toRecord(await client.execute('routerfile.upgrade', at, '2.0', '1.6'))
    const line = (outer + text).split('\n').findIndex((one) => one.startsWith('forwarder: ['))
    if (line < 0) expect(fault).toBeUndefined()
    else expect(fault).toMatch(new RegExp(`^line ${line + 1}: .*no closing bracket`))
  })

  test.each([
    ['1.1', '1.6'],
    ['1.6.12', '2.0'],
    ['2.0', '2.0'],
  ])(
    'goes from %s to the next line with long-term support unless one is given',
    async (target, to) => {
      const client = await openFile(exampleFile, { target })
      const answer = await client.execute('routerfile.upgrade', uri)
      expect(answer).toMatchObject({ to: newestRelease(to) })
    },
  )
})

test('a call hierarchy says that there are too many routers for one network', async () => {
  // It is sent no findings, which would be those of all texts.
  const capabilities = { textDocument: { diagnostic: {} } }
  const client = await startInProcess({ capabilities, settings: { check: [] } })
  for (let index = 0; index <= 1000; index += 1)
    client.open(`file:///sites/${index}.yml`, exampleFile)
  const params = {
    textDocument: { uri: 'file:///sites/0.yml' },
    position: { line: 0, character: 0 },
  }
  const [item] = await client.connection.sendRequest<object[]>(
    'textDocument/prepareCallHierarchy',
    params,
  )
  const message = client.next('window/showMessage')
  expect(await client.connection.sendRequest('callHierarchy/incomingCalls', { item })).toEqual([])
  expect(await message).toMatchObject({
    message: 'routerfile: more than 1000 router files are too many for one network',
  })
})

test('releases are listed newest first, and that of the file is marked', async () => {
  const client = await openFile(exampleFile, { target: '1.6.12' })
  const list = await client.execute('routerfile.releases', uri)
  const lines = listTargets().reverse()
  const latest = lines.find(({ newest }) => !newest.includes('pre'))
  expect(list).toMatchObject(
    lines.map(({ line: name, newest }) => ({
      name,
      isLatest: name === latest?.line,
      isPreRelease: newest.includes('pre'),
    })),
  )
  expect(list).toContainEqual({
    name: '1.6',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    label: expect.stringMatching(/^1\.6 \(1\.6\.\d+, \d{4}-\d\d-\d\d/),
    next: '2.0',
    isCurrent: true,
    isLatest: false,
    isLts: true,
    isPreRelease: false,
    newest: expect.stringMatching(/^1\.6\.\d+$/),
  })
})

describe('a ConfigMap', () => {
  const createPart = (text: string): string =>
    `  ${text.slice(0, 1)}.yaml: |\n${text.slice(1).replaceAll(/^(?=.)/gm, '    ')}`
  const outer = `kind: ConfigMap\nmetadata: { name: sites }\ndata:\n${createPart(`a${exampleFile}`)}${createPart(`b${exampleFile}`)}`

  test('has an effective configuration for each of its routers', async () => {
    const client = await openFile(outer)
    const { text } = toRecord(await client.execute('routerfile.effective', uri))
    const expected = (header: string): string => {
      const before = outer.slice(0, outer.indexOf(header)).split('\n').length
      return createEffectiveFile(
        exampleFile,
        {},
        { alignsOrigins: false, findLine: ({ start }) => start.line + before },
      ).text
    }
    expect(text).toBe(
      `# ConfigMap/sites:a.yaml\n${expected('  a.yaml')}\n# ConfigMap/sites:b.yaml\n${expected('  b.yaml')}`,
    )
  })

  test('has effective values with its own lines, also where they are refused', async () => {
    const text = `kind: ConfigMap\nmetadata: { name: sites }\ndata:\n${createPart(`a${exampleFile}forwarder:\n  linkDialWorkerCount: 1\n`)}`
    const client = await openFile(text)
    const answer = toRecord(await client.execute('routerfile.effective', uri))
    const lines = text.split('\n')
    for (const [line, origin] of [
      ['linkDialWorkerCount: 1', 'refused'],
      ['- binding: transport', 'file'],
    ] as const)
      expect(answer['text']).toContain(
        `${line} # ${origin}, line ${lines.findIndex((other) => other.includes(line)) + 1}\n`,
      )
  })

  test('has routers in a network, given or open', async () => {
    const client = await openFile(outer)
    const given = await client.execute('routerfile.mesh', {
      files: [{ name: 'cm.yaml', text: outer }],
    })
    const open = await client.execute('routerfile.mesh')
    for (const { routers } of [given, open].map(toRecord))
      expect(routers).toMatchObject([{ name: 'a' }, { name: 'b' }])
  })

  test('is explained where the cursor is', async () => {
    const client = await openFile(outer)
    const lines = outer.split('\n')
    const line = lines.findIndex((text) => text.includes('endpoint:'))
    const character = (lines[line] ?? '').indexOf('endpoint')
    expect(await client.execute('routerfile.explain', uri, { line, character })).toMatchObject({
      title: 'ctrl.endpoint',
    })
  })
})

describe('explain', () => {
  test.each([
    ['1.6', 'connectTimeoutMs'],
    ['2.1', 'connectTimeout'],
  ])('finds what release %s reads', async (target, name) => {
    const client = await openFile(exampleFile, { target })
    const { markdown } = toRecord(await client.execute('routerfile.explain', 'wrong dial timeout'))
    expect(
      String(markdown)
        .split('\n')
        .find((line) => line.startsWith('- ')),
    ).toContain(`link.dialers[].options.${name}\``)
  })

  test.each([
    ['linkDialWorkerCount', '**`forwarder.linkDialWorkerCount`**', '- bounds: between 2 and 10000'],
    ['unknown-key', '**`unknown-key`**', 'Wrong:\n\n```yaml\n'],
  ])('%s', async (word, ...parts) => {
    const client = await startInProcess()
    const answer = await client.execute('routerfile.explain', word)
    expect(answer).toMatchObject({ title: word })
    for (const part of parts)
      expect(answer).toMatchObject({ markdown: expect.stringContaining(part) })
  })

  test('a position with its key and its findings', async () => {
    const client = await openFile(exampleFile.replace('mode: host', 'mode: hots'))
    const answer = await client.execute('routerfile.explain', uri, { line: 30, character: 14 })
    expect(answer).toMatchObject({
      title: 'listeners[binding=tunnel].options.mode',
      markdown: expect.stringContaining('`hots`'),
    })
  })

  test('everything that is offered', async () => {
    const client = await startInProcess()
    const offered = toList(await client.execute('routerfile.explainables'))
    expect(offered).toContainEqual({
      name: 'link.dialers[].split',
      kind: 'key',
      summary: expect.stringMatching(/\.$/),
    })
    expect(offered).toContainEqual({
      name: 'unknown-key',
      kind: 'rule',
      summary: expect.stringMatching(/\.$/),
    })
    for (const item of offered.filter((_, index) => index % 80 === 0))
      await client.execute('routerfile.explain', toRecord(item)['name'])
  })
})

describe('generate', () => {
  const token = tokenWith({ exp: Date.now() / 1000 + 7200 })

  test('makes a file from answers and a token, which it never repeats', async () => {
    const client = await startInProcess()
    const answers = { name: 'north', preset: 'public', advertise: ['n.example.com'], jwt: token }
    const answer = await client.execute('routerfile.generate', answers)
    expect(answer).toEqual({
      text: expect.stringContaining('tls:ctrl.example.com:6262'),
      fileName: 'north.router.yml',
      notes: [
        'enroll: `ziti router enroll north.router.yml --jwt north.jwt`',
        'run: `ziti router run north.router.yml`',
      ],
      files: [],
    })
    for (const secret of [token, ...token.split('.'), claims.jti])
      expect(JSON.stringify(answer)).not.toContain(secret)
  })

  test('gives the files of a platform', async () => {
    const client = await startInProcess()
    const answers = { preset: 'host', platform: 'docker', jwt: token }
    const answer = await client.execute('routerfile.generate', answers)
    expect(answer).toMatchObject({
      fileName: 'router.yml',
      files: [{ name: 'compose.yml', text: expect.stringContaining('/router.jwt') }, {}],
    })
    expect(JSON.stringify(answer)).not.toContain(token.split('.')[2])
  })

  const expired = tokenWith({ exp: 1_000_000_000 })
  const identity = tokenWith({ em: 'ott' })
  test.each([
    [
      'expired',
      'routerfile.generate',
      [{ preset: 'host', jwt: expired }],
      'expired at 2001',
      expired,
    ],
    ['of an identity', 'routerfile.readToken', [identity], 'enrolls an identity', identity],
    ['cut off', 'routerfile.readToken', [token.slice(0, -9)], 'damaged or incomplete', token],
    ['in a wrong place', 'routerfile.generate', [{ preset: token }], 'preset', token],
    ['under a wrong name', 'routerfile.generate', [{ token }], 'token', token],
    ['in a list', 'routerfile.generate', [{ jwt: [token] }], 'jwt', token],
  ])('a token %s is refused and not repeated', async (_, command, parameters, reason, secret) => {
    const client = await startInProcess()
    const refusal = await client.execute(command, ...parameters).then(
      () => 'an answer',
      (error: unknown) => String(error),
    )
    expect(refusal).toContain(reason)
    expect(refusal).not.toContain(secret.split('.')[1])
    expect(client.received('window/logMessage')).toEqual([])
  })

  test.each([
    ['a sound token', token, { id: claims.sub, kind: 'edge', isExpired: false, notes: [] }],
    ['one that expired', expired, { expires: '2001-09-09T01:46:40.000Z', isExpired: true }],
  ])('reads %s', async (_, jwt, expected) => {
    const client = await startInProcess()
    const answer = await client.execute('routerfile.readToken', `${jwt}\n`)
    expect(answer).toMatchObject({ controllers: claims.ctrls, ...expected })
    expect(JSON.stringify(answer)).not.toContain(claims.jti)
  })

  test.each([
    [{ controllers: ['ctrl.example.com:6262'] }, []],
    [{ controllers: ['ctrl.example.com:99999'] }, ['controllers[0]']],
    [{ advertise: ['one.example.com two.example.com'] }, ['advertise[0]']],
    [{ preset: 'proxy', services: ['database'] }, ['services[0]']],
    [{ preset: 'proxy', services: ['database:5432'] }, []],
    [{ name: '' }, ['name']],
  ])('of the answers %j, %j is wrong', async (answers, wrong) => {
    const client = await startInProcess()
    const problems = toList(await client.execute('routerfile.checkAnswers', answers)).map(toRecord)
    expect(problems.map(({ answer }) => answer)).toEqual(wrong)
  })

  test('a file for each preset is made from what the preset asks for', async () => {
    const client = await startInProcess()
    const list = toList(await client.execute('routerfile.presets')).map(toRecord)
    expect(list.map(({ name }) => name)).toEqual(Object.keys(presets))
    for (const { name, questions, asks } of list) {
      const needed = toList(questions)
        .map(toRecord)
        .filter(({ isRequired }) => isRequired)
      const answers = Object.fromEntries(
        needed.map(({ answer, placeholder, isList }) => [
          answer,
          isList === true ? [placeholder] : placeholder,
        ]),
      )
      await client.execute('routerfile.generate', { preset: name, ...answers })
      expect(Object.keys(answers)).toContain('controllers')
      expect(asks).toEqual(Object.keys(answers))
    }
    expect(list.find(({ name }) => name === 'proxy')).toMatchObject({
      questions: [
        { answer: 'name', isRequired: false },
        { answer: 'services', isRequired: true, isList: true, isInToken: false },
        { answer: 'controllers', isRequired: true, isInToken: true },
      ],
    })
  })
})

describe('mesh', () => {
  const south = {
    name: 'south',
    text: exampleFile.replaceAll('router.example.com', 's.example.com'),
  }

  test('of given files', async () => {
    const client = await startInProcess()
    expect(await client.execute('routerfile.mesh', { files: [south, north] })).toMatchObject({
      routers: [{ name: 'north' }, { name: 'south' }],
      links: [{ between: ['north', 'south'], protocol: 'tls', certain: true }],
      missing: [],
    })
  })

  test('of given paths, without files that are something else', async () => {
    const client = await startInProcess()
    const files = [
      { ...south, name: 'sites/south/router.yml' },
      { ...north, name: 'north.yml' },
      { name: 'proxy.yml', text: 'entryPoints: { web: { address: ":80" } }\nctrl: {}\n' },
    ]
    expect(await client.execute('routerfile.mesh', { files })).toMatchObject({
      routers: [
        { name: 'north', file: 'north.yml' },
        { name: 'south', file: 'sites/south/router.yml' },
      ],
    })
  })

  test('of open files, as they are in the editor', async () => {
    const client = await startInProcess()
    client.open('file:///a/north/router.yml', '# nothing yet')
    client.open('file:///a/south.yml', south.text)
    client.open('file:///a/compose.yml', 'services: {}\n')
    client.change('file:///a/north/router.yml', 2, exampleFile)
    expect(await client.execute('routerfile.mesh')).toMatchObject({
      routers: [
        { name: 'north', uri: 'file:///a/north/router.yml' },
        { name: 'south', uri: 'file:///a/south.yml' },
      ],
      links: [{ between: ['north', 'south'] }],
    })
  })

  test('of the workspace and the open files together', async () => {
    const folder = folderWith({
      'north/router.yml': exampleFile,
      'south.yml': exampleFile,
      'a.yml': 'a: 1',
    })
    const client = await startInProcess({
      machine: createNodeMachine(),
      folders: [uriOf(folder)],
      settings: { check: [] },
    })
    client.open(uriOf(folder, 'south.yml'), south.text)
    expect(await client.execute('routerfile.mesh')).toMatchObject({
      routers: [
        { name: 'north', file: 'north/router.yml', uri: uriOf(folder, 'north/router.yml') },
        { name: 'south', file: 'south.yml', uri: uriOf(folder, 'south.yml') },
      ],
      links: [{ between: ['north', 'south'], certain: true }],
    })
  })

  /** A file with some router files in its strings. */
  const holderOf = (parts: readonly string[]): string => JSON.stringify({ data: parts })

  /** A server for a folder, with the names of what it reads and the number of texts that it prepares for editors. */
  async function startCounting(files: Readonly<Record<string, string>>) {
    const folder = folderWith(files)
    const viewOf = vi.spyOn(views, 'viewOf')
    onTestFinished(() => viewOf.mockRestore())
    const machine = createNodeMachine()
    const reads: string[] = []
    const readText = (path: string): string | undefined => {
      reads.push(basename(path))
      return machine.readText(path)
    }
    const client = await startInProcess({
      machine: { ...machine, readText },
      folders: [uriOf(folder)],
      settings: { check: [] },
    })
    return { client, reads, countViews: () => viewOf.mock.calls.length }
  }

  test('of router files in closed files, which are not prepared for editors', async () => {
    const { client, countViews } = await startCounting({
      'sites.yml': holderOf([exampleFile, south.text]),
    })
    expect(await client.execute('routerfile.mesh')).toMatchObject({
      routers: [{ file: 'sites.yml#data[0]' }, { file: 'sites.yml#data[1]' }],
    })
    expect(countViews()).toBe(0)
  })

  test('of no more than 1000 router files, which are counted before they are read', async () => {
    const holder = holderOf([exampleFile])
    const names = Array.from({ length: 1001 }, (_, index) => `${index}.yml`)
    const { client, reads } = await startCounting(
      Object.fromEntries(names.map((name) => [name, holder])),
    )
    await expect(client.execute('routerfile.mesh')).rejects.toThrow(
      'more than 1000 router files are too many for one network',
    )
    expect(reads.toSorted()).toEqual(names.toSorted())
  })

  test('of no more than 1000 router files in strings', async () => {
    const parts = Array.from({ length: 501 }, () => exampleFile)
    const { client, countViews } = await startCounting({
      'a.yml': holderOf(parts),
      'b.yml': holderOf(parts),
    })
    await expect(client.execute('routerfile.mesh')).rejects.toThrow('more than 1000 router files')
    expect(countViews()).toBe(0)
  })
})

const changesFiles = {
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
  },
} satisfies ClientCapabilities

describe('commands that change files', () => {
  const answers = { 'workspace/applyEdit': { applied: true } }

  /** A client that changes files of a folder. */
  const startIn = (folder: string, options: InProcessOptions = {}) =>
    startInProcess({
      capabilities: changesFiles,
      answers,
      machine: createNodeMachine(),
      folders: [uriOf(folder)],
      ...options,
    })

  test('fixAll applies the safe fixes', async () => {
    const client = await startInProcess({ capabilities: changesFiles, answers })
    client.open(uri, fixable)
    expect(await client.execute('routerfile.fixAll', uri)).toEqual({ isChanged: true })
    expect(JSON.stringify(client.received('workspace/applyEdit'))).toContain('"version":1')
    client.open(uri, exampleFile)
    expect(await client.execute('routerfile.fixAll', uri)).toEqual({ isChanged: false })
    expect(client.received('workspace/applyEdit')).toHaveLength(1)
  })

  test.each([
    ['a new file', {}, 'routerfile.config.json', '{\n  "target": "1.6"\n}\n'],
    [
      'JSON',
      { 'routerfile.config.json': '{"rules":{}}' },
      'routerfile.config.json',
      '"target": "1.6"',
    ],
    [
      'YAML',
      { 'routerfile.config.yaml': 'check: []\n' },
      'routerfile.config.yaml',
      'target: "1.6"\n',
    ],
    [
      'YAML with one',
      { 'routerfile.config.yml': 'target: "2.0"\n' },
      'routerfile.config.yml',
      '"1.6"',
    ],
    ['a package', { 'package.json': '{"routerfile":{"target":"2"}}' }, 'package.json', '"1.6"'],
  ])('chooseRelease writes into %s', async (_, files, name, newText) => {
    const folder = folderWith({ 'router.yml': exampleFile, ...files })
    const client = await startIn(folder)
    const file = uriOf(folder, 'router.yml')
    const answer = await client.execute('routerfile.chooseRelease', file, '1.6')
    expect(answer).toEqual({ uri: uriOf(folder, name), release: '1.6' })
    expect(client.received('workspace/applyEdit')).toMatchObject([
      {
        edit: {
          documentChanges: expect.arrayContaining([
            {
              textDocument: { uri: uriOf(folder, name), version: null },
              edits: [expect.objectContaining({ newText: expect.stringContaining(newText) })],
            },
          ]),
        },
      },
    ])
  })

  test.each([
    ['the answer of the user', { title: '1.6' }, '1.6'],
    ['nothing if there is none', null, undefined],
  ])('chooseRelease asks for a release, and writes %s', async (_, answer, release) => {
    const folder = folderWith({ 'router.yml': exampleFile })
    const client = await startIn(folder, {
      answers: { ...answers, 'window/showMessageRequest': answer },
    })
    const result = await client.execute('routerfile.chooseRelease', uriOf(folder, 'router.yml'))
    expect(result).toEqual(release === undefined ? null : expect.objectContaining({ release }))
    expect(client.received('window/showMessageRequest')).toMatchObject([
      { actions: expect.arrayContaining([{ title: '2.0' }, { title: '1.6' }]) },
    ])
    expect(client.received('workspace/applyEdit')).toHaveLength(release === undefined ? 0 : 1)
  })

  /** The configuration after the release was chosen, with what is open in the editor. */
  async function chooseIn(files: Record<string, string>, name: string, settings?: object) {
    const folder = folderWith({ 'router.yml': exampleFile, ...files })
    const client = await startIn(folder, { settings })
    await client.execute('routerfile.chooseRelease', uriOf(folder, 'router.yml'), '1.6')
    const [sent] = client.received('workspace/applyEdit').map(toRecord)
    const [change] = Object.values(toRecord(sent?.['edit'])).flat().map(toRecord)
    expect(toRecord(change?.['textDocument'])['uri']).toBe(uriOf(folder, name))
    const text = files[name] ?? ''
    const document = TextDocument.create('', '', 0, text.replace(/^\ufeff/, ''))
    const edits = change?.['edits']
    return TextDocument.applyEdits(document, Array.isArray(edits) ? edits : [])
  }

  test.each([
    [
      'JSON with tabs',
      'routerfile.config.json',
      '{\r\n\t"fleet":\t[1]\r\n}',
      '{\r\n\t"fleet":\t[1],\r\n\t"target": "1.6"\r\n}',
    ],
    ['a byte order mark', 'routerfile.config.json', '\ufeff{"target":"2.0"}', '{"target":"1.6"}'],
    ['YAML without a last line end', 'routerfile.config.yaml', '# none', '# none\ntarget: "1.6"\n'],
    [
      'comments in YAML',
      'routerfile.config.yaml',
      '# a\r\ncheck: [] # b\r\n',
      '# a\r\ncheck: [] # b\r\ntarget: "1.6"\r\n',
    ],
    [
      'the rest of a package',
      'package.json',
      '{"version":"1.0", "routerfile":{"check":[]}, "9":{}}',
      '{"version":"1.0", "routerfile":{"check":[], "target": "1.6"}, "9":{}}',
    ],
  ])('chooseRelease keeps %s', async (_, name, text, result) => {
    expect(await chooseIn({ [name]: text }, name)).toBe(result)
  })

  test('chooseRelease leaves a configuration as it is that has the release already', async () => {
    const text = '{"target":"1.6"}'
    expect(await chooseIn({ 'routerfile.config.json': text }, 'routerfile.config.json')).toBe(text)
  })

  test('chooseRelease changes the file that the editor names', async () => {
    const files = { 'routerfile.config.json': '{}', 'other.json': '{"check":[]}' }
    const settings = { config: 'other.json' }
    expect(await chooseIn(files, 'other.json', settings)).toBe('{"check":[], "target": "1.6"}')
  })

  test.each([
    [
      'mistakes',
      { 'routerfile.config.json': '{"target": ' },
      {},
      '`routerfile.config.json` has mistakes; correct them first',
    ],
    [
      'two files',
      { 'routerfile.config.json': '{}', 'routerfile.config.yaml': '' },
      {},
      'both configure one folder; keep one of them',
    ],
    ['a setting against it', {}, { isolated: true }, 'the editor setting `routerfile.isolated`'],
    [
      'a release for some files',
      {
        'routerfile.config.yaml':
          'target: "2.0"\noverrides:\n  - files: "*.yml"\n    target: "1.6"\n',
      },
      {},
      '`overrides` in `routerfile.config.yaml` set the release of this file in line 4; change it there',
    ],
  ])('chooseRelease refuses with %s', async (_, files, settings, message) => {
    await expect(chooseIn(files, 'routerfile.config.json', settings)).rejects.toThrow(message)
  })

  test('chooseRelease adds to a file that was created and is not saved', async () => {
    const folder = folderWith({ 'router.yml': exampleFile })
    const client = await startIn(folder)
    client.open(uriOf(folder, 'routerfile.config.json'), '{ "target": "2.0" }', 'json')
    await client.execute('routerfile.chooseRelease', uriOf(folder, 'router.yml'), '1.6')
    expect(client.received('workspace/applyEdit')).toMatchObject([
      {
        edit: {
          documentChanges: [{ textDocument: { version: 1 }, edits: [{ newText: '"1.6"' }] }],
        },
      },
    ])
  })

  test('chooseRelease says that a setting of the editor wins', async () => {
    const client = await startInProcess({
      machine: createNodeMachine(),
      settings: { target: '2.0' },
    })
    await expect(
      client.execute('routerfile.chooseRelease', 'file:///a/router.yml', '1.6'),
    ).rejects.toThrow('the editor setting `routerfile.target` is `2.0` and wins')
  })
})

describe('showFindings', () => {
  const wrong = exampleFile.replace('mode: host', 'mode: hots')

  test('moves the cursor to the worst finding', async () => {
    const client = await startInProcess({
      capabilities: { window: { showDocument: { support: true } } },
      answers: { 'window/showDocument': { success: true } },
    })
    client.open(uri, wrong)
    expect(await client.execute('routerfile.showFindings', uri)).toEqual({ count: 1 })
    expect(client.received('window/showDocument')).toMatchObject([
      { uri, takeFocus: true, selection: { start: { line: 30 } } },
    ])
  })

  test.each([
    ['a finding', wrong, /^routerfile: line 31: /],
    ['that there is none', exampleFile, /no findings/],
    ['that it would not find what is missing', 'v: 3\n', /incomplete: missing keys/],
  ])('shows %s in a message, each time', async (_, text, message) => {
    const client = await openFile(text)
    for (const count of [1, 2]) {
      await client.execute('routerfile.showFindings', uri)
      expect(client.received('window/showMessage')).toHaveLength(count)
    }
    expect(client.received('window/showMessage')).toContainEqual({
      type: 3,
      message: expect.stringMatching(message),
    })
  })
})

describe('code lenses', () => {
  const titles = [`release ${newestRelease()}`, 'no findings']
  const own = ['effective values', 'upgrade…']
  test.each<[string, ClientCapabilities, string[], string[]]>([
    ['are titles in an editor without commands', {}, titles, ['', '']],
    [
      'run commands of the server',
      { workspace: { executeCommand: {} } },
      titles,
      ['routerfile.chooseRelease', 'routerfile.showFindings'],
    ],
    [
      'run them in an editor that shows lenses',
      { textDocument: { codeLens: {} } },
      titles,
      ['routerfile.chooseRelease', 'routerfile.showFindings'],
    ],
    [
      'run commands of the editor',
      {
        experimental: {
          routerfileCommands: ['routerfile.showEffective', 'routerfile.previewUpgrade'],
        },
      },
      [...titles, ...own],
      ['', '', 'routerfile.showEffective', 'routerfile.previewUpgrade'],
    ],
  ])('%s', async (_, capabilities, expected, names) => {
    const client = await startInProcess({ capabilities, settings: { check: [] } })
    client.open(uri, exampleFile)
    const lenses = toList(
      await client.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } }),
    ).map((lens) => toRecord(toRecord(lens)['command']))
    expect(lenses.map(({ title }) => title)).toEqual(expected)
    expect(lenses.map(({ command }) => command)).toEqual(names)
    for (const lens of lenses)
      expect(lens['arguments']).toEqual(lens['command'] === '' ? undefined : [uri])
  })
})

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

describe('a template with values', () => {
  const template = `${exampleFile}  linkDialWorkerCount: {{ .Values.workers }}\n`

  test('is rendered and checked', async () => {
    const client = await openFile(template)
    expect(await client.execute('routerfile.render', uri, 'workers: 1')).toMatchObject({
      text: template.replace('{{ .Values.workers }}', '1'),
      diagnostics: [{ code: 'value-out-of-range' }],
    })
  })

  test('has effective values', async () => {
    const client = await openFile(template)
    expect(await client.execute('routerfile.effective', uri, 'workers: 16')).toMatchObject({
      text: expect.stringContaining('linkDialWorkerCount: 16'),
    })
  })

  test.each([
    ['', 'the values are not enough for `.Values.workers`'],
    ['- 1', 'the values: expected NAME=value lines, or a map of values in YAML'],
    ['a="1', 'the values: line 1 has an opening quote'],
  ])('that are %j is refused', async (values, refusal) => {
    const client = await openFile(template)
    await expect(client.execute('routerfile.render', uri, values)).rejects.toThrow(refusal)
  })
})

test('words are searched for', async () => {
  const client = await openFile(exampleFile)
  expect(await client.execute('routerfile.explain', 'link dialers backoff')).toMatchObject({
    markdown: expect.stringContaining('- `link.dialers[].healthyDialBackoff`: '),
  })
})
