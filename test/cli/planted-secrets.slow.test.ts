import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolderBoard } from '../../src/cli/commands/ui/folder-board.js'
import { watchFolder } from '../../src/cli/commands/ui/folder-changes.js'
import type { LocalFiles } from '../../src/cli/commands/ui/local-files.js'
import { createLocalFiles } from '../../src/cli/commands/ui/local-files.js'
import { outputFormats } from '../../src/generated/formats.js'
import { serverCommands } from '../../server/generated/server-commands.js'
import { createNodeMachine } from '../../server/node-machine.js'
import { toRecord } from '../../src/document/record.js'
import { openProject } from '../../src/project/project.js'
import { defaultSettings } from '../../src/project/settings.js'
import { toReportedConfig } from '../../src/generate/running.js'
import { startInProcess } from '../support/in-process-server.js'
import { startNetwork } from '../support/network.js'
import { folderWith, runHere } from '../support/program.js'
import { uriOf } from '../support/serving.js'
import { fromFragment, toFragment, withoutSecrets } from '../../web/playground/share.js'

/** Every secret has this in it. */
const mark = 'pLaNt'

const pem = [
  '-----BEGIN EC PRIVATE KEY-----',
  `MHcCAQEEIB${mark}0oAoGCCqGSM49AwEHoUQDQgAE`,
  '-----END EC PRIVATE KEY-----',
]

const indent = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by)

/** A router file with lines of `proxy`, with findings beside them. */
const withProxy = (proxy: string, rest = ''): string =>
  `v: 3
identity: { cert: a.cert, server_cert: b.chain, key: c.key, ca: d.ca }
ctrl: { endpoint: "tls:ctrl.example.com:6262" }
csr: { sans: { dns: [router.example.com] } }
forwarder:
  latencyProbeInterval: 10
  linkDialWorkerCount: 1
link:
  dialers: [{ binding: transport }]
proxy:
  type: http
  address: proxy.example.com:3128
  username: north
${indent(proxy, '  ')}
${rest}`

/** A web server whose values are all the same. */
const webOf = (value: string): string => `web:
  - name: "${value}"
    bindPoints: [{ interface: "${value}", address: "${value}" }]
    apis: [{ binding: "${value}" }]
    options: { minTLSVersion: "${value}", idleTimeout: "${value}" }
listeners:
  - binding: edge
    address: "${value}"
    options: { advertise: "${value}" }
  - binding: tunnel
    options:
      mode: tproxy
      resolver: "${value}"
      lanIf: "${value}"
      dnsSvcIpRange: "${value}"
      services: ["${value}"]
`

/** The environment of the router. */
const env = { OPEN: '1', MY_TOKEN: `${mark}-token` }

