import { describe, expect, test } from 'vitest'
import { createEffectiveFile } from '../../src/config/effective-file.js'
import type { Environment, FindVariable } from '../../src/document/environment.js'
import { complete, definition, hover, inlayHints, viewOf } from '../../src/language/index.js'
import { yaml } from '../support/yaml.js'

const place = { line: 2, character: 0, length: 4 }

const findVariable: FindVariable = (name) =>
  name === 'HOST'
    ? { label: '`router.env`, line 3', target: { file: '/etc/router.env', place } }
    : { label: `the setting \`routerfile.env.${name}\`` }

function open(marked: string, env?: Environment) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { text, offset, view: viewOf(text, env ? { env } : {}, { findVariable }) }
}

/** The span of a hover with its first line. */
function hoverAt(marked: string, env?: Environment): [span: string, line: string | undefined] {
  const { text, offset, view } = open(marked, env)
  const found = hover(view, offset)
  return [text.slice(found?.start, found?.end), found?.contents.split('\n')[0]]
}

describe('hovering over a variable', () => {
  const cases: [
    what: string,
    marked: string,
    env: Environment | undefined,
    span: string,
    said: string,
  ][] = [
    [
      'tells its value and the line that sets it',
      'ctrl: { endpoint: "tls:${HO|ST}:6262" }',
      { HOST: 'ctrl.example.com' },
      '${HOST}',
      '`HOST` = `ctrl.example.com`, set in `router.env`, line 3',
    ],
    [
      'tells the setting that sets it',
      'ctrl: { endpoint: tls:a:$PO|RT }',
      { PORT: '6262' },
      '$PORT',
      '`PORT` = `6262`, set in the setting `routerfile.env.PORT`',
    ],
    [
      'tells several in one value apart',
      'ctrl: { endpoint: "tls:${HOST}:${PO|RT}" }',
      { HOST: 'a', PORT: '1' },
      '${PORT}',
      '`PORT` = `1`, set in the setting `routerfile.env.PORT`',
    ],
    [
      'says that it is not set',
      'ctrl: { endpoint: "tls:${HO|ST}:1" }',
      { OTHER: 'a' },
      '${HOST}',
      '`HOST` is not set; the router reads an empty string',
    ],
    [
      'says how to make it known',
      'ctrl: { endpoint: "tls:${HO|ST}:1" }',
      undefined,
      '${HOST}',
      '`HOST`: the value is not known here; set `env` or `envFile` in `routerfile.config.json` or in the settings of the editor',
    ],
  ]
  test.each(cases)('%s', (_, marked, env, span, said) => {
    expect(hoverAt(marked, env)).toEqual([span, said])
  })

  const secrets: [what: string, marked: string, env: Environment][] = [
    ['of a secret key', 'proxy: { type: http, password: "${P|X}" }', { PX: 'hunter2' }],
    ['of a misspelled secret key', 'proxy: { type: http, pasword: "${P|X}" }', { PX: 'hunter2' }],
    [
      'named as a secret',
      'ctrl: { endpoint: "tls:${CTRL_PASS|WORD}" }',
      { CTRL_PASSWORD: 'hunter2' },
    ],
    ['named as a key', 'ctrl: { endpoint: "tls:${API_K|EY}" }', { API_KEY: 'hunter2' }],
    ['named as one of keys', 'ctrl: { endpoint: "tls:${KEY_|2}" }', { KEY_2: 'hunter2' }],
    ['that authorizes', 'ctrl: { endpoint: "tls:${AUTH|_HEADER}" }', { AUTH_HEADER: 'hunter2' }],
    [
      'in a list',
      'link: { dialers: [{ binding: transport, groups: ["${P|IN}"] }] }',
      { PIN: 'hunter2' },
    ],
    [
      'that a secret key has elsewhere',
      'proxy: { password: "${P}" }\ncsr: { province: "${|P}" }',
      { P: 'hunter2' },
    ],
    [
      'with a secret in it',
      'ctrl: { endpoint: "${CT|RL}" }',
      { CTRL: 'https://me:hunter2@example.com' },
    ],
  ]
  test.each(secrets)('%s never shows the value', (_, marked, env) => {
    const { offset, view } = open(marked, env)
    const contents = hover(view, offset)?.contents
    expect(contents).toContain('may be secret, so it is not shown')
    expect(contents).not.toContain('hunter2')
    const key = hover(view, view.text.lastIndexOf(':', view.text.indexOf('$')) - 1)
    expect(key?.contents ?? '').not.toContain('hunter2')
    expect(JSON.stringify(inlayHints(view))).not.toContain('hunter2')
    expect(createEffectiveFile(view.text, { env }).text).not.toContain('hunter2')
  })
})

test('the name of a variable and paths of keys are not secret', () => {
  const name = 'proxy: { type: http, password: "${ROUTER_|VALUE}" }'
  expect(hoverAt(name, { ROUTER_VALUE: 'a' })[1]).toMatch(/^`ROUTER_VALUE` is set to a value/)
  expect(hoverAt('identity: { key: "${KEY_P|ATH}" }', { KEY_PATH: 'a.key' })[1]).toMatch(
    /^`KEY_PATH` = `a.key`/,
  )
})

describe('the definition of a variable', () => {
  test('is the line that sets it', () => {
    const { offset, view } = open('identity: { cert: "${HO|ST}.cert" }', { HOST: 'a' })
    expect(definition(view, offset)).toEqual([{ file: '/etc/router.env', place }])
  })

  test('is the file of the whole path beside it, and nothing for one from settings', () => {
    const beside = open('identity: { cert: "${HOST}.ce|rt" }', { HOST: 'a' })
    expect(definition(beside.view, beside.offset)).toEqual([{ file: 'a.cert' }])
    const setting = open('ctrl: { endpoint: "tls:a:${PO|RT}" }', { PORT: '1' })
    expect(definition(setting.view, setting.offset)).toEqual([])
  })
})

test('completion after `${` shows the values that are not secret', () => {
  const { view, offset } = open(
    yaml`
      ctrl:
        endpoint: tls:$\{|
    `,
    { HOST: 'ctrl.example.com', PW_TOKEN: 'hunter2' },
  )
  expect(complete(view, offset).map(({ label, detail }) => [label, detail])).toEqual([
    ['${HOST}', 'ctrl.example.com'],
    ['${PW_TOKEN}', undefined],
  ])
})
