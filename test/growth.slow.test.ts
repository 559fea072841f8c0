import { describe, expect, test } from 'vitest'
import { complete, viewOf } from '../src/language/index.js'
import { lint } from '../src/index.js'
import { parseBaseUrl } from '../src/management/client/call.js'
import { findSecretsInFilter } from '../src/management/client/redact.js'
import { parseDocument } from '../src/document/document.js'
import { hideSecretsInFile } from '../src/document/secrets.js'
import { parseJsonBody } from '../src/management/service/body/parse-json.js'
import { parsePem } from '../src/management/service/pki/certificate.js'
import { parseTemplateValues, parseVariableLines } from '../src/project/variable-lines.js'
import { generalizePath } from '../src/schema/places.js'
import { toKeyPath } from '../src/schema/site.js'
import { growing } from './support/growing.js'
import { compareWork, measureGrowth } from './support/growth.js'

/** What somebody writes, by its size, and what reads it. An action whose work explodes needs no large size. */
type Growing = readonly [what: string, size: number, run: (size: number) => unknown]

describe('work grows with a text, not faster', () => {
  const completeIn = (text: string): unknown => complete(viewOf(text), text.length)

  const repetitions: Growing[] = [
    [
      'ids behind a word that suppresses nothing',
      10,
      (size) => lint(`v: 3 # routerfile ignore ${'a---,'.repeat(size)}!`),
    ],
    [
      'ids of many words behind such a word',
      6,
      (size) => lint(`v: 3 # routerfile off ${'an-id-of-words ,'.repeat(size)}!`),
    ],
    [
      'ids with blanks behind such a word',
      6,
      (size) => lint(`v: 3 # routerfile on ${'ab--cd-ef  ,'.repeat(size)}?`),
    ],
    ['comments with Windows line ends', 11, (size) => completeIn(`${'# a\r\n'.repeat(size)}v: `)],
    ['blank lines with Windows line ends', 11, (size) => completeIn(`${'\r\n'.repeat(size)}v: `)],
    ['separators and blanks', 6, (size) => completeIn(`${' ---\r\n\r\n'.repeat(size)}v: `)],
    [
      'comments and blank lines of values',
      10,
      (size) => parseTemplateValues(`${'# a\n\n'.repeat(size)}a: 1\n`, 'values.yaml'),
    ],
    [
      'blank lines of values',
      11,
      (size) => parseTemplateValues(`${'\n'.repeat(size)}a: 1\n`, 'values.yaml'),
    ],
    [
      'comments that are indented, of values',
      10,
      (size) => parseTemplateValues(`${' \n # a\n'.repeat(size)}a: 1\n`, 'values.yaml'),
    ],
  ]

  test.each(repetitions)('%s', (_, size, run) => {
    expect(measureGrowth(run, size, 2 * size)).toBeLessThan(1.5)
  })

  const long: Growing[] = [
    ...['\x85', '\u2028', '\u2029', '\r', '\r\n'].map((lineEnd): Growing => [
      `fixes in lines that end in ${JSON.stringify(lineEnd)}`,
      2000,
      (size) => readFixes(`v: 3\n${`a:${lineEnd}`.repeat(size)}`),
    ]),
    ['fixes between comments', 1000, (size) => readFixes('# why\nv: 3\n'.repeat(size))],
    [
      'fixes between comments that end in U+0085',
      1000,
      (size) => readFixes('# why\x85v: 3\x85'.repeat(size)),
    ],
    [
      'entries with comments in a line',
      1000,
      (size) => readFixes(`v: 3\n${'a: 1 # why\x85'.repeat(size)}`),
    ],
    [
      'findings under comments that hide them',
      1000,
      (size) =>
        readFixes('# routerfile disable-next-line duplicate-key -- why\nv: 3\n'.repeat(size)),
    ],
    ['backslashes of a body', 5000, (size) => tryJson(`{"a": ${'"\\'.repeat(size)}`)],
    ['quotes of a body', 5000, (size) => tryJson(`{"a" ${'"\\"'.repeat(size)}`)],
    [
      'blanks before the end of a variable',
      5000,
      (size) => parseVariableLines(`A=b${' '.repeat(size)}c`, 'a.env'),
    ],
    [
      'blanks after the equals sign',
      5000,
      (size) => parseVariableLines(`A=${' '.repeat(size)}\u2028`, 'a.env'),
    ],
    ['defaults in defaults', 5000, (size) => hideSecretsInFile('${PASS:-'.repeat(size))],
    [
      'defaults in defaults that end',
      2000,
      (size) => hideSecretsInFile('${PASS:-'.repeat(size) + '}'.repeat(size)),
    ],
    [
      'defaults that are variables with defaults',
      2000,
      (size) =>
        hideSecretsInFile(
          `password: \${A0}\n${Array.from({ length: size }, (_, at) => `x: \${A${at}:-\${A${at + 1}}}\n`).join('')}`,
        ),
    ],
    [
      'variables with the same default',
      2000,
      (size) =>
        hideSecretsInFile(
          Array.from({ length: size }, (_, at) => `x: \${PASS${at}:-orchard}\n`).join(''),
        ),
    ],
    ['bindings of a place', 5000, (size) => generalizePath('[binding='.repeat(size))],
    ['brackets of a place', 5000, (size) => toKeyPath('[binding='.repeat(size))],
    ['slashes of a controller', 5000, (size) => parseBaseUrl(`https://a/${'/'.repeat(size)}a`)],
    [
      'strings of a filter',
      5000,
      (size) => findSecretsInFilter(`${'a'.repeat(size)} ${'"\\'.repeat(size)}`),
    ],
    ['certificates that nothing ends', 2000, (size) => parsePem('-----BEGIN A'.repeat(size))],
    ['bodies of certificates', 2000, (size) => parsePem('-----BEGIN A-----\n'.repeat(size))],
    [
      'braces of variables',
      5000,
      (size) => lint(`v: 3\nidentity: {cert: "${'${'.repeat(size)}"}\n`),
    ],
  ]

  test.each(long)('%s', (_, size, run) => {
    expect(measureGrowth(run, size, 4 * size)).toBeLessThan(1.5)
  })

  // The search for repairs has a budget, so that its work hardly grows; what escapes the budget grows with the lines.
  test.each(['\t\n', '\t#\n', '\ta: 1\x85', ' \t\u2028'])('faults in lines of %j', (line) => {
    const run = (size: number): unknown => lint(`v: 3\na:\n${line.repeat(size)}  b: 1\n`)
    expect(measureGrowth(run, 5000, 20_000, 2)).toBeLessThan(0.75)
  })
})

