import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Hover,
  InlayHint,
  Location,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Client } from '../../support/language-client.js'
import { connect, full } from '../../support/language-client.js'
import { filledIn } from '../../support/accepted.js'
import { makeFolder, remove } from '../../support/program.js'
import { asked, base, cursorIn, hello, textOnly } from '../../support/serving.js'
import { yaml } from '../../support/yaml.js'

const north = `${base}edge:\n  db: \${NORTH_DATA}/north.db\nlink:\n  listeners:\n    - binding: transport\n      bind: tls:0.0.0.0:6000\n      advertise: tls:north.example.com:6000\n      groups: [north]\n`

const state: { client?: Client; folder?: string; count: number } = { count: 0 }

const client = (): Client => state.client ?? expect.unreachable('no client')

const uriOf = (...parts: string[]): string => pathToFileURL(join(state.folder ?? '', ...parts)).href

beforeAll(async () => {
  state.folder = makeFolder({
    'sites/north.yaml': north,
    'pki/router.cert': 'x',
    'pki/router.key': 'x',
    'notes.txt': 'x',
    'site/routerfile.config.json':
      '{\n  "env": {\n    "SITE": "north"\n  },\n  "envFile": "router.env"\n}\n',
    'site/router.env': '# names\nexport HOST=ctrl.example.com\n',
  })
  state.client = await connect(
    hello({
      folders: [uriOf().replace(/\/$/, '')],
      capabilities: full,
      settings: () => ({ ...textOnly, env: { EDGE_HOME: '/etc/edge' } }),
    }),
  )
  await client().request('workspace/executeCommand', { command: 'routerfile.scan' })
})

afterAll(async () => {
  expect(await client().stop()).toBe(0)
  remove(state.folder ?? '')
})

/** What a marked text is answered, with the text and its address. */
async function ask<Answer>(
  method: string,
  marked: string,
  more: object = {},
): Promise<{ answer: Answer; text: string; uri: string }> {
  const { text, position } = cursorIn(marked)
  const uri = uriOf(`router-${(state.count += 1)}.yaml`)
  client().open(uri, text)
  const place = {
    range: { start: position, end: position },
    context: { diagnostics: [] },
    options: { tabSize: 2, insertSpaces: true },
    ...more,
  }
  const answer: Answer = Object(
    await client().request(`textDocument/${method}`, asked(uri, position, place)),
  )
  client().close(uri)
  return { answer, text, uri }
}

const applied = (text: string, edits: readonly TextEdit[]): string =>
  TextDocument.applyEdits(TextDocument.create('', '', 1, text), [...edits])

const offersAt = async (marked: string): Promise<{ items: CompletionItem[]; text: string }> => {
  const { answer, text } = await ask<CompletionItem[] | CompletionList>('completion', marked)
  return { items: Array.isArray(answer) ? answer : answer.items, text }
}

/** The text once an item is accepted, by a client that replaces and indents as it is told. */
function accepted(text: string, { textEdit, insertTextFormat }: CompletionItem): string {
  if (!textEdit) return 'no edit'
  const range = 'range' in textEdit ? textEdit.range : textEdit.replace
  const margin =
    /^ */.exec((text.split('\n')[range.start.line] ?? '').slice(0, range.start.character))?.[0] ??
    ''
  const written =
    insertTextFormat === 2
      ? filledIn(textEdit.newText).replaceAll('\n', `\n${margin}`)
      : textEdit.newText
  return applied(text, [{ range, newText: written }])
}