const shapes: Record<string, string> = {
  plain: withProxy(`password: ${mark}1`),
  'a dollar sign inside': withProxy(`password: ${mark}$word9`),
  'a dollar sign first': withProxy(`password: $${mark}9`),
  'a dollar sign last': withProxy(`password: ${mark}$`),
  'a variable beside it': withProxy(`password: ${mark}\${OPEN}x`),
  'single quotes': withProxy(`password: '${mark} it''s # 2'`),
  'double quotes': withProxy(`password: "${mark} \\"q\\" \\u0041 3"`),
  'double quotes with escaped letters': withProxy(`password: "pL\\x61Nt4"`),
  'double quotes over lines': withProxy(`password: "one\n  ${mark}\n\n  two"`),
  'plain over lines': withProxy(`password: one\n  ${mark}5\n  two`),
  literal: withProxy(`password: |\n  ${mark}6\n  more`),
  'literal with indentation': withProxy(`password: |2-\n    ${mark}6\n  more`),
  folded: withProxy(`password: >-\n  ${mark}7\n  more`),
  'a number with letters': withProxy(`password: 0x7${mark}`),
  'a tag': withProxy(`password: !!str ${mark}8`),
  'a list where a string belongs': withProxy(`password: [${mark}9, "${mark}10"]`),
  'a map where a string belongs': withProxy(`password: {${mark}11: ${mark}12}`),
  'a block list': withProxy(`password:\n- ${mark}13\n- x: ${mark}14`),
  'the value in the next line': withProxy(`password:\n  ${mark}15`),
  'an explicit key': withProxy(`? password\n: ${mark}16`),
  'a quoted key': withProxy(`"password": ${mark}17`),
  'an escaped key': withProxy(`"pass\\u0077ord": ${mark}18`),
  'another case': withProxy(`Password: ${mark}19`),
  'a misspelled key': withProxy(`passwrod: ${mark}20`),
  'a duplicate key': withProxy(`password: ${mark}21\npassword: ${mark}22`),
  'an anchor': withProxy(`password: &p ${mark}23\nagain: *p`),
  'an alias': withProxy(`password: *p`, `extra: &p ${mark}24\n`).replace(
    /^(v: 3)/,
    `x: &p ${mark}24\n$1`,
  ),
  'a merge': withProxy(`<<: *base`).replace(/^(v: 3)/, `x: &base {password: ${mark}25}\n$1`),
  'a default of a variable': withProxy(`password: \${PASS:-${mark}26}`),
  'a URL': withProxy(`url: "https://u:${mark}27@proxy.example.com/"`),
  'a URL as address': withProxy('password: x').replace(
    'proxy.example.com:3128',
    `http://u:${mark}28@proxy.example.com:3128`,
  ),
  'a URL in csr': withProxy('', '').replace(
    'router.example.com',
    `"https://u:${mark}29@h.example.com"`,
  ),
  'a comment': withProxy(`password: x # was ${mark}30`),
  'a comment line': withProxy(`# password: ${mark}31`),
  'an unknown key': withProxy('', `apiToken: ${mark}32\n`),
  'an unknown list': withProxy('', `tokens: [${mark}33, {a: ${mark}34}]\n`),
  'an unknown pair': withProxy('', `env:\n  - name: DB_PASSWORD\n    value: ${mark}35\n`),
  'an unknown pair in another order': withProxy(
    '',
    `env:\n  - value: ${mark}36\n    name: DB_PASSWORD\n`,
  ),
  'an unknown flow pair': withProxy('', `env: [{value: ${mark}36, name: DB_PASSWORD}]\n`),
  'a key with pem': withProxy('', 'x: 1\n').replace('c.key', `"pem:${pem.join('\\n')}"`),
  'a key as block': withProxy('').replace(
    /^identity.*$/m,
    `identity:\n  cert: a\n  server_cert: b\n  ca: d\n  key: |\n${indent(`pem:${pem.join('\n')}`, '    ')}`,
  ),
  flow: withProxy('').replace(
    /^proxy:[^]*$/m,
    `proxy: {type: http, username: x, password: ${mark}37, address: "p:1"}\n`,
  ),
  'flow with quotes': withProxy('').replace(
    /^proxy:[^]*$/m,
    `proxy: {"type": "http", "password":"${mark} 38", address: "p:1"}\n`,
  ),
  JSON: JSON.stringify({
    v: 3,
    identity: { cert: 'a', server_cert: 'b', key: 'c', ca: 'd' },
    ctrl: { endpoint: 'tls:ctrl.example.com:6262' },
    csr: { sans: { dns: ['r.example.com'] } },
    forwarder: { latencyProbeInterval: 10, linkDialWorkerCount: 1 },
    link: { dialers: [{ binding: 'transport' }] },
    proxy: { type: 'http', password: `${mark}39 "x"`, address: 'p:1' },
  }),
  'an anchor at a known key': withProxy('password: *p').replace(
    'binding: transport',
    `binding: &p ${mark}47`,
  ),
  'an anchored list at a known key': withProxy('password: *p').replace(
    '[router.example.com]',
    `&p [${mark}48 x]`,
  ),
  'a variable of a secret at a known key': withProxy('password: ${OPEN}').replace(
    'tls:ctrl',
    'tls:${OPEN}/ctrl',
  ),
  'a secret variable at a known key': withProxy('').replace('tls:ctrl', 'tls:${MY_TOKEN}/ctrl'),
  'a default of a secret variable at a known key': withProxy('').replace(
    'tls:ctrl.example.com',
    `tls:\${MY_PASSWORD:-${mark}49}`,
  ),
  'a token at a known key': withProxy('').replace(
    'tls:ctrl.example.com:6262',
    `eyJhbGciOiJIUzI1NiJ9.${mark}50.c2ln`,
  ),
  'a connection string at a known key': withProxy('').replace(
    'tls:ctrl.example.com:6262',
    `Server=db;User=me;Password=${mark}51`,
  ),
  'a long URL at a known key': withProxy('').replace(
    'tls:ctrl.example.com:6262',
    `https://someone:${`${mark}-`.repeat(20)}@ctrl.example.com:6262`,
  ),
  'a URL that is longer than what is searched': withProxy('').replace(
    'tls:ctrl.example.com:6262',
    `https://someone:${`${mark}-`.repeat(300)}@ctrl.example.com:6262`,
  ),
  'a URL in each known key': withProxy('', webOf(`https://u:${mark}52@h:1`)).replace(
    'binding: transport',
    `binding: transport, groups: ["https://u:${mark}52@h"], bind: "https://u:${mark}52@h"`,
  ),
  'a URL as name of a key': withProxy('', `"https://u:${mark}53@h": 1\n`),
  'names below a secret': withProxy(`password: {${mark}54: 1, ${mark}54: 2, ~: 3, 12: ~/${mark}}`),
  'a placeholder': withProxy(`password: "<${mark} 55>"`),
  'a placeholder with a default': withProxy(`password: '{{ .Values.pw | default "${mark}56" }}'`),
  'a template with a default': withProxy(
    `password: {{ .Values.pw | default "${mark}57" | quote }}`,
  ).replace('10', '{{ .Values.interval | default 10 }}'),
  'a path from home': withProxy(`password: ~/${mark}58`),
  'a comment that hides findings': withProxy(
    '',
    `# routerfile disable-line nothing password: ${mark}59\n# routerfile disable-lin token=${mark}60\n`,
  ),
  broken: withProxy(`password: "${mark}40`, 'link: [\n'),
  'broken without a colon': withProxy(`password ${mark}61\nsecret\n  ${mark}62`),
  'broken by a tab': withProxy(`password:\n\t${mark}63`),
  'broken by a sign': withProxy(`password: @${mark}64`),
  'broken by a colon': withProxy(`password: ${mark}: 65`),
  'broken before': withProxy(`password: ${mark}41`).replace('v: 3', 'v: 3\nbad: [}'),
  CRLF: withProxy(`password: ${mark}42`).replaceAll('\n', '\r\n'),
}
const byLines: Record<string, string> = {
  'a space before the colon': `password : ${mark}70`,
  'a tab after the colon': `password:\t${mark}71`,
  'two spaces and a comment': `password:  ${mark}72  # ${mark}72`,
  'single quotes over lines': `password: 'one\n\n  ${mark}73'`,
  'kept line ends': `password: |+\n  ${mark}74\n\n\n`,
  'a block below an anchor and a tag': `password: &pw !!str |-\n  ${mark}75`,
  'a tag of somebody': `password: !vault ${mark}76`,
  binary: `password: !!binary ${mark}77`,
  'a null beside it': `password: ~${mark}78`,
  'a boolean in it': `password: true${mark}79`,
  'a negative number': `password: -1${mark}`,
  'an anchor without alias': `password: &pw ${mark}80`,
  'a key in capitals': `PASSWORD: ${mark}81`,
  'a key with a number': `password2: ${mark}82`,
  'a quoted key with a blank': `"password ": ${mark}83`,
  'a dotted key': `proxy.password: ${mark}84`,
  'a list of maps': `passwords:\n- {name: a, password: ${mark}85}\n- name: b\n  password: ${mark}85`,
  'a flow map over lines': `more: {\n  password:\n    ${mark}86,\n  other: 1 }`,
  'a flow list over lines': `password: [\n  ${mark}87,\n  "${mark}87" ]`,
  'JSON in a string': `config: '{"user":"u","password":"${mark}88"}'`,
  'YAML in a string': `config: "user: u\\npassword: ${mark}89\\n"`,
  'YAML in a block': `config: |\n  user: u\n  password: ${mark}90\n  more: x`,
  'a default in a URL': `url: "https://u:\${PASS:-${mark}91}@h.example.com"`,
  'a query of a URL': `url: "https://h.example.com/?access_token=${mark}92&x=1"`,
  'a header': `headers: ["Authorization: Bearer ${mark}93abc"]`,
  'an argument': `command: "curl -u me:${mark}94 https://h"`,
  'a command with a flag': `command: ["--password", "${mark}95"]`,
  'a command with a flag over lines': `command:\n- --password\n- ${mark}95\n- "--api-key"\n- '${mark}95'`,
  'a command with a flag in a line': `command: tool --password ${mark}95 --more`,
  'an export in a comment': `# export PROXY_PASSWORD=${mark}96`,
  'a list in a comment': `# passwords:\n#   - ${mark}97`,
  'a next line break': `password: ${mark}98\u0085more${mark}98`,
  'a line separator': `password: "${mark}99\u2028more${mark}99"`,
}
for (const [name, line] of Object.entries(byLines)) shapes[name] = withProxy(line)
shapes['another document'] = `${withProxy('password: x')}---\nproxy: {password: ${mark}100}\n`
shapes['merges of a list'] = withProxy('<<: [*one, *two]').replace(
  /^(v: 3)/,
  `x: &one {user: ${mark.toLowerCase()}}\ny: &two {password: ${mark}101}\n$1`,
)
shapes['an alias of a list'] = withProxy(`password: *p`).replace(
  /^(v: 3)/,
  `x: &p [${mark}102, {a: ${mark}102}]\n$1`,
)
shapes['a PIN of a key'] = withProxy('').replace(
  'c.key',
  `"pkcs11:///usr/lib/softhsm.so?slot=1&pin=${mark}103"`,
)
shapes['a PIN in a path'] = withProxy('').replace(
  'c.key',
  `"pkcs11:token=t;object=k;pin-value=${mark}104"`,
)
shapes['a user in an address'] = withProxy('').replace(
  'tls:ctrl.example.com:6262',
  `tls:me:${mark}105@ctrl.example.com:6262`,
)
shapes['a byte order mark'] = `\uFEFF${withProxy(`password: ${mark}106`)}`
shapes['old line ends'] = withProxy(`password: ${mark}107`).replaceAll('\n', '\r')

