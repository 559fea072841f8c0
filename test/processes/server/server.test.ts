import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CodeAction,
  CompletionItem,
  Hover,
  SemanticTokens,
  TextEdit,
} from 'vscode-languageserver-protocol'
import { lint } from '../../../src/index.js'
import type { Client } from '../../support/language-client.js'
import { connect, full } from '../../support/language-client.js'
import { newestRelease } from '../../support/releases.js'
import { asked, base, cursorIn, hello, textOnly } from '../../support/serving.js'
import { yaml } from '../../support/yaml.js'

const controller = readFileSync('fixtures/cli/files/controller.yaml', 'utf8')
const template = readFileSync('fixtures/cli/files/template.yaml', 'utf8')
const compose = readFileSync('fixtures/cli/files/compose.yaml', 'utf8')

/** What a client sees of an answer, in a line each. */
const show = {
  labels: (answer: CompletionItem[]) => answer.map(({ label }) => label),
  edits: (answer: TextEdit[]) =>
    answer.map(
      ({ range, newText }) =>
        `${range.start.line}:${range.start.character}-${range.end.line}:${range.end.character} ${JSON.stringify(newText)}`,
    ),
  hover: (answer: Hover | null) => [JSON.stringify(answer?.contents ?? '')],
  titles: (answer: CodeAction[]) =>
    answer.map(
      ({ kind, title, isPreferred }) => `${kind}: ${title}${isPreferred ? ' (preferred)' : ''}`,
    ),
  names: (answer: { name: string; children?: { name: string }[] }[]) =>
    answer.flatMap(({ name, children = [] }) => [
      name,
      ...children.map((child) => `${name} > ${child.name}`),
    ]),
  lines: (answer: { range: { start: { line: number } } }[]) =>
    answer.map(({ range }) => String(range.start.line)),
  folds: (answer: { startLine: number; endLine: number }[]) =>
    answer.map(({ startLine, endLine }) => `${startLine}-${endLine}`),
  lenses: (answer: { command: { title: string } }[]) => answer.map(({ command }) => command.title),
  hints: (answer: { label: string; position: { line: number } }[]) =>
    answer.map(({ label, position }) => `${position.line} ${label}`),
  tokens: ({ data }: SemanticTokens) => [`${data.length / 5} tokens`, data.slice(0, 5).join(' ')],
  selections: (answer: { range: unknown; parent?: { range: unknown } }[]) =>
    answer.map(({ range, parent }) => JSON.stringify([range, parent?.range])),
  renamed: (answer: { documentChanges?: { edits: TextEdit[] }[] }) =>
    (answer.documentChanges ?? []).flatMap(({ edits }) => show.edits(edits)),
  placeholder: ({ placeholder }: { placeholder: string }) => [placeholder],
}

const groups = `${base}link:\n  dialers:\n    - binding: transport\n      groups: [&g de|, us]\n    - binding: transport\n      groups: [*g]\n`
const messy = yaml`
    v:   3
    identity:
       cert: a
       key: b
       ca: c
    ctrl:
          endpoint:   tls:ctrl:6262
    |`

