import { describe, expect, test } from 'vitest'
import { createNodeMachine } from '../../server/node-machine.js'
import { folderWith } from '../support/folders.js'
import type { InProcessClient } from '../support/in-process-server.js'
import { startInProcess } from '../support/in-process-server.js'
import { uriOf } from '../support/serving.js'

const values = `edge:
  port: 3022
  host: router.example.com
  password: hunter2
  sans: [a, b]
name: north
`

/** A ConfigMap of a chart with a router file. */
const configMap = (router: string): string =>
  `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "router.fullname" . }}
  labels:
    {{- include "router.labels" . | nindent 4 }}
data:
  router.yaml: |
${router.replaceAll(/^(?=.)/gm, '    ')}`

const before = `v: 3
identity:
  cert: a.cert
  key: a.key
  ca: a.ca
ctrl:
  endpoint: tls:{{ .Values.ctrl }}:6262
`

/** A text in which `¦` marks the cursor, and where that is. */
function cursorIn(marked: string): { text: string; position: { line: number; character: number } } {
  const lines = marked.slice(0, marked.indexOf('¦')).split('\n')
  return {
    text: marked.replace('¦', ''),
    position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 },
  }
}

type Answer = { contents?: { value: string }; items?: { label: string }[] }

/** Opens a template of a chart, and asks at the cursor. */
async function ask(
  method: string,
  marked: string,
  {
    path = 'templates/config.yaml',
    files = {},
  }: { path?: string; files?: Readonly<Record<string, string>> } = {},
): Promise<{ answer: unknown; folder: string; client: InProcessClient }> {
  const folder = folderWith({
    'chart/Chart.yaml': 'name: router\n',
    'chart/values.yaml': values,
    ...files,
  })
  const { text, position } = cursorIn(marked)
  const client = await startInProcess({ folders: [uriOf(folder)], machine: createNodeMachine() })
  const uri = uriOf(folder, 'chart', path)
  client.open(uri, text)
  const answer = await client.connection.sendRequest(`textDocument/${method}`, {
    textDocument: { uri },
    position,
  })
  return { answer, folder, client }
}

const hover = async (...asked: [marked: string, options?: Parameters<typeof ask>[2]]) =>
  ((await ask('hover', ...asked)).answer as Answer | null)?.contents?.value ?? ''

const labels = async (marked: string): Promise<string[]> =>
  ((await ask('completion', marked)).answer as { label: string }[]).map(({ label }) => label)

describe('beside the tags of a Helm template', () => {
  const shapes: [what: string, wrap: (router: string) => string][] = [
    ['a ConfigMap', configMap],
    ['a whole file', (router) => router],
  ]
  describe.each(shapes)('in %s', (_, wrap) => {
    test('a key is hovered', async () => {
      expect(await hover(wrap(`${before}link:\n  dia¦lers: []\n`))).toContain('link')
    })

    test('the value that a tag inserts is not made up', async () => {
      const text = await hover(wrap(before.replace('endpoint', 'end¦point')))
      expect(text).toContain('ndpoint')
      expect(text).not.toContain('__')
    })

    test('keys and values are completed', async () => {
      expect(await labels(wrap(`${before}listeners:\n  - binding: ¦\n`))).toContain('tunnel')
      expect(
        await labels(wrap(`${before}{{- if .Values.edge }}\nforwarder:\n  ¦\n{{- end }}\n`)),
      ).toContain('idleTxInterval')
      expect(
        await labels(wrap(`${before}csr:\n  country: {{ .Values.country | quote }}\n  ¦\n`)),
      ).toContain('sans')
    })

    test('nothing is offered instead of a tag, or in one', async () => {
      for (const value of ['{{ .Values.a }}¦', '{{ .Val¦ues.a }}', '¦{{ .Values.a }}', '{{¦'])
        expect(await labels(wrap(`${before}listeners:\n  - binding: ${value}\n`))).toEqual([])
    })
  })
})