/** Defaults of variables at open keys, beside a secret that uses the variable. */
const byDefaults: Record<string, [password: string, ...others: string[]]> = {
  'of a variable that a secret uses': ['${OTHER}', `\${OTHER:-${mark}108}`],
  'with another operator': ['${OTHER}', `\${OTHER-${mark}109}`, `\${OTHER:=${mark}109}`],
  'of a default': ['${OTHER}', `\${OTHER:-\${MORE:-${mark}110}}`],
  'of a variable that is a default': ['${OTHER}', '${OTHER:-${MORE}}', `\${MORE:-${mark}111}`],
  'of a default of a secret': ['${OTHER:-${MORE}}', `x-\${MORE:-${mark}112}-x`],
  'that a secret has, too': [`\${OTHER:-${mark}113}`, `\${MORE:-${mark}113}`],
  'with words': ['"a ${OTHER} b"', `\${OTHER:-${mark} 114 x}`],
  'in a broken text': ['${OTHER}', `\${OTHER:-${mark}116}`, 'a" : ]'],
  'that nothing closes': ['${OTHER}', `\${OTHER:-${mark}115`],
}
for (const [name, [password, first = '', second = first]] of Object.entries(byDefaults))
  shapes[`a default ${name}`] = withProxy(
    `password: ${password}`,
    `${webOf(first)}plugins: ["${second}"]\n`,
  )
    .replace('tls:ctrl', `tls:${first}`)
    .replace('router.example.com', `"${second}.example.com"`)
    .replace('binding: transport', `binding: transport, groups: ["${second}"]`)

