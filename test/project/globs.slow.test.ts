import { describe, expect, test } from 'vitest'
import { createLayer, isIgnored } from '../../src/project/ignored.js'
import { createMatcher, parseGlob } from '../../src/project/pattern.js'
import { measureGrowth } from '../support/growth.js'

describe('patterns with many wildcards', () => {
  const isIgnoredBy = (line: string, path: string): boolean =>
    isIgnored([createLayer('/r', [line])], `/r/${path}`, false)

  test.each<[what: string, size: number, run: (size: number) => unknown]>([
    [
      'directories of an ignore file',
      12,
      (size) => isIgnoredBy(`a/${'**/'.repeat(size)}x`, `${'a/'.repeat(2 * size)}y`),
    ],
    [
      'stars in a name of an ignore file',
      8,
      (size) => isIgnoredBy(`${'*a'.repeat(size)}b`, 'a'.repeat(4 * size)),
    ],
    [
      'stars in an exception',
      8,
      (size) => isIgnoredBy(`!x/${'*a'.repeat(size)}b`, `x/${'a'.repeat(4 * size)}`),
    ],
    [
      'directories with names between',
      8,
      (size) => isIgnoredBy(`${'**/a/'.repeat(size)}x`, `${'a/'.repeat(4 * size)}y`),
    ],
    [
      'stars of `exclude`',
      8,
      (size) => createMatcher([`${'*a'.repeat(size)}b`])('a'.repeat(4 * size)),
    ],
    [
      'directories of `overrides.files`',
      8,
      (size) => createMatcher([`${'**/a/'.repeat(size)}b`])('a/'.repeat(4 * size)),
    ],
    [
      'sets with stars of an argument',
      8,
      (size) => parseGlob(`${'*[ab]'.repeat(size)}c`).matches('a'.repeat(4 * size)),
    ],
  ])('%s', (_, size, run) => {
    // The length of the pattern times that of the path.
    expect(measureGrowth(run, size, 2 * size)).toBeLessThan(2.5)
  })

  test.each<[what: string, write: (size: number) => string]>([
    ['braces in each other', (size) => '{'.repeat(size) + '}'.repeat(size)],
    ['empty braces', (size) => '{}'.repeat(size)],
    ['braces of one alternative', (size) => '{a}'.repeat(size)],
    ['braces after 512 alternatives', (size) => '{a,b}'.repeat(9) + '{}'.repeat(size)],
    ['braces without an end', (size) => '{a,'.repeat(size)],
    ['ends of braces', (size) => '}'.repeat(size)],
    ['many alternatives', (size) => `{${'a,'.repeat(size)}}`],
    ['sets without an end', (size) => '['.repeat(size)],
    ['negated sets without an end', (size) => '[!'.repeat(size)],
    ['sets whose ends are escaped', (size) => '[\\]'.repeat(size)],
  ])('%s take time in proportion to their length', (_, write) => {
    const run = (size: number): unknown => [
      createMatcher([write(size)])('a'),
      isIgnoredBy(write(size), 'a'),
      parseGlob(write(size)).matches('a'),
    ]
    expect(measureGrowth(run, 4000, 32_000, 3)).toBeLessThan(1.6)
  })

  test('a glob with many alternatives is not made much longer than it is', () => {
    const glob = `${'{a,b}'.repeat(9)}${'c'.repeat(5000)}`
    expect(createMatcher([glob])(`aaaaaaaaa${'c'.repeat(5000)}`)).toBe(false)
    expect(createMatcher([glob])(glob)).toBe(true)
  })

  test('more alternatives than 1000 are read as they are written', () => {
    const glob = '{a,b}'.repeat(20)
    expect(createMatcher([glob])('a'.repeat(20))).toBe(false)
    expect(createMatcher([glob])(glob)).toBe(true)
  })
})

describe('what patterns match', () => {
  test.each([
    ['sites/**/router.yml', 'sites/router.yml', true],
    ['sites/**/router.yml', 'sites/a/b/router.yml', true],
    ['sites/*/**', 'sites/a.yml', false],
    ['*.yml', '.hidden.yml', true],
    ['{north,south}-[0-9].yml', 'south-7.yml', true],
    ['[!a-c]?.yml', 'dx.yml', true],
    ['[!a-c]?.yml', 'bx.yml', false],
    ['./attic/', 'attic/old/router.yml', true],
    ['**', '../router.yml', false],
    ['../*.yml', '../router.yml', true],
    [String.raw`\*.yml`, '*.yml', true],
    [String.raw`\*.yml`, 'a.yml', false],
    ['{a,{b,c}}.yml', 'c.yml', true],
    ['{a,b{c,d}}{e,f}', 'bdf', true],
    ['{a,}b', 'b', true],
    ['{a}b', 'ab', true],
    ['}{a,b}', '}b', true],
    ['{x,{a,b}', '{x,b', true],
    ['a,b', 'a,b', true],
    ['[a-c]{1,2}[', 'b2[', true],
    ['[[]x', '[x', true],
    [String.raw`[\]]x`, ']x', true],
  ])('%s: %s', (glob, path, expected) => {
    expect(createMatcher([glob])(path)).toBe(expected)
  })

  test.each([
    ['*.yml', '.yml', false],
    ['**/*.yml', '.git/a.yml', false],
    ['**/*.yml', 'a/b.yml', true],
    ['sites/[ab].yml', 'sites/b.yml', true],
  ])('%s of an argument: %s', (glob, path, expected) => {
    expect(parseGlob(glob).matches(path)).toBe(expected)
  })

  test.each([
    ['build/', 'build', false],
    ['build/', 'build/a.yml', true],
    ['/a.yml', 'b/a.yml', false],
    ['b/**', 'b/c/a.yml', true],
    ['**/c', 'b/c/a.yml', true],
    ['*.yml\n!a.yml', 'b/a.yml', false],
    ['b\n!b/a.yml', 'b/a.yml', true],
    ['\\#a\\ ', '#a ', true],
    ['# a', '# a', false],
  ])('the ignore file %j: %s', (text, path, expected) => {
    expect(isIgnored([createLayer('/r', [text])], `/r/${path}`, false)).toBe(expected)
  })
})
