import { describe, expect, test } from 'vitest'
import { createEffectiveFile } from '../../../../src/config/effective-file.js'
import {
  formatEffectivePage,
  listOrigins,
  listRefusedLines,
} from '../../../../editors/vscode/src/effective-page.js'

const values = `v: 3                  # file, line 1

ctrl: x               # refused, line 3

link:
  heartbeats:
    sendInterval: 10s # default
`

const page = { file: 'sites/north.yml', release: '2.0.3', values }

describe('the page of effective values', () => {
  test('begins with the file and its release, and with what is refused', () => {
    expect(formatEffectivePage(page).split('\n').slice(0, 4)).toEqual([
      '# Effective configuration of sites/north.yml for release 2.0.3.',
      '# The router refuses a value, marked "refused" below.',
      '',
      'v: 3                  # file, line 1',
    ])
  })

  test('says first that the file cannot be read, and keeps the values of before', () => {
    const text = formatEffectivePage({ ...page, refusal: '`north.yml` is not a router file' })
    expect(text.split('\n')[1]).toBe(
      '# THE FILE CANNOT BE READ: `north.yml` is not a router file. The values below are those of the last text that could be.',
    )
    expect(text).toContain(values)
  })

  test('says first that the file is not valid YAML, in one line', () => {
    const fault = {
      line: 3,
      message:
        "`[a` has no closing bracket; add `]` at its end.\nThe router refuses to start: \"yaml: line 3: did not find expected ',' or ']'\".",
    }
    expect(formatEffectivePage({ ...page, fault }).split('\n')[1]).toBe(
      "# NOT VALID YAML, line 3: `[a` has no closing bracket; add `]` at its end. The router refuses to start: \"yaml: line 3: did not find expected ',' or ']'\". The values below are what can be read.",
    )
  })

  test('says why defaults are in comments, where some are', () => {
    const text = `v: 3
ctrl:
  endpoint: tls:ctrl.example.com:6262
identity:
  cert: a.cert
  key: a.key
  server_cert: b.cert
  ca: ca.pem
csr:
  sans:
    dns: [localhost]
`
    const effective = createEffectiveFile(text, {}, { alignsOrigins: false }).text
    expect(effective).toContain('\n  # rateLimiter:\n  #   enabled: true # default\n')
    expect(
      formatEffectivePage({ ...page, values: effective })
        .split('\n')
        .slice(0, 3),
    ).toEqual([
      '# Effective configuration of sites/north.yml for release 2.0.3.',
      '# Some defaults are in comments, because the router would read the file differently with them.',
      '',
    ])
  })

  test('says nothing of what is not so', () => {
    const text = formatEffectivePage({ file: 'a.yml', release: undefined, values: 'v: 3\n' })
    expect(text).toBe('# Effective configuration of a.yml.\n\nv: 3\n')
  })

  test('marks refused values, and links each origin with its line', () => {
    expect(listRefusedLines(values)).toEqual([2])
    expect(listOrigins(values)).toEqual([
      { line: 0, start: 24, end: 36, sourceLine: 0 },
      { line: 2, start: 24, end: 39, sourceLine: 2 },
    ])
  })

  test('links each kind of origin that has a line', () => {
    const text =
      'v: 3\nctrl:\n  endpoint: tls:${HOST}:6262\nforwarder:\n  linkDialQueueLength: 2000\nlink:\n  heartbeats:\n    sendInterval: 1\n'
    const env = { HOST: 'ctrl.example.com' }
    const { text: effective } = createEffectiveFile(text, { env }, { alignsOrigins: false })
    const lines = effective.split('\n')
    const links = listOrigins(effective).map(({ line }) => line)
    expect(effective).toContain('# environment, line 3')
    expect(lines.flatMap((line, index) => (/, line \d+$/.test(line) ? [index] : []))).toEqual(links)
  })
})