/** A number that is also a secret. */
const number = 110110110
for (const written of [`${number}`, '0x690259e', `${number}ms`, `"${number}"`]) {
  shapes[`${written} of an anchor`] = withProxy('password: *shared')
    .replace('v: 3', `v: 3\napiToken: &shared ${written}`)
    .replace('Interval: 10', 'Interval: *shared')
    .replace('Count: 1', 'Count: *shared')
  shapes[`${written} of an alias`] = withProxy('password: *shared')
    .replace('Interval: 10', `Interval: &shared ${written}`)
    .replace('Count: 1', 'Count: *shared')
  shapes[`${written} in a merged map`] = withProxy('<<: *shared').replace(
    /^(v: 3)[^]*?Count: 1$/m,
    (before) =>
      before
        .replace(/^v: 3/, `base: &shared {password: &number ${written}}\nv: 3`)
        .replace('Interval: 10', 'Interval: *number')
        .replace('Count: 1', 'Count: *number'),
  )
}
shapes['a ConfigMap'] =
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: n}\ndata:\n  router.yaml: |\n${indent(withProxy(`password: ${mark}$43`), '    ')}`
shapes['a quoted ConfigMap'] =
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: n}\ndata:\n  router.yaml: ${JSON.stringify(withProxy(`password: "${mark} 44"`))}\n`
shapes['a Secret'] =
  `apiVersion: v1\nkind: Secret\nmetadata: {name: n}\nstringData:\n  router.yaml: |\n${indent(withProxy(`password: ${mark}45`), '    ')}`
