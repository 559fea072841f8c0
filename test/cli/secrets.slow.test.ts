import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands as programCommands } from '../../src/generated/commands.js'
import { outputFormats } from '../../src/generated/formats.js'
import { toReportedConfig } from '../../src/generate/running.js'
import { serverCommands } from '../../server/generated/server-commands.js'
import { features } from '../../server/generated/features.js'
import { toRecord } from '../../src/document/record.js'
import { createNodeMachine } from '../../server/node-machine.js'
import { startInProcess } from '../support/in-process-server.js'
import { startNetwork } from '../support/network.js'
import { folderWith, runHere } from '../support/program.js'
import { uriOf } from '../support/serving.js'
import { yaml } from '../support/yaml.js'

/** Every secret below has this in it. */
const mark = 'mArK'

const pem = [
  '-----BEGIN EC PRIVATE KEY-----',
  `MHcCAQEEIB${mark}0oAoGCCqGSM49AwEHoUQDQgAE`,
  '-----END EC PRIVATE KEY-----',
]

const base64Pem = Buffer.from(`${pem.join('\n')}\n`).toString('base64')

/** How the key above is seen in base64, which has no mark. */
const base64Mark = base64Pem.slice(60, 80)

const identity = yaml`
  v: 3
  identity:
    cert: a.cert
    server_cert: a.chain
    key: a.key
    ca: "\${MY_TOKEN}/a.ca"
`

const rest = yaml`
  ctrl:
    endpoint: tls:ctrl.example.com:6262
    options:
      maxQueuedConnects: \${MY_TOKEN}
  csr:
    sans:
      dns: [north.example.com, "https://u:mArKz/a@b#c%d@h.example.com"]
      uri: ["https://u:mArKz e@h.example.com", "\${DB_PASS}"]
  link:
    dialers:
      - binding: transport
        bind: \${MY_TOKEN}
        retryBackoffFactor: \${MY_TOKEN}
    listeners:
      - binding: transport
        bind: "tls:0.0.0.0:10080"
        advertise: "tls:\${MY_TOKEN}:10080"
        groups: ["\${MY_TOKEN}", default]
        options: {connectTimeout: "https://u:mArKf@h"}
  listeners:
    - binding: edge
      address: tls:0.0.0.0:3022
      options:
        advertise: north.example.com:3022
  latencyProbeInterval: 0
  profile:
    cpu:
      path: "/tmp/\${MY_TOKEN}"
  web:
    - name: x
      bindPoints:
        - interface: 0.0.0.0:443
          address: \${DB_PASS}:443
      options:
        apiKey: mArKg
        credentials: {user: me, key: "mArKh h"}
        auth: [mArKi, "mArKj"]
        authorization: Bearer mArKk-l
      apis:
        - binding: health-checks
          options:
            credentials: mArKw
            Authorization: Bearer mArKx
`

/** Keys that the router does not know, with secrets in many forms. */
const unknown = yaml`
  proxy:
    type: http
    address: proxy.example.com:3128
    username: north
    password: mArK-proxy
  apiKey: mArK01
  api_key: "mArK02 and more"
  API-KEY: 'mArK03'
  credentials:
    user: me
    list:
    - mArK04
    - deep: {er: mArK05}
  auth: {user: mArK06,
    more: mArK07}
  passphrase: >-
    mArK08
    again mArK09
  jwtCookie: eyJhbGciOiJIUzI1NiJ9.mArK.c2ln
  dbPass: mArK10
  "pass\\u0077ord": mArK11
  anchored: &shared mArK12
  token: *shared
  again: *shared
  base: &base
    secretKey: mArK13
  merged:
    <<: *base
  dsn: "Server=db;User=me;Password=mArK14;More=x"
  header: "Authorization: Bearer mArK15"
  url: https://u:mArK16/a@b#c@h.example.com/x
  quoted: "https://u:mArK17 with space@h.example.com"
  engine: pkcs11:/usr/lib/softhsm.so?slot=1&pin=mArK18
  key64: BASE64
  escaped: "ESCAPED\\n"
  block: |
    PEM
  pem: pem:mArK19
  # password: mArK20
  # the token is mArK21
  env:
    - name: DB_PASSWORD
      value: mArK22
  commented: x # secret=mArK23
  privateKey: mArK24
  userToken: mArK25
  bearer: ["mArK26",
    'mArK27']
`
  .replace('BASE64', base64Pem)
  .replace('ESCAPED', pem.join('\\n'))
  .replace('PEM\n', `${pem.join('\n  ')}\n`)

const whole = `${identity}${rest}${unknown}`

