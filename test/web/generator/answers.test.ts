import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unzipSync, strFromU8 } from 'fflate'
import type { FormValues } from '../../../web/generator/answers.js'
import { formatCommand } from '../../../web/generator/answers.js'
import { createBundle, listBundleFiles } from '../../../web/generator/bundle.js'
import { generateFromForm } from '../../../web/generator/generate.js'
import { fieldGroups, fields } from '../../../web/generator/fields.js'
import { listTokenFacts } from '../../../web/generator/token.js'
import { answersSchema } from '../../../src/generated/answers-schema.js'
import { now, tokenWith } from '../../support/enrollment.js'
import { folderWith, runHere } from '../../support/program.js'
import { splitWords } from '../../support/words.js'

const token = tokenWith({ exp: 4_000_000_000 })

/** Forms, and words that show that their answers reached the file. */
const forms: readonly (readonly [about: string, values: FormValues, part: string])[] = [
  ['a token alone', { jwt: token }, 'tls:ctrl.example.com:6262'],
  ['a token with line breaks around', { jwt: `\n ${token}\n`, preset: 'host' }, 'mode: host'],
  [
    'a public router with comments',
    { jwt: token, preset: 'public', advertise: 'north.example.com', comments: true },
    '# ',
  ],
  [
    'several hosts, controllers and protocols',
    {
      name: 'north',
      preset: 'public',
      advertise: 'north.example.com, 192.0.2.7',
      controllers: 'c1.example.com:6262 c2.example.com:6262',
      protocols: ['tls', 'wss'],
      edgePort: '443',
      wssPort: ' 8443 ',
      linkPort: '10081',
    },
    'wss:0.0.0.0:8443',
  ],
  [
    'services of a sidecar of an old release',
    {
      preset: 'proxy',
      controllers: 'c.example.com:6262',
      services: 'web:8080;dns:53:udp',
      target: '1.1',
    },
    'dns:53:udp',
  ],
  [
    'a gateway on systemd',
    {
      jwt: token,
      preset: 'tproxy',
      diverter: '/opt/divert it',
      platform: 'systemd',
      identityFolder: '/srv/ziti router',
    },
    '/opt/divert it',
  ],
  [
    'a container',
    { jwt: token, preset: 'public', advertise: 'north.example.com', platform: 'docker' },
    '/ziti-router',
  ],
  [
    'a pod',
    { jwt: token, preset: 'browser', advertise: 'north.example.com', platform: 'kubernetes' },
    '/etc/ziti/config',
  ],
  [
    'a service of Windows',
    { jwt: token, name: 'south', tunnel: 'none', advertise: 's.example.com', platform: 'windows' },
    'ProgramData',
  ],
  ['JSON', { jwt: token, format: 'json', fileName: 'edge' }, '"ctrl"'],
  [
    'further answers, over which fields win',
    {
      jwt: token,
      name: 'north',
      more: 'name: other\nsections: { forwarder: { linkDialWorkerCount: 64 } }',
    },
    'linkDialWorkerCount: 64',
  ],
]

describe('the form makes the same bytes as its command', () => {
  test.each(forms)('%s', async (_, values, part) => {
    const { made, findings } = generateFromForm(values, Date.now())
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    if (!made) throw new Error('nothing was made')
    expect(made.text).toContain(part)
    const cwd = folderWith({
      [`${made.fileName}.jwt`]: String(values['jwt'] ?? ''),
      [`${made.fileName}.answers.yml`]: String(values['more'] ?? ''),
    })
    const [program, ...argv] = splitWords(formatCommand(values, made.fileName))
    expect(program).toBe('routerfile')
    expect((await runHere(argv, { cwd })).code).toBe(0)
    const files = listBundleFiles(made, '')
    expect(files.length).toBe(1 + made.files.length)
    for (const { path, text } of files) expect(readFileSync(join(cwd, path), 'utf8')).toBe(text)
  })

  test('except that the steps are printed', async () => {
    const values = { jwt: token, platform: 'docker' }
    const { made } = generateFromForm(values, Date.now())
    const cwd = folderWith({ 'router.jwt': token })
    const { err } = await runHere(splitWords(formatCommand(values, 'router')).slice(1), { cwd })
    expect(made?.steps.length).toBeGreaterThan(0)
    for (const { how } of made?.steps ?? []) expect(err).toContain(how)
  })
})