shapes['values'] = `router:\n  config: |\n${indent(withProxy(`password: ${mark}46`), '    ')}`

const findMarks = (text: string): string[] =>
  [...text.matchAll(/pLaNt|pL.{1,4}61Nt|pL…Nt|110110110|110110\.11|30h35m10|690259e/gs)].map(
    ({ index }) => text.slice(Math.max(0, index - 70), index + 30),
  )

const formats = outputFormats.map(({ name }) => name)

const flags = formats.flatMap((format) => [
  '-f',
  format === 'pretty' ? format : `${format}=out.${format}`,
])

describe.each(Object.entries(shapes))('a secret is not shown: %s', (name, text) => {
  const file = name === 'JSON' ? 'router.json' : 'router.yml'
  const given =
    name === 'a variable of a secret at a known key' ? { ...env, OPEN: `${mark}-held` } : env
  const flagsOfEnv = Object.entries(given).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const files = { [file]: text, 'plain.yml': withProxy('password: other') }
  test('by commands', async () => {
    const cwd = folderWith(files)
    const found: string[] = []
    const note = async (...argv: string[]): Promise<void> => {
      const { out, err } = await runHere(argv, { cwd, env: {} })
      expect(err).not.toMatch(/unknown (?:flag|command)|internal failure/)
      for (const hit of findMarks(out + err)) found.push(`${argv.join(' ')}: ${hit}`)
    }
    await note('lint', '--verbose', ...flags, file)
    for (const format of formats.filter((other) => other !== 'pretty'))
      for (const hit of findMarks(readFileSync(join(cwd, `out.${format}`), 'utf8')))
        found.push(`${format}: ${hit}`)
    await note('lint', file, ...flagsOfEnv)
    await note('lint', '--verbose', '--format', 'json', file, ...flagsOfEnv)
    await note('lint', file, '--write-baseline', 'baseline.json', ...flagsOfEnv)
    for (const hit of findMarks(readFileSync(join(cwd, 'baseline.json'), 'utf8')))
      found.push(`baseline: ${hit}`)
    await note('effective', file, ...flagsOfEnv)
    await note('effective', file)
    await note('effective', file, '--format', 'json', ...flagsOfEnv)
    await note('explain', 'proxy.password', file)
    await note('diff', file, 'plain.yml')
    await note('diff', 'plain.yml', file, '--format', 'json')
    await note('upgrade', file, '--from', '1.1', '--to', '2.0', '--format', 'json')
    // Each round of fixes compares the releases again, so that all releases take long. Fixes between these are beside
    // the secret.
    const [from, to] = name === 'an anchor at a known key' ? ['1.6', '2.0'] : ['1.3', '1.6']
    await note('upgrade', file, '--from', from, '--to', to, '--fix', '--dry-run')
    await note('fix', '--dry-run', '--unsafe', file)
    await note('fmt', '--dry-run', '--sort', file)
    await note('mesh', file, 'plain.yml', '--format', 'json')
    await note('merge', file, 'plain.yml', '--no-check')
    await note('generate', '--import', file)
    expect(found).toEqual([])
  })

  test('by the language server', async () => {
    const folder = folderWith(files)
    const uri = uriOf(folder, file)
    const client = await startInProcess({
      machine: createNodeMachine(),
      folders: [uriOf(folder)],
      capabilities: {
        textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } },
      },
      settings: { env: given },
    })
    client.open(uri, text)
    const lines = text.split('\n')
    const textDocument = { uri }
    const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } }
    const found: string[] = []
    const note = async (title: string, answer: Promise<unknown>): Promise<void> => {
      const value = await answer.catch(String)
      for (const hit of findMarks(JSON.stringify(value ?? ''))) found.push(`${title}: ${hit}`)
    }
    const ask = (method: string, more: object = {}): Promise<void> =>
      note(
        method,
        client.connection.sendRequest(`textDocument/${method}`, { textDocument, range, ...more }),
      )
    for (const method of [
      'documentSymbol',
      'codeLens',
      'diagnostic',
      'inlayHint',
      'documentLink',
      'foldingRange',
    ])
      await ask(method)
    for (const [line, written] of lines.entries())
      if (/pL|pass|http|identity|key/i.test(written))
        for (const character of new Set([
          2,
          written.indexOf(':') + 2,
          written.indexOf(mark) + 1,
          written.length,
        ]))
          for (const method of ['hover', 'completion'])
            await ask(method, { position: { line, character: Math.max(0, character) } })
    await note(
      'codeAction',
      client.connection
        .sendRequest<readonly { title: string }[] | null>('textDocument/codeAction', {
          textDocument,
          range,
          context: { diagnostics: [] },
        })
        .then((actions) => (actions ?? []).map(({ title }) => title)),
    )
    const items = await client.connection
      .sendRequest<readonly object[] | null>('textDocument/prepareCallHierarchy', {
        textDocument,
        position: range.start,
      })
      .catch(() => null)
    for (const item of items ?? [])
      for (const calls of ['incomingCalls', 'outgoingCalls'])
        await note(calls, client.connection.sendRequest(`callHierarchy/${calls}`, { item }))
    for (const { name: command } of serverCommands)
      await note(
        command,
        client
          .execute(command, uri, command.endsWith('upgrade') ? '2.0' : 'proxy.password')
          .then((value) =>
            command.endsWith('upgrade') ? { ...toRecord(value), text: '' } : value,
          ),
      )
    await note('published', Promise.resolve(client.received('textDocument/publishDiagnostics')))
    expect(found).toEqual([])
  })

  test('by the board of the page', async () => {
    const cwd = folderWith(files)
    const createFiles = (): LocalFiles =>
      createLocalFiles(cwd, () =>
        openProject({
          configuration: 'none',
          settings: [
            {
              ...defaultSettings,
              env: Object.entries(given).map(([variable, value]) => ({
                name: variable,
                value: { value, origin: 'test' },
              })),
            },
          ],
          trustsConfiguration: false,
          suppressions: true,
        }),
      )
    const changes = watchFolder(cwd)
    const board = createFolderBoard(cwd, { files: createFiles(), changes, createFiles })
    const { files: checked, links } = await board.check({ texts: [] })
    const path = checked.find((one) => one.name === file)?.path ?? ''
    const verdicts = await board.findVerdicts(path, undefined)
    await changes.close()
    // The fixed text goes into the editor of whoever has the file.
    expect(findMarks(JSON.stringify({ checked, links, verdicts }))).toEqual([])
  })

  test('by a link to the page, which keeps the rest', async () => {
    const { files: shared } = withoutSecrets([{ name: file, text }])
    expect(findMarks(shared[0]?.text ?? '')).toEqual([])
    expect(shared[0]?.text).toMatch(/latencyProbeInterval/)
    expect((await fromFragment(await toFragment({ files: shared })))?.files).toEqual(shared)
  })
})

