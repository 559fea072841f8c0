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
        /#|latencyProbeInterval|getSessionTimeout|connectTimeoutMs|\bws:|xgressDialQueueLength/,
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
    expect(changes.filter(({ message }) => message.includes('comment'))).toMatchObject([
      { severity: 'warning', range: { start: { line: 0 } } },
    ])
  })

  test.each([
    ['# note: leave it', true],
    ['#leave it', true],
    ['#  - binding: edge', false],
    ['#transport:', false],
    ['#', false],
  ])('with the comment %j loses it, and that is said: %s', (comment, isSaid) => {
    expect(
      imported(`${comment}\n${read('edge.yml')}`).changes.some(
        ({ message }) => message === 'this comment is not copied',
      ),
    ).toBe(isSaid)
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