const references: [tag: string, line: number][] = [
  ['{{ .Values.edge.po¦rt }}', 1],
  ['{{ .Values.ed¦ge.port }}', 0],
  ['{{ $.Values.edge.po¦rt }}', 1],
  ['{{- .Values.edge.po¦rt | default 3022 | quote -}}', 1],
  ['{{ default "x" .Values.edge.po¦rt }}', 1],
  ['{{ index .Values "edge" "po¦rt" }}', 1],
  ['{{ index .Values.edge "po¦rt" }}', 1],
  ['{{ index $.Values "ed¦ge" "port" }}', 0],
  ['{{ (index .Values "edge").port }}{{ .Values.na¦me }}', 5],
  ['{{ if .Values.edge.po¦rt }}1{{ end }}', 1],
  ['"{{ .Values.na¦me }}"', 5],
]

describe('a value that a template names', () => {
  test.each(references)('%s leads to the file of values', async (tag, line) => {
    for (const wrap of [configMap, (text: string) => text]) {
      const { answer, folder } = await ask('definition', wrap(`${before}link: ${tag}\n`))
      expect(answer).toEqual([expect.objectContaining({ uri: uriOf(folder, 'chart/values.yaml') })])
      expect(answer).toMatchObject([{ range: { start: { line } } }])
    }
  })

  test('is followed from folders of templates, and to the files of sites', async () => {
    const { answer, folder } = await ask('definition', `${before}link: {{ .Values.na¦me }}\n`, {
      path: 'templates/routers/config.yaml',
      files: { 'chart/values-prod.yaml': '# prod\nname: south\n', 'values.yaml': 'name: other\n' },
    })
    expect(answer).toMatchObject([
      { uri: uriOf(folder, 'chart/values.yaml'), range: { start: { line: 5, character: 0 } } },
      { uri: uriOf(folder, 'chart/values-prod.yaml'), range: { start: { line: 1 } } },
    ])
  })

  test('is followed outside of the router file, and in a file that is open and not saved', async () => {
    const { folder, client } = await ask('definition', configMap(before.replace('v', '¦v')))
    const uri = uriOf(folder, 'chart/values.yaml')
    client.open(uri, '# new\n\nfull: x\n')
    const { text, position } = cursorIn(
      configMap(before).replace('include "router.fullname" .', '.Values.fu¦ll'),
    )
    const template = uriOf(folder, 'chart/templates/other.yaml')
    client.open(template, text)
    expect(
      await client.connection.sendRequest('textDocument/definition', {
        textDocument: { uri: template },
        position,
      }),
    ).toMatchObject([{ uri, range: { start: { line: 2 } } }])
  })

  test('has its value in the hover, beside the key that it is for', async () => {
    const text = await hover(configMap(`${before}v2: {{ .Values.edge.ho¦st }}\n`))
    expect(text).toBe('.Values.edge.host is router.example.com in values.yaml, line 3')
    const endpoint = await hover(configMap(before.replace('.Values.ctrl', '.Values.edge.ho¦st')))
    expect(endpoint).toMatch(
      /^.Values.edge.host is router.example.com[\s\S]*controller[\s\S]*what the template inserts/,
    )
  })

  test('is said to be missing', async () => {
    expect(await hover(`${before}link: {{ .Values.edge.no¦ne }}\n`)).toContain(
      '.Values.edge.none is not in values.yaml',
    )
    expect(
      await hover(`${before}link: {{ .Values.edge.no¦ne }}\n`, {
        files: { 'chart/values.yaml': '', 'chart/Chart.yaml': '' },
      }),
    ).toContain('.Values.edge.none is not in values.yaml')
  })

  test('is never shown if it may be secret', async () => {
    const text = await hover(`${before}link: {{ .Values.edge.pass¦word }}\n`)
    expect(text).toContain('not shown')
    expect(text).not.toContain('hunter2')
  })

  test('that is a list or map is called one', async () => {
    expect(await hover(`${before}link: {{ .Values.edge.sa¦ns }}\n`)).toContain('is a list in')
    expect(await hover(`${before}link: {{ .Values.ed¦ge }}\n`)).toContain('is a map in')
  })
})
