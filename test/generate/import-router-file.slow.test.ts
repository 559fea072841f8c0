import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importRouterFile, effective, lint } from '../../src/core.js'

const names = readdirSync('fixtures/generate').filter((name) => name.endsWith('.yml'))

const read = (name: string): string => readFileSync(`fixtures/generate/${name}`, 'utf8')

const targets = ['1.1.15', '1.4.3', '1.6.20', '2.0.3', '2.1.0-pre2'] as const

const imported = (text: string, target = '2.0.3') => {
  const result = importRouterFile(text, { target })
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'))
  return result
}

const valuesOf = (text: string, target: string) =>
  effective(text, { target }).map(({ path, value }) => [path, value])

describe('a file of another generator', () => {
  test.each(names.flatMap((name) => targets.map((target) => [name, target] as const)))(
    '%s keeps every value that %s uses, and nothing else',
    (name, target) => {
      const text = read(name)
      const { text: after, generator } = imported(text, target)
      expect(generator).toBe('ziti create config router')
      expect(valuesOf(after, target)).toEqual(valuesOf(text, target))
      expect(after).not.toMatch(
        /^\s*#(?! kept by)|latencyProbeInterval|getSessionTimeout|connectTimeoutMs|\bws:|xgressDialQueueLength/,
      )
      expect(
        lint(after, { target }).filter(
          ({ severity, rule }) =>
            rule !== 'wss-refuses-browsers' &&
            (severity !== 'info' || ['obsolete-key', 'deprecated-key'].includes(rule)),
        ),
      ).toEqual([])
      expect(imported(after, target)).toMatchObject({ text: after, changes: [] })
    },
  )

  test('is written like one of ours', () => {
    expect(imported(read('edge.yml')).text).toMatchSnapshot()
  })

  test('is recognized, and each change is reported', () => {
    const { changes } = imported(read('private.yml'))
    expect(
      changes.map(
        ({ range, severity, message }) => `${range.start.line + 1} ${severity}: ${message}`,
      ),
    ).toMatchSnapshot()
  })

  test.each([
    ['# note: leave it', true],
    ['#leave it', true],
    ['#  - binding: edge', false],
    ['#transport:', false],
    ['#', false],
  ])('with the comment %j keeps it: %s', (comment, isKept) => {
    const { text } = imported(`${comment}\n${read('edge.yml')}`)
    expect(text.split('\n').includes(comment)).toBe(isKept)
  })

  test('keeps each comment before its key, after its value, or at the end of its list or file', () => {
    const text = [
      '# of the file',
      'v: 3',
      'identity: # who it is',
      '  cert: certs/router.cert # renewed',
      '  server_cert: certs/server.cert',
      '  # secret, see the vault',
      '  key: certs/router.key',
      '  ca: certs/ca.pem',
      '  # end of identity',
      'ctrl:',
      '  endpoint: tls:ctrl.example.com:6262',
      'link:',
      '  dialers:',
      '    # dials others',
      '    - binding: transport',
      '    # end of dialers',
      'listeners: # all of them',
      '  - binding: edge # for clients',
      '    address: tls:0.0.0.0:3022',
      '    options:',
      '      advertise: north.example.com:3022 # public',
      'edge:',
      '  csr:',
      '    sans:',
      '      dns:',
      '        - localhost # for tests',
      '        - north.example.com',
      '# the end',
      '',
    ].join('\n')
    const written = imported(text).text
    const expectLines = (lines: string): void => expect(written).toContain(`${lines}\n`)
    expectLines('# of the file\nv: 3')
    expectLines('identity: # who it is\n  cert: certs/router.cert # renewed')
    expectLines('  # secret, see the vault\n  key: certs/router.key')
    expectLines('  ca: certs/ca.pem\n  # end of identity')
    expectLines('    # dials others\n    - binding: transport\n    # end of dialers')
    expectLines('listeners: # all of them\n  - binding: edge # for clients')
    expectLines('- localhost # for tests')
    expect(written.endsWith('\n# the end\n')).toBe(true)
    expect(written.match(/#/g)).toHaveLength(text.match(/#/g)?.length ?? 0)
    expect(imported(written)).toMatchObject({ text: written, changes: [] })
  })

  test('with variables keeps them', () => {
    const text = read('edge.yml').replaceAll('north.example.com', '$HOST')
    expect(imported(text).text).toContain('advertise: "$HOST:3022"')
  })

  test('that the router refuses is not taken over', () => {
    expect(importRouterFile('v: 2\n')).toMatchObject({ ok: false })
    expect(
      importRouterFile(
        read('edge.yml').replace('linkDialWorkerCount: 32', 'linkDialWorkerCount: 1'),
      ),
    ).toMatchObject({ ok: false, diagnostics: [{ rule: 'value-out-of-range' }] })
    expect(importRouterFile('a: [')).toMatchObject({ ok: false })
  })

  test('of an unknown generator is imported, too', () => {
    const result = imported(read('edge.yml').replaceAll(/#.*/g, ''))
    expect(result.generator).toBeUndefined()
    expect(result.text).toBe(imported(read('edge.yml')).text)
  })
})