// To look for repairs is the same work for every length that is not small, so that growth does not tell.
test.each([
  'opening brackets, indented',
  'lines of tabs below a key',
  'lines of tabs above deeper lines',
  'lines of tabs at the end',
])('%s are as much work as some sound texts', (name) => {
  const broken = growing[name]?.(160_000) ?? ''
  const sound = growing['comments behind values']?.(1_000_000) ?? ''
  const ratio = compareWork(
    () => parseDocument(broken),
    () => parseDocument(sound),
  )
  expect(ratio).toBeLessThan(10)
})

describe('the inputs of the benchmark', () => {
  const names = Object.keys(growing).filter(
    (name) => name.startsWith('suppress') && !name.includes('nothing'),
  )

  test.each(names)('%s hide findings', (name) => {
    const text = growing[name]?.(2000) ?? ''
    const bare = text.replaceAll(/# routerfile [a-z-]+/g, '# nothing')
    const count = (given: string): number =>
      lint(given).filter(({ rule }) => rule === 'unknown-key' || rule === 'duplicate-key').length
    expect([count(bare) > 0, count(text) < count(bare)]).toEqual([true, true])
  })
})

/** Finds what is wrong in a text, and works out every fix. */
const readFixes = (text: string): unknown => lint(text).map(({ fix }) => fix)

const tryJson = (text: string): unknown => parseJsonBody(text, true)