describe('completions', () => {
  const cases: [what: string, marked: string, label: string, after: string][] = [
    [
      'folders of the disk',
      yaml`
      identity:
        cert: |
    `,
      'pki/',
      yaml`
      identity:
        cert: pki/
    `,
    ],
    [
      'certificates on disk',
      yaml`
        identity:
          cert: pki/|
      `,
      'router.cert',
      yaml`
        identity:
          cert: pki/router.cert
      `,
    ],
    [
      'groups of links of other files',
      yaml`
        link:
          dialers:
            - binding: transport
              groups: [|]
      `,
      'north',
      yaml`
        link:
          dialers:
            - binding: transport
              groups: [north]
      `,
    ],
    [
      'hosts of other files',
      yaml`
        csr:
          sans:
            dns:
              - |
      `,
      'north.example.com',
      yaml`
        csr:
          sans:
            dns:
              - north.example.com
      `,
    ],
    [
      'variables that are set',
      yaml`
        identity:
          cert: $|
      `,
      '${EDGE_HOME}',
      'identity:\n  cert: ${EDGE_HOME}\n',
    ],
    [
      'variables that other files name',
      'identity:\n  cert: "${NO|"\n',
      '${NORTH_DATA}',
      'identity:\n  cert: "${NORTH_DATA}"\n',
    ],
    [
      'a binding as a whole, with its dash and its indentation',
      yaml`
        listeners:
          |
      `,
      'tunnel (tproxy) listener',
      yaml`
        listeners:
          - binding: tunnel
            options:
              mode: tproxy
              resolver: udp://127.0.0.1:53
      `,
    ],
    [
      'a list with its first item',
      yaml`
        link:
          |
      `,
      'dialers',
      yaml`
        link:
          dialers:
            - binding: transport
      `,
    ],
    [
      'durations',
      yaml`
        connectEvents:
          batchInterval: |
      `,
      '250ms',
      yaml`
        connectEvents:
          batchInterval: 250ms
      `,
    ],
    [
      'addresses with a port that is free',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
          - binding: edge
            address: |
      `,
      'tls:0.0.0.0:3023',
      yaml`
        listeners:
          - binding: edge
            address: tls:0.0.0.0:3022
          - binding: edge
            address: tls:0.0.0.0:3023
      `,
    ],
    ['switches', 'enableDebugOps: |\n', 'true', 'enableDebugOps: true\n'],
    [
      'keys in broken text',
      yaml`
        ctrl: {
        identity:
          cert: a
          b c
          ke|
      `,
      'key',
      'ctrl: {\nidentity:\n  cert: a\n  b c\n  key: \n',
    ],
    [
      'rules in comments',
      yaml`
        # routerfile disable-file unk|
        v: 3
      `,
      'unknown-key',
      yaml`
        # routerfile disable-file unknown-key
        v: 3
      `,
    ],
    ['a whole file', '|', 'tproxy router', expect.stringMatching(/^v: 3\n[^]*mode: tproxy/)],
  ]
  test.each(cases)('offer %s', async (_, marked, label, after) => {
    const { items, text } = await offersAt(marked)
    const item = items.find((one) => one.label === label)
    expect(item && accepted(text, item)).toEqual(after)
  })

  test('offer required keys first, none twice, and old ones last, which are marked', async () => {
    const { items } = await offersAt(yaml`
      identity:
        |
    `)
    const sorted = items
      .toSorted((left, right) => ((left.sortText ?? '') < (right.sortText ?? '') ? -1 : 1))
      .map(({ label }) => label)
    expect(sorted.slice(0, 3)).toEqual(['cert', 'key', 'server_cert'])
    expect(new Set(sorted).size).toBe(sorted.length)
    const options = (
      await offersAt(yaml`
      edge:
        |
    `)
    ).items
    expect(
      options
        .toSorted((left, right) => ((left.sortText ?? '') < (right.sortText ?? '') ? -1 : 1))
        .at(-1),
    ).toMatchObject({ label: 'csr', tags: [1] })
  })

  test('offer what a tunneler knows, and nothing else, to a tunneler', async () => {
    const labels = (
      await offersAt(yaml`
        listeners:
          - binding: tunnel
            options:
              |
      `)
    ).items.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['mode', 'resolver', 'lanIf', 'udpIdleTimeout']))
    for (const name of ['advertise', 'lookupSessionTimeout', 'maxQueuedConnects', 'address'])
      expect(labels).not.toContain(name)
  })

  test('replace the word or keep its rest, as the user likes', async () => {
    const { items } = await offersAt(yaml`
      listeners:
        - binding: ed|ge
    `)
    expect(items[0]?.textEdit).toEqual({
      newText: 'edge',
      insert: { start: { line: 1, character: 13 }, end: { line: 1, character: 15 } },
      replace: { start: { line: 1, character: 13 }, end: { line: 1, character: 17 } },
    })
  })
})

describe('a hover', () => {
  const cases: [what: string, marked: string, said: string][] = [
    [
      'what a key is for',
      yaml`
        forwarder:
          linkDial|WorkerCount: 5
      `,
      'Number of parallel link dials.',
    ],
    [
      'its type',
      yaml`
      forwarder:
        linkDial|WorkerCount: 5
    `,
      '- type: integer',
    ],
    ['its unit', 'forwarder: { idle|CircuitTimeout: 1000 }\n', 'in ms'],
    [
      'its default',
      yaml`
      forwarder:
        linkDial|WorkerCount: 5
    `,
      '- default: `32`',
    ],
    [
      'its bounds',
      yaml`
      forwarder:
        linkDial|WorkerCount: 5
    `,
      '- bounds: between 2 and 10000',
    ],
    [
      'what happens when it is wrong',
      yaml`
        forwarder:
          linkDial|WorkerCount: 5
      `,
      'of the wrong type or out of range: the router refuses to start',
    ],
    [
      'what happens when it is missing',
      yaml`
        identity:
          ce|rt: a
      `,
      '- if missing: the router crashes',
    ],
    [
      'since when it is read',
      yaml`
        ctrl:
          options:
            connect|Timeout: 1s
      `,
      'read by: releases \\>=2.1.0-pre2',
    ],
    [
      'the value that counts, and that it comes from the file',
      yaml`
        ctrl:
          defaultRequest|Timeout: 7s
      `,
      'in this file: `7s`',
    ],
    [
      'the value that counts instead of a wrong one',
      'edge: { heartbeat|IntervalSeconds: 500 }\n',
      'in this file: `60`, instead of what is written',
    ],
    ['the value of a variable', 'edge:\n  db: ${EDGE|_HOME}/db\n', '/etc/edge/db'],
    ['what a duration means', 'ctrl: { defaultRequestTimeout: 1m|30s }\n', '`1m30s` = 90 000 ms'],
    [
      'what an address means',
      'ctrl: { endpoint: "tls:ctrl.exam|ple.com:6262" }\n',
      'protocol TLS, host `ctrl.example.com`, port `6262`',
    ],
  ]
  test.each(cases)('says %s', async (_, marked, said) => {
    const { answer } = await ask<Hover>('hover', marked)
    expect(answer.contents).toMatchObject({
      kind: 'markdown',
      value: expect.stringContaining(said),
    })
  })
})

describe('a code action', () => {
  const cases: [what: string, marked: string, title: string, after: string][] = [
    [
      'fixes',
      yaml`
        v: 3
        forwarder:
          linkDialWorkerCout|: 5
        link: {}
      `,
      'Rename `linkDialWorkerCout` to `linkDialWorkerCount`',
      yaml`
        v: 3
        forwarder:
          linkDialWorkerCount: 5
        link: {}
      `,
    ],
    [
      'fixes all',
      `${base}forwarder:\n  latencyProbeInterval: 0\n  linkDialWorkerCount: 5|\n`,
      'Apply all safe fixes (1 finding)',
      `${base}forwarder:\n  linkDialWorkerCount: 5\n`,
    ],
    [
      'suppresses here',
      `${base}lnk|: 1\n`,
      'Suppress `unknown-key` on this line',
      `${base}# routerfile disable-next-line unknown-key\nlnk: 1\n`,
    ],
    [
      'suppresses in the file',
      `${base}lnk|: 1\n`,
      'Suppress `unknown-key` in this file',
      `# routerfile disable-file unknown-key\n${base}lnk: 1\n`,
    ],
    [
      'moves to the right section',
      `${base}edge:\n  idleCircuit|Timeout: 60000\n`,
      'Move `edge.idleCircuitTimeout` to `forwarder.idleCircuitTimeout`',
      `${base}edge: {}\nforwarder:\n  idleCircuitTimeout: 60000\n`,
    ],
    [
      'adds the required keys that are missing',
      yaml`
        v: 3
        link: {}
        identity|: {}
        ctrl: {endpoint: "tls:a:1"}
      `,
      'Add `cert`, `key` to `identity`',
      expect.stringMatching(/identity:[^]*cert: [^]*key: /),
    ],
    [
      'converts an obsolete form',
      yaml`
        v: 3
        ctrl: {}
        link: {}
        edge:
          c|sr:
            sans: {dns: [a]}
      `,
      'Move `edge.csr` to `csr`',
      yaml`
        v: 3
        ctrl: {}
        link: {}
        edge: {}
        csr:
          sans: {dns: [a]}
      `,
    ],
  ]
  test.each(cases)('%s', async (_, marked, title, after) => {
    const { answer, text, uri } = await ask<CodeAction[]>('codeAction', marked)
    const edit: WorkspaceEdit | undefined = answer.find((action) => action.title === title)?.edit
    const [changed] = edit?.documentChanges ?? []
    expect(answer.map((action) => action.title)).toContain(title)
    expect(changed).toMatchObject({ textDocument: { uri, version: 1 } })
    expect(
      changed &&
        'edits' in changed &&
        applied(
          text,
          changed.edits.flatMap((one) => ('newText' in one ? [one] : [])),
        ),
    ).toEqual(after)
  })

  test('on save is source.fixAll, also that of this server alone', async () => {
    const marked = `${base}|forwarder:\n  latencyProbeInterval: 0\n`
    for (const kind of ['source.fixAll', 'source.fixAll.routerfile']) {
      const { answer } = await ask<CodeAction[]>('codeAction', marked, {
        context: { diagnostics: [], only: [kind] },
      })
      expect(answer.map((action) => action.kind)).toEqual([kind])
    }
    expect(
      (
        await ask<CodeAction[]>('codeAction', marked, {
          context: { diagnostics: [], only: ['quickfix'] },
        })
      ).answer.filter(({ kind }) => kind !== 'quickfix'),
    ).toEqual([])
  })
})

describe('across files', () => {
  const dialer = `${base}link:\n  dialers:\n    - binding: transport\n      groups: [nor|th]\n`

  test('a group of links leads to those who listen in it', async () => {
    const { answer } = await ask<Location[]>('definition', dialer)
    expect(answer.map(({ uri, range }) => [uri, range.start.line])).toEqual([
      [uriOf('sites/north.yaml'), 14],
    ])
  })

  test('a group of links is found, and renamed, where others use it', async () => {
    const { answer, uri } = await ask<Location[]>('references', dialer, {
      context: { includeDeclaration: true },
    })
    expect(answer.map((found) => found.uri).sort()).toEqual([uri, uriOf('sites/north.yaml')].sort())
    const renamed = await ask<WorkspaceEdit>('rename', dialer, { newName: 'south' })
    expect(renamed.answer.documentChanges).toEqual(
      expect.arrayContaining([
        {
          textDocument: { uri: uriOf('sites/north.yaml'), version: null },
          edits: [
            {
              range: { start: { line: 14, character: 15 }, end: { line: 14, character: 20 } },
              newText: 'south',
            },
          ],
        },
        {
          textDocument: { uri: renamed.uri, version: 1 },
          edits: [
            {
              range: { start: { line: 10, character: 15 }, end: { line: 10, character: 20 } },
              newText: 'south',
            },
          ],
        },
      ]),
    )
  })

  test('what has no name of its own is not renamed, and a name that will not do is refused', async () => {
    expect(
      await ask(
        'rename',
        yaml`
      v: 3|
      ctrl: {}
      link: {}
    `,
        { newName: 'x' },
      ),
    ).toMatchObject({
      answer: {},
    })
    expect(
      await client().request(
        'textDocument/prepareRename',
        asked(uriOf('none.yaml'), { line: 0, character: 0 }, {}),
      ),
    ).toBeNull()
    await expect(ask('rename', dialer, { newName: '' })).rejects.toThrow(/invalid group name ``/)
  })

  test('certificates are linked where they are', async () => {
    const { answer } = await ask<{ target: string }[]>(
      'documentLink',
      base.replace('a.cert', 'pki/router.cert').replace('ctrl:', 'ctrl:|'),
    )
    expect(answer.map(({ target }) => target)).toContain(uriOf('pki/router.cert'))
  })

  const variables: [name: string, file: string, line: number, start: number, end: number][] = [
    ['HOST', 'site/router.env', 1, 7, 11],
    ['SITE', 'site/routerfile.config.json', 2, 0, 0],
  ]
  test.each(variables)('the variable %s leads to where it is set', async (name, file, ...at) => {
    const [line, start, end] = at
    const { text, position } = cursorIn(base.replace('tls:', `tls:\${${name}|}`))
    const uri = uriOf('site', 'router.yaml')
    client().open(uri, text)
    expect(await client().request('textDocument/definition', asked(uri, position, {}))).toEqual([
      {
        uri: uriOf(file),
        range: { start: { line, character: start }, end: { line, character: end } },
      },
    ])
    const answer: Hover = Object(
      await client().request('textDocument/hover', asked(uri, position, {})),
    )
    expect(JSON.stringify(answer.contents)).toContain(`set in \`${file}\`, line ${line + 1}`)
    client().close(uri)
  })

  test('a variable of the settings of the editor names its setting', async () => {
    const { answer } = await ask<Hover>('hover', `${base}edge:\n  db: $EDGE_|HOME/db\n`)
    expect(JSON.stringify(answer.contents)).toContain(
      '`EDGE_HOME` = `/etc/edge`, set in the editor setting `routerfile.env.EDGE_HOME`',
    )
  })

  test('our configuration file has completion, hover and fixes', async () => {
    const uri = uriOf('other', 'routerfile.config.json')
    const { text, position } = cursorIn('{\n  "levl|": "error",\n  "root": true\n}\n')
    client().open(uri, text, 'json')
    const offered: CompletionItem[] = Object(
      await client().request('textDocument/completion', asked(uri, position, {})),
    )
    const level = offered.find(({ label }) => label === 'level')
    expect(level && accepted(text, level)).toBe('{\n  "level": "error",\n  "root": true\n}\n')
    expect(JSON.stringify(level?.documentation)).toContain('Findings below this severity')
    const hovered: Hover = Object(
      await client().request('textDocument/hover', asked(uri, { line: 2, character: 4 }, {})),
    )
    expect(JSON.stringify(hovered.contents)).toContain('configurations in parent directories')
    const actions: CodeAction[] = Object(
      await client().request(
        'textDocument/codeAction',
        asked(uri, position, {
          range: { start: position, end: position },
          context: { diagnostics: [] },
        }),
      ),
    )
    expect(actions.map(({ title, isPreferred }) => [title, isPreferred === true])).toEqual([
      ['Rename `levl` to `level`', true],
      ['Remove unknown key `levl`', false],
    ])
    expect(actions[0]?.diagnostics?.[0]?.code).toBe('configuration')
    client().close(uri)
  })

  test('hints show units, what is used instead, and the values of variables', async () => {
    const { answer } = await ask<InlayHint[]>(
      'inlayHint',
      `${base}forwarder:\n  idleTxInterval: 15\nedge:\n  heartbeatIntervalSeconds: 500\n  db: $EDGE_HOME/db|\n`,
      { range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } },
    )
    expect(answer.map(({ label, position }) => `${position.line} ${String(label)}`)).toEqual(
      expect.arrayContaining(['8 ms', '10 → 60', '11 = /etc/edge/db']),
    )
    const used = answer.find(({ label }) => label === '→ 60')
    expect(used?.textEdits).toEqual([
      {
        range: { start: { line: 10, character: 28 }, end: { line: 10, character: 31 } },
        newText: '60',
      },
    ])
    expect(JSON.stringify(used?.tooltip)).toContain('The router uses `60`')
    expect(answer.find(({ label }) => label === 'ms')?.textEdits).toBeUndefined()
  })
})