const broken = `${whole}  broken: [${mark}-not-secret-by-itself\n`.replace(
  `${mark}-not-secret-by-itself`,
  'x',
)

const badPlaces = `${identity}${rest}token\npassword:\n${mark}28\napiKey x\n  secret: "${mark}29\n\tauth: ${mark}30\n`

const indent = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by)

const configMap = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: north\ndata:\n  router.yaml: |\n${indent(whole, '    ')}`

const kubernetesSecret = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: north\ndata:\n  other: ${Buffer.from(`${mark}31`).toString('base64')}\n  router.yaml: ${Buffer.from(whole).toString('base64')}\n`

const env = { MY_TOKEN: `${mark}-token`, DB_PASS: `${mark}-pass` }

const files = {
  'router.yml': whole,
  'other.yml': whole.replaceAll(mark, `other${mark}`),
  'fine.yml': `${identity}ctrl:\n  endpoint: tls:ctrl.example.com:6262\nproxy:\n  type: http\n  address: proxy.example.com:3128\n  username: me\n  password: ${mark}-fine\n`,
  'broken.yml': broken,
  'places.yml': badPlaces,
  'map.yaml': configMap,
  'secret.yaml': kubernetesSecret,
  'overlay.yml': `proxy:\n  password: ${mark}-overlay\nforwarder:\n  latencyProbeInterval: 1\n`,
  'values.yaml': `password: ${mark}32\ntoken: ${mark}33\n`,
  'router.env': `MY_TOKEN=${env.MY_TOKEN}\nDB_PASS=${env.DB_PASS}\n`,
  'routerfile.config.json': JSON.stringify({ envFile: 'router.env' }),
}

/** The marks in an output, with what is around them. */
const findMarks = (text: string): string[] => [
  ...(text.match(/.{0,60}mArK.{0,20}/gs) ?? []),
  ...(text.includes(base64Mark) ? ['the key in base64'] : []),
]

const formats = outputFormats.map(({ name }) => name)
const names = ['router.yml', 'other.yml', 'broken.yml', 'places.yml', 'map.yaml', 'secret.yaml']

/** Runs of each command without a network. */
const runs: readonly (readonly string[])[] = [
  ...formats.map((format) => ['lint', '--format', format, ...names]),
  ...names.map((name) => ['lint', '--verbose', name]),
  ['lint', '--kind', 'router', 'values.yaml'],
  ['lint', '--print-config', 'router.yml'],
  ['lint', '--fix', '--dry-run', '--unsafe', ...names],
  ['fix', '--dry-run', 'router.yml'],
  ['fix', '--check', 'router.yml'],
  ...['yaml', 'json'].flatMap((format) =>
    ['router.yml', 'fine.yml', 'broken.yml'].map((name) => [
      'effective',
      name,
      '--format',
      format,
      '--env-file',
      'router.env',
    ]),
  ),
  ['effective', 'router.yml', '--no-origins', '--env-file', 'router.env'],
  ['explain', 'proxy.password'],
  ...['pretty', 'json', 'markdown'].map((format) => [
    'upgrade',
    'router.yml',
    '--from',
    '1.1',
    '--to',
    '2.0',
    '--format',
    format,
  ]),
  ['upgrade', 'router.yml', '--from', '1.1', '--to', '2.0', '--fix', '--dry-run'],
  ...['text', 'json'].map((format) => ['diff', 'router.yml', 'other.yml', '--format', format]),
  ['diff', 'router.yml', 'fine.yml', '--env-file', 'router.env'],
  ['fmt', '--check', 'router.yml'],
  ['fmt', '--dry-run', '--sort', 'router.yml'],
  ['merge', 'fine.yml', 'overlay.yml', '--no-check'],
  ['merge', 'router.yml', 'overlay.yml', '--no-check'],
  ['merge', 'router.yml', 'overlay.yml'],
  ...['text', 'json', 'mermaid', 'dot'].map((format) => [
    'mesh',
    'router.yml',
    'other.yml',
    '--format',
    format,
  ]),
  ['generate', '--import', 'router.yml'],
  ['generate', '--import', 'fine.yml'],
  ['generate', '--import', 'fine.yml', '--diff', '-o', 'other.yml'],
  ['schema'],
  ['rules'],
  ['targets'],
]

