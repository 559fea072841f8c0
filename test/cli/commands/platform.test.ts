import { expect, test } from 'vitest'
import { startInProcess } from '../../support/in-process-server.js'
import { folderWith, runHere } from '../../support/program.js'
import { completeExample } from '../../support/fixtures.js'
import { yaml } from '../../support/yaml.js'

const identity = yaml`
  identity:
    cert: C:/ziti/router.cert
    server_cert: 'D:\\ziti\\router.server.cert'
    key: file://C:/ziti/router.key
    ca: \\\\server\\share\\100%\\ca.pem
`

/** A file with paths of Windows, and one that routers refuse on every system. */
const files = {
  'windows/a.yml': completeExample(identity).text,
  'b.yml': completeExample('identity: {cert: "http://a/b", server_cert: b, key: c, ca: d}').text,
}

/** What a command reports of paths, as "file rule". */
async function report(
  words: readonly string[],
  { others = {}, env = {} }: { others?: Record<string, string>; env?: Record<string, string> } = {},
): Promise<string[]> {
  const cwd = folderWith({ ...files, ...others })
  const { out, err } = await runHere([...words, '--check', 'none', '--format', 'json'], {
    cwd,
    env,
  })
  if (out === '') return [err.trim()]
  const result: { files: { path: string; diagnostics: { rule: string; path: string[] }[] }[] } =
    JSON.parse(out)
  return result.files.flatMap(({ path, diagnostics }) =>
    diagnostics.flatMap(({ rule, path: [section] }) =>
      section === 'identity' ? [`${path} ${rule}`] : [],
    ),
  )
}

const drives = ['read-differently', 'read-differently', 'bad-format'].map(
  (rule) => `windows/a.yml ${rule}`,
)

test('without a platform, drive letters are doubtful', async () => {
  expect(await report(['lint', '.'])).toEqual(['b.yml bad-format', ...drives])
})

test('on Linux, drive letters are refused', async () => {
  expect(await report(['lint', '.', '--platform', 'linux'])).toEqual([
    'b.yml bad-format',
    ...drives.map(() => 'windows/a.yml bad-format'),
  ])
})

test.each<[string, Parameters<typeof report>]>([
  ['by a flag', [['lint', '.', '--platform', 'windows']]],
  ['by a variable', [['lint', '.'], { env: { ROUTERFILE_PLATFORM: 'windows' } }]],
  [
    'by a configuration',
    [['lint', '.'], { others: { 'routerfile.config.yaml': 'platform: windows\n' } }],
  ],
  [
    'for some files',
    [
      ['lint', '.'],
      {
        others: {
          'routerfile.config.yaml': 'overrides: [{files: windows, platform: windows}]\n',
        },
      },
    ],
  ],
])('on Windows, set %s, drive letters are paths', async (_, given) => {
  expect(await report(...given)).toEqual(['b.yml bad-format'])
})

test('a flag wins over the configuration', async () => {
  const others = { 'routerfile.config.yaml': 'platform: windows\n' }
  expect(await report(['lint', '.', '--platform', 'linux'], { others })).toHaveLength(4)
})

test('an unknown system is a mistake', async () => {
  expect(await report(['lint', '.', '--platform', 'macos'])).toEqual([
    expect.stringContaining('--platform macos: expected linux or windows'),
  ])
  expect(await report(['lint', '.'], { env: { ROUTERFILE_PLATFORM: 'win' } })).toEqual([
    expect.stringContaining('ROUTERFILE_PLATFORM win: expected linux or windows'),
  ])
  const others = { 'routerfile.config.yaml': 'platform: macos\n' }
  expect(await report(['lint', '.'], { others })).toEqual([
    expect.stringContaining('`platform` is `macos`, but must be `linux` or `windows`'),
  ])
})

test('an upgrade reads the file as its system does', async () => {
  const text = completeExample('identity: {cert: "c#d", server_cert: "D:/b", key: c, ca: d}').text
  const cwd = folderWith({ 'a.yml': text })
  const words = ['upgrade', 'a.yml', '--from', '1.6', '--to', '2.0', '--check', 'none', '--json']
  const verdictOn = async (platform: string): Promise<string> => {
    const { out } = await runHere([...words, '--platform', platform], { cwd })
    return JSON.parse(out).files[0].verdict
  }
  expect([await verdictOn('linux'), await verdictOn('windows')]).toEqual([
    'refused by both',
    'changed',
  ])
})

test('values in effect are those of the system', async () => {
  const cwd = folderWith({ 'a.yml': files['windows/a.yml'] })
  const { out, code } = await runHere(['effective', 'a.yml', '--platform', 'windows'], { cwd })
  expect([out.includes('D:\\ziti\\router.server.cert'), code]).toEqual([true, 0])
})

test('an editor sets it, too', async () => {
  const client = await startInProcess({ settings: { check: [], platform: 'windows' } })
  const next = client.next('textDocument/publishDiagnostics')
  client.open('file:///sites/router.yml', files['windows/a.yml'])
  expect(await next).toMatchObject({ diagnostics: [] })
})