describe('problems are next to their fields', () => {
  const cases: readonly (readonly [FormValues, field: string, words: RegExp])[] = [
    [{ jwt: 'eyJhbGc' }, 'jwt', /token/],
    [{ jwt: tokenWith({ exp: now / 1000 - 60 }) }, 'jwt', /expired/],
    [{ jwt: token, preset: 'public' }, 'advertise', /missing host/],
    [{ jwt: token, advertise: 'https://north' }, 'advertise', /without `https:/],
    [{ jwt: token, preset: 'proxy' }, 'services', /at least one/],
    [{ jwt: token, edgePort: '70000' }, 'edgePort', /65535/],
    [{ jwt: token, edgePort: 'many' }, 'edgePort', /integer/],
    [{ preset: 'host' }, 'controllers', /missing controller/],
    [{ jwt: token, name: '../north' }, 'name', /path/],
    [{ jwt: token, more: 'nam: north' }, 'more', /line 1: .*nam/],
    [{ jwt: token, more: ']' }, 'more', /^line 1: /],
    [{ jwt: token, more: 'edgePort: 1\nadvertise: [a b]' }, 'more', /a b/],
    [{ jwt: token, more: 'linkListeners: [{ port: 1, bind: x }]' }, 'more', /x/],
    [{ jwt: token, identityFolder: '/srv/#1' }, 'identityFolder', /#/],
  ]
  test.each(cases)('%j', (values, field, words) => {
    const { made, findings } = generateFromForm(values, now)
    expect(made).toBeUndefined()
    const [first] = findings.filter(({ severity }) => severity === 'error')
    expect(first?.field).toBe(field)
    expect(first?.message).toMatch(words)
    expect(JSON.stringify(findings)).not.toContain(token)
  })
})

test('every answer has a field, or belongs to the further answers', () => {
  const answers = Object.keys(answersSchema.properties ?? {})
  const more = ['$schema', 'edgeListeners', 'linkListeners', 'tunnelOptions', 'edgeOptions']
  expect([...fields.map(({ answer }) => answer), 'jwt', ...more].sort()).toEqual(
    answers.filter((name) => !['subject', 'sans', 'edgeRouter', 'sections'].includes(name)).sort(),
  )
  expect(fieldGroups.every((group) => group.fields.length > 0)).toBe(true)
})

describe('what the token says', () => {
  test('is who it is for, who made it, and how long it is valid', () => {
    expect(listTokenFacts(tokenWith(), now)).toEqual([
      { name: 'Enrolls', values: ['edge router'] },
      { name: 'Router id', values: ['kX3.router'] },
      { name: 'Issued by', values: ['https://ctrl.example.com:1280'] },
      { name: 'Controllers', values: ['tls:ctrl.example.com:6262'] },
      { name: 'Expires', values: ['2026-01-15 15:00:00Z (in 3 hours)'], isWarning: false },
    ])
  })

  test.each([
    [{ exp: now / 1000 - 120 }, 'Expired', '2026-01-15 11:58:00Z (2 minutes ago)'],
    [{ exp: now / 1000 + 61 }, 'Expires', '2026-01-15 12:01:01Z (in 1 minute)'],
  ])('warns when it is over, or soon will be', (claims, name, when) => {
    const facts = listTokenFacts(tokenWith(claims), now)
    expect(facts.at(-1)).toEqual({ name, values: [when], isWarning: true })
  })

  test.each(['', 'hello', '<script>alert(1)</script>', 'eyJ.eyJ.x'])('is nothing for %j', (jwt) => {
    expect(listTokenFacts(jwt, now)).toEqual([])
  })
})

test('the bundle has the files and the token', () => {
  const { made } = generateFromForm({ jwt: token, platform: 'systemd', name: 'north' }, now)
  if (!made) throw new Error('nothing was made')
  const files = unzipSync(createBundle(listBundleFiles(made, ` ${token}\n`)))
  expect(Object.keys(files).sort()).toEqual([
    'north.jwt',
    'north.yml',
    'service.env',
    'ziti-router.service',
  ])
  expect(strFromU8(files['north.yml'] ?? new Uint8Array())).toBe(made.text)
  expect(strFromU8(files['north.jwt'] ?? new Uint8Array())).toBe(token)
})