test('no secret is shown by comparisons with what runs, and by the cache', async () => {
  const given = { ...env, OPEN: `${mark}-held` }
  const routers = Object.values(shapes).map((text, index) => ({ name: `router${index}`, text }))
  const { url } = await startNetwork({
    runningRouters: async () =>
      routers.map(({ name, text }) => ({
        name,
        file: `/etc/ziti/${name}.yml`,
        version: 'v2.0.3',
        // What a router reports has neither anchors nor variables that tell of a secret at another key.
        config:
          (/[*&$]/.test(text)
            ? undefined
            : toReportedConfig(text.replaceAll(mark, `${mark}run`), given)) ??
          toReportedConfig(withProxy(`type: other\npassword: ${mark}`), given) ??
          {},
      })),
  })
  const files = Object.fromEntries(routers.map(({ name, text }) => [`${name}.yml`, text]))
  const cwd = folderWith(files)
  const found: string[] = []
  const note = async (...argv: string[]): Promise<void> => {
    const { out, err } = await runHere(argv, {
      cwd,
      env: {
        HOME: cwd,
        ROUTERFILE_URL: url,
        ROUTERFILE_USERNAME: 'admin',
        ROUTERFILE_PASSWORD: 'orchard-gate',
        ROUTERFILE_CACHE_KEY: 'a key of the cache',
      },
    })
    expect(err).not.toMatch(/unknown (?:flag|command)|internal failure/)
    for (const hit of findMarks(out + err)) found.push(`${argv.join(' ')}: ${hit}`)
  }
  const flagsOfEnv = Object.entries(given).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const names = Object.keys(files)
  await note('drift', ...names)
  await note('drift', ...names, '--format', 'json', ...flagsOfEnv)
  await note('pull', '-o', '{name}.yml', '--diff', '--force')
  await note('lint', '--live', '--verbose')
  await note('mesh', '--live', '--format', 'json')
  await note('generate', '--import', 'router0.yml', '--diff', '-o', 'router1.yml')
  await note('lint', '--cache')
  const cache = join(cwd, '.routerfile_cache')
  for (const name of readdirSync(cache, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(cache, name)).isFile())
      for (const hit of findMarks(readFileSync(join(cache, name), 'utf8')))
        found.push(`cache: ${hit}`)
  expect(found).toEqual([])
})

test('a value that is only the name of a variable stays shown', async () => {
  const cwd = folderWith({ 'router.yml': withProxy('password: ${PROXY_PASSWORD}') })
  for (const env of [[], ['--env', `PROXY_PASSWORD=${mark}`]]) {
    const { out } = await runHere(['effective', 'router.yml', ...env], { cwd })
    expect(out).toContain('password: "${PROXY_PASSWORD}"')
    expect(findMarks(out)).toEqual([])
  }
})
