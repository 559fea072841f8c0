import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBehavior, isInRanges } from '../../src/schema/release.js'
import { behaviors } from '../../src/generated/behaviors.js'
import { listKnownReleases } from '../../src/schema/model.js'

describe('behaviors of releases', () => {
  test('each is one of some releases and not of all', () => {
    expect(Object.keys(behaviors).length).toBeGreaterThan(10)
    for (const [name, { in: ranges }] of Object.entries(behaviors)) {
      const those = listKnownReleases().filter((release) => isInRanges(release, ranges))
      expect([name, those.length > 0 && those.length < listKnownReleases().length]).toEqual([
        name,
        true,
      ])
    }
  })

  test.each([
    ['1.1.20', 'csr-under-edge', true],
    ['1.2.0', 'csr-under-edge', false],
    ['1.5.3', 'tunnel-needs-edge', true],
    ['1.5.4', 'tunnel-needs-edge', false],
    ['1.2.2', 'sets-temporary-folders', false],
    ['2.0.3', 'sets-temporary-folders', true],
  ] as const)('%s: %s is %s', (release, behavior, has) => {
    expect(hasBehavior(release, behavior)).toBe(has)
  })
})

describe('releases are data', () => {
  /** Lines of code; comments and the examples of rules may name a release, and formats have versions of their own. */
  const lines = ['src', 'server', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
      .flatMap((path) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(?:\*|\/\*|\/\/)|target: |<PackageManifest /.test(line))
          .filter((line) => !(path.endsWith('sarif.ts') && line.trim().startsWith('version: ')))
          .map((line) => ({ path, line })),
      ),
  )

  test.each([
    ['a range of releases', /['"`](?:<|<=|>|>=)\s?\d/],
    [
      'a release',
      new RegExp(`['"\`]v?(?:${listKnownReleases().join('|').replaceAll('.', '\\.')})['"\`]`),
    ],
  ])('no code has %s', (_, pattern) => {
    expect(lines.length).toBeGreaterThan(10_000)
    expect(
      lines.flatMap(({ path, line }) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
    ).toEqual([])
  })
})