describe('no command prints a secret', () => {
  test.each(runs.map((argv) => [argv.join(' '), argv] as const))('%s', async (_, argv) => {
    const { out, err } = await runHere(argv, { cwd: folderWith(files), env })
    expect(findMarks(out + err)).toEqual([])
    expect(err).not.toMatch(/unknown (?:flag|command)|internal error/)
  })

  test('every command is run here, but those that print nothing of a file', () => {
    const run = new Set(runs.map(([name]) => name))
    expect(
      programCommands
        .map(({ name }) => name)
        .filter((name) => !run.has(name))
        .sort(),
    ).toEqual(['api', 'completion', 'drift', 'language-server', 'pull', 'serve', 'ui'])
  })

  test('lint prints findings about lines with secrets', async () => {
    const { out } = await runHere(['lint', '--verbose', 'router.yml'], { cwd: folderWith(files) })
    expect(out).toMatch(/apiKey: \*+/)
  })
})

test.each([
  ['drift', ['drift', '.', '--env-file', 'router.env']],
  ['drift without the environment', ['drift', '.']],
  ['drift in JSON', ['drift', '.', '--format', 'json']],
  ['pull', ['pull', '-o', 'pulled/{name}.yml']],
  ['pull over other files', ['pull', '-o', '{name}.yml', '--diff', '--force']],
  ['lint of what runs', ['lint', '--live', '--verbose']],
  ['mesh of what runs', ['mesh', '--live', '--format', 'json']],
])('%s shows no secret of a router', async (_, argv) => {
  const reported = whole
    .replace('type: http', 'type: other')
    .replaceAll(mark, `run${mark}`)
    .replace(/^anchored.*\n|^again.*\n/gm, '')
    .replace('*shared', 'mArKrun')
  const { url } = await startNetwork({
    runningRouters: async () => [
      {
        name: 'router',
        file: '/etc/ziti/router.yml',
        version: 'v2.0.3',
        config: toReportedConfig(reported, { MY_TOKEN: 'open', DB_PASS: 'open' }) ?? {},
      },
    ],
  })
  const cwd = folderWith({ 'router.yml': whole, 'router.env': files['router.env'] })
  const { out, err } = await runHere(argv, {
    cwd,
    env: {
      HOME: '/nonexistent',
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: 'admin',
      ROUTERFILE_PASSWORD: 'orchard-gate',
      ...env,
    },
  })
  expect(findMarks(out + err)).toEqual([])
  expect(err).not.toMatch(/unknown (?:flag|command)|internal error/)
  if (argv.includes('pulled/{name}.yml'))
    expect(findMarks(readFileSync(join(cwd, 'pulled/router.yml'), 'utf8'))).toEqual([])
})

describe('what is written to a file, or to an output that is named, is whole', () => {
  test.each([
    ['-o FILE', ['-o', 'merged.yml']],
    ['-o -', ['-o', '-']],
  ])('merge %s', async (_, flags) => {
    const cwd = folderWith(files)
    const { out } = await runHere(['merge', 'fine.yml', 'overlay.yml', '--no-check', ...flags], {
      cwd,
    })
    const text = flags.includes('-') ? out : readFileSync(join(cwd, 'merged.yml'), 'utf8')
    expect(text).toContain(`password: ${mark}-overlay`)
  })

  test('merge without -o says that secrets are missing', async () => {
    const { out, err } = await runHere(['merge', 'fine.yml', 'overlay.yml', '--no-check'], {
      cwd: folderWith(files),
    })
    expect(out).toContain('password: …')
    expect(err).toContain('secrets are shown as …')
  })
})

describe('a patch', () => {
  const text = (first: string, last: string): string =>
    `${identity}ctrl:\n  endpoint: tls:ctrl.example.com:6262\n${first}forwarder:\n  idleTxInterval: 60000\n  latencyProbeInterval: 10\n${last}`

  test('applies if no changed line holds a secret', async () => {
    const proxy = `proxy:\n  type: http\n  address: proxy.example.com:3128\n  password: ${mark}\n`
    const cwd = folderWith({ 'router.yml': text(proxy, 'edge: {}\n') })
    const { out, err } = await runHere(['fix', '--dry-run', 'router.yml'], { cwd })
    expect(out).toContain('-  latencyProbeInterval')
    expect(findMarks(out)).toEqual([])
    expect(err).not.toContain('cannot be applied')
    execFileSync('git', ['apply', '-'], { cwd, input: out })
    const fixed = readFileSync(join(cwd, 'router.yml'), 'utf8')
    expect(fixed).toContain(mark)
    expect(fixed).not.toContain('latencyProbeInterval')
  })

  test('with a changed line that holds a secret hides it, and says that it does not apply', async () => {
    const cwd = folderWith({ 'router.yml': text('', `proxy: {type: http,   password: ${mark}}\n`) })
    const { out, err } = await runHere(['fmt', '--dry-run', 'router.yml'], { cwd })
    expect(findMarks(out)).toEqual([])
    expect(out).toContain('+proxy: {type: http, password: *')
    expect(err).toContain('cannot be applied')
  })
})