/** Method, marked text, what is sent besides the place, how the answer is shown, and what must be in it. */
const sessions: readonly (readonly [
  feature: string,
  method: string,
  marked: string,
  more: object,
  show: (answer: never) => string[],
  expected: readonly string[],
])[] = [
  [
    'keys are completed',
    'completion',
    `${base}edge:\n  |\n`,
    {},
    show.labels,
    ['csr', 'heartbeatIntervalSeconds'],
  ],
  [
    'values are completed',
    'completion',
    `${base}listeners:\n  - binding: |\n`,
    {},
    show.labels,
    ['edge', 'tunnel'],
  ],
  ['a file is completed from nothing', 'completion', '|', {}, show.labels, []],
  [
    'a key is explained',
    'hover',
    `${base}link:\n  di|alers: []\n`,
    {},
    show.hover,
    [expect.stringContaining('link.dialers')],
  ],
  [
    'the outline is a tree named by meaning',
    'documentSymbol',
    `${base}|`,
    {},
    show.names,
    ['identity', 'identity > cert', 'ctrl'],
  ],
  ['maps fold', 'foldingRange', `${base}|`, {}, show.folds, ['1-4', '5-6']],
  [
    'a selection grows',
    'selectionRange',
    `${base}|`,
    { positions: [{ line: 2, character: 3 }] },
    show.selections,
    [expect.stringContaining('"character":2')],
  ],
  [
    'mentions are highlighted',
    'documentHighlight',
    groups.replace('de|', 'de').replace('&g', '&|g'),
    {},
    show.lines,
    ['10', '12'],
  ],
  [
    'an alias leads to its anchor',
    'definition',
    groups.replace('de|', 'de').replace('*g', '*|g'),
    {},
    show.lines,
    ['10'],
  ],
  [
    'references are found',
    'references',
    groups.replace('de|', 'de').replace('&g', '&|g'),
    { context: { includeDeclaration: true } },
    show.lines,
    ['10', '12'],
  ],
  [
    'a rename says what it is about',
    'prepareRename',
    groups.replace('de|', 'de').replace('&g', '&|g'),
    {},
    show.placeholder,
    ['g'],
  ],
  [
    'anchors are renamed',
    'rename',
    groups.replace('de|', 'de').replace('&g', '&|g'),
    { newName: 'h' },
    show.renamed,
    [expect.stringMatching(/^10:.*h/), expect.stringMatching(/^12:.*h/)],
  ],
  [
    'tokens are coloured',
    'semanticTokens/full',
    `${base}|`,
    {},
    show.tokens,
    [expect.stringMatching(/^\d+ tokens$/), '0 0 1 0 0'],
  ],
  [
    'tokens of a range are coloured',
    'semanticTokens/range',
    `${base}|`,
    { range: { start: { line: 5, character: 0 }, end: { line: 6, character: 0 } } },
    show.tokens,
    [expect.stringMatching(/^[1-4] tokens$/)],
  ],
  [
    'defaults are hinted at',
    'inlayHint',
    `${base}|`,
    { range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } },
    show.hints,
    [expect.stringMatching(/^5 defaultRequestTimeout: 5s/)],
  ],
  [
    'white space is formatted',
    'formatting',
    messy,
    { options: { tabSize: 2, insertSpaces: true } },
    show.edits,
    [expect.stringContaining('0:')],
  ],
  [
    'white space of a range is formatted',
    'rangeFormatting',
    messy,
    {
      range: { start: { line: 6, character: 0 }, end: { line: 6, character: 20 } },
      options: { tabSize: 2, insertSpaces: true },
    },
    show.edits,
    [expect.stringMatching(/^6:/)],
  ],
  [
    'a line below a key is indented',
    'onTypeFormatting',
    `${base}edge:\n|`,
    { ch: '\n', options: { tabSize: 2, insertSpaces: true } },
    show.edits,
    ['8:0-8:0 "  "'],
  ],
  [
    'findings are counted above the file',
    'codeLens',
    `${base}lnk: 1\n|`,
    {},
    show.lenses,
    [`release ${newestRelease()}`, expect.stringMatching(/^\d error/)],
  ],
  [
    'a typing error is fixed, suppressed here and in the file',
    'codeAction',
    `${base}forwarder:\n  idleCircuitTimeut: 60000|\n`,
    {
      range: { start: { line: 8, character: 3 }, end: { line: 8, character: 4 } },
      context: { diagnostics: [] },
    },
    show.titles,
    [
      'quickfix: Rename `idleCircuitTimeut` to `idleCircuitTimeout`',
      'quickfix: Suppress `unknown-key` on this line',
      'quickfix: Suppress `unknown-key` in this file',
      'quickfix: Turn off `unknown-key` for the project (routerfile.config.json)',
    ],
  ],
  [
    'all safe fixes are made at once where that is asked for',
    'codeAction',
    `${base}# routerfile disable-next-line trace-enabled -- none\n|`,
    {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [], only: ['source.fixAll'] },
    },
    show.titles,
    [expect.stringMatching(/^source\.fixAll: /)],
  ],
]