test('effective shows the names of variables instead of their values', async () => {
  const { out } = await runHere(
    ['effective', 'router.yml', '--format', 'json', '--env-file', 'router.env'],
    { cwd: folderWith(files) },
  )
  expect(out).toContain('${MY_TOKEN}')
  expect(out).toContain('"path": [')
})

type Client = Awaited<ReturnType<typeof startInProcess>>

/** Requests that answer with places, with links between listed routers, or with text that the editor writes into the file. */
const unasked = [
  'callHierarchy/incomingCalls',
  'callHierarchy/outgoingCalls',
  'completionItem/resolve',
  'textDocument/formatting',
  'textDocument/onTypeFormatting',
  'textDocument/prepareRename',
  'textDocument/rangeFormatting',
  'textDocument/rename',
  'textDocument/selectionRange',
  'textDocument/semanticTokens/range',
  'workspace/willRenameFiles',
]

const wholeRange = {
  start: { line: 0, character: 0 },
  end: { line: whole.split('\n').length, character: 0 },
}

/** What to ask about the whole file, or all files. */
const listFileRequests = (uri: string): [method: string, params: object][] => [
  ...[
    'documentSymbol',
    'foldingRange',
    'documentLink',
    'codeLens',
    'semanticTokens/full',
    'diagnostic',
  ].map((name): [string, object] => [`textDocument/${name}`, { textDocument: { uri } }]),
  ['textDocument/inlayHint', { textDocument: { uri }, range: wholeRange }],
  ['workspace/symbol', { query: '' }],
  ['workspace/diagnostic', { previousResultIds: [] }],
]

/** What to ask at the key, the value, a variable and the end of each line. */
const listPlaceRequests = (uri: string): [method: string, params: object][] =>
  whole.split('\n').flatMap((text, line) =>
    [...new Set([2, text.indexOf(':') + 2, text.indexOf('$') + 3, text.length])].flatMap(
      (character) => {
        const position = { line, character: Math.min(Math.max(0, character), text.length) }
        return [
          'hover',
          'completion',
          'definition',
          'documentHighlight',
          'references',
          'prepareCallHierarchy',
        ].map((name): [string, object] => [
          `textDocument/${name}`,
          { textDocument: { uri }, position, context: { includeDeclaration: true } },
        ])
      },
    ),
  )

/** The titles of code actions: their edits are made in the file itself, where its secrets stay. */
async function listActionTitles({ connection }: Client, uri: string): Promise<string[]> {
  const actions = await connection.sendRequest<readonly { title: string }[] | null>(
    'textDocument/codeAction',
    { textDocument: { uri }, range: wholeRange, context: { diagnostics: [] } },
  )
  return (actions ?? []).map(({ title }) => title)
}

/** The answer of a command, or its refusal; without the text of an upgrade, which the editor writes into the file. */
const executeCommand = async (client: Client, name: string, uri: string): Promise<string> =>
  client.execute(name, uri, name.endsWith('upgrade') ? '2.0' : 'proxy.password').then(
    (value) =>
      `${name} ${JSON.stringify(name.endsWith('upgrade') ? { ...toRecord(value), text: '' } : value)}`,
    (error: unknown) => `${name} ${String(error)}`,
  )

test('the language server shows no secret in any answer', async () => {
  const folder = folderWith(files)
  const uri = uriOf(folder, 'router.yml')
  const client = await startInProcess({
    machine: createNodeMachine(),
    folders: [uriOf(folder)],
    capabilities: {
      textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } },
    },
    settings: { envFile: 'router.env' },
  })
  for (const name of Object.keys(files))
    client.open(uriOf(folder, name), readFileSync(join(folder, name), 'utf8'))
  const requests = [...listFileRequests(uri), ...listPlaceRequests(uri)]
  const answers: string[] = []
  for (const [method, params] of requests)
    answers.push(
      await client.connection.sendRequest(method, params).then(
        (value) => `${method} ${JSON.stringify(value)}`,
        (error: unknown) => `${method} ${String(error)}`,
      ),
    )
  answers.push(...(await listActionTitles(client, uri)))
  for (const { name } of serverCommands) answers.push(await executeCommand(client, name, uri))
  answers.push(JSON.stringify(client.received('textDocument/publishDiagnostics')))
  expect(answers.length).toBeGreaterThan(200)
  expect(answers.flatMap(findMarks)).toEqual([])
  const asked = new Set([
    ...requests.map(([method]) => method),
    'textDocument/codeAction',
    'workspace/executeCommand',
  ])
  expect(
    features
      .map(({ method }) => method)
      .filter((method) => !asked.has(method))
      .sort(),
  ).toEqual(unasked)
})