describe('a client that can do everything', () => {
  const state: { client?: Client } = {}
  const client = (): Client => state.client ?? expect.unreachable('no client')
  beforeAll(async () => {
    state.client = await connect(hello({ capabilities: full, settings: () => textOnly }))
  })
  afterAll(async () => expect(await client().stop()).toBe(0))

  test.each(sessions)('%s', async (feature, method, marked, more, shown, expected) => {
    const { text, position } = cursorIn(marked)
    const uri = `file:///somewhere/router-${sessions.findIndex(([name]) => name === feature)}.yaml`
    client().open(uri, text)
    const answer = await client().request(`textDocument/${method}`, asked(uri, position, more))
    const seen = Reflect.apply(shown, undefined, [answer])
    expect(seen).toEqual(expect.arrayContaining([...expected]))
    expect(seen.length).toBeGreaterThan(0)
    client().close(uri)
  })

  test('gets the findings of the linter, with tags, links, and the version of the text', async () => {
    const uri = 'file:///somewhere/tagged.yaml'
    const text = `${base}edge:\n  heartbeatIntervalSecond: 60\n# routerfile disable-next-line trace-enabled -- none\n`
    const next = client().next(uri)
    client().open(uri, text)
    const { diagnostics, version } = await next
    expect(version).toBe(1)
    const wanted = lint(text)
    expect(
      diagnostics.map(({ code, message, range: { start, end } }) => [
        code,
        message,
        start.line,
        start.character,
        end.line,
        end.character,
      ]),
    ).toEqual(
      wanted.map(({ rule, message, range: { start, end } }) => [
        rule,
        message,
        start.line,
        start.character,
        end.line,
        end.character,
      ]),
    )
    expect(wanted.length).toBeGreaterThan(1)
    // As long as no site is published, links lead to the pages of the package, where it has them.
    const links = diagnostics.flatMap(({ codeDescription }) => codeDescription?.href ?? [])
    expect(links.filter((link) => !existsSync(fileURLToPath(link)))).toEqual([])
    expect(diagnostics.find(({ code }) => code === 'unused-suppression')?.tags).toEqual([1])
    const gone = client().next(uri)
    client().close(uri)
    expect((await gone).diagnostics).toEqual([])
  })

  test.each([
    ['controller', controller, []],
    // Checked, hovered and completed, and nothing else.
    [
      'template',
      template,
      [expect.arrayContaining([expect.objectContaining({ code: 'csr-missing' })])],
    ],
    ['compose', compose, []],
  ])('leaves %s files alone', async (name, text, findings) => {
    const uri = `file:///somewhere/${name}.yaml`
    client().open(uri, text)
    // A selection grows in texts of every kind.
    const others = sessions.filter(
      ([, method]) =>
        method !== 'selectionRange' &&
        !(name === 'template' && ['completion', 'hover'].includes(method)),
    )
    for (const [, method, , more] of others) {
      const answer = await client().request(
        `textDocument/${method}`,
        asked(
          uri,
          { line: 1, character: 0 },
          { positions: [], context: { diagnostics: [] }, newName: 'x', ...more },
        ),
      )
      expect([null, '[]', '{"data":[]}'], method).toContain(
        answer === null ? null : JSON.stringify(answer),
      )
    }
    expect(
      client()
        .published.filter((item) => item.uri === uri && item.diagnostics.length > 0)
        .map(({ diagnostics }) => diagnostics),
    ).toEqual(findings)
    client().close(uri)
  })

  test('gets templates for an empty file that is named like a router', async () => {
    client().open('file:///somewhere/router.yaml', '')
    const answer = await client().request(
      'textDocument/completion',
      asked('file:///somewhere/router.yaml', { line: 0, character: 0 }, {}),
    )
    expect(answer).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 15 })]))
  })

  test('gets documentation when it resolves an item', async () => {
    client().open('file:///somewhere/r.yaml', `${base}edge:\n  \n`)
    const answer = await client().request(
      'textDocument/completion',
      asked('file:///somewhere/r.yaml', { line: 8, character: 2 }, {}),
    )
    const item = Array.isArray(answer) ? answer.find(({ label }) => label === 'csr') : undefined
    expect(item).not.toHaveProperty('documentation')
    expect(await client().request('completionItem/resolve', item)).toMatchObject({
      documentation: { kind: 'markdown', value: expect.stringContaining('type: map') },
    })
  })

  test('gets errors for what is wrong, and the server lives on', async () => {
    await expect(client().request('textDocument/hover', {})).rejects.toThrow()
    await expect(client().request('textDocument/nonsense', {})).rejects.toThrow(/nonsense/)
    await expect(
      client().request('workspace/executeCommand', { command: 'nonsense' }),
    ).rejects.toThrow(/unknown command/)
    client().change('file:///never/opened.yaml', 2, 'v: 3')
    client().close('file:///never/opened.yaml')
    expect(
      await client().request(
        'textDocument/hover',
        asked('file:///never/opened.yaml', { line: 0, character: 0 }, {}),
      ),
    ).toBeNull()
    expect(
      await client().request(
        'textDocument/hover',
        asked('file:///somewhere/r.yaml', { line: 900, character: 900 }, {}),
      ),
    ).toBeNull()
  })

  test('has a rule explained', async () => {
    expect(
      await client().request('workspace/executeCommand', {
        command: 'routerfile.explainRule',
        arguments: ['same-address'],
      }),
    ).toMatch(/^\*\*same-address\*\*: /)
  })
})
