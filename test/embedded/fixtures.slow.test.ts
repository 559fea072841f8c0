import { describe, expect, test } from 'vitest'
import { toOuterDiagnostics, toOuterSpan } from '../../src/embedded/embedded-file.js'
import type { EmbeddedFile } from '../../src/embedded/embedded-file.js'
import { createFixEncoder, findEmbedded } from '../../src/embedded/embedded.js'
import { encodeEdits } from '../../src/embedded/encode.js'
import { fixEmbedded } from '../../src/fix/fix-embedded.js'
import { findLineStarts } from '../../src/document/diagnostic.js'
import type { Diagnostic, Edit } from '../../src/document/diagnostic.js'
import { applyEdits } from '../../src/edit/edits.js'
import { fix } from '../../src/fix/fix.js'
import { lint } from '../../src/lint/lint.js'
import { isRouterFile } from '../../src/recognition/recognize.js'
import { outerFixtures, readOuter } from '../support/embedded.js'
import { random } from '../support/mutate.js'

const fixtures = outerFixtures().map(({ path, text }) => [path, text] as const)

const find = (text: string): EmbeddedFile[] => findEmbedded(text, isRouterFile)

const lintOuter = (file: EmbeddedFile, text: string): Diagnostic[] =>
  toOuterDiagnostics(
    lint(file.text),
    file,
    { text, lineStarts: () => findLineStarts(text) },
    createFixEncoder(text),
  )

/** The findings of a file, a line each: `LINE:COLUMN rule marked text`. */
const formatFindings = (text: string): string =>
  find(text)
    .flatMap((file) => [
      `  ${file.name}`,
      ...lintOuter(file, text).map(({ rule, range: { start, end } }) => {
        const [marked = ''] = text.slice(start.offset, end.offset).split('\n')
        return `    ${start.line + 1}:${start.character + 1} ${rule} ${marked.slice(0, 24)}`
      }),
    ])
    .join('\n')

/** What a value becomes if some of its strings are replaced. */
function replaceStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (value instanceof Uint8Array) return replace(new TextDecoder().decode(value))
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace))
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, replaceStrings(item, replace)]),
      )
    : value
}

const isHeredoc = (path: string): boolean => path.endsWith('.tf')

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** Replaces an embedded text where the outer reader gives it, as it is or in base64. */
const replaceIn =
  (before: string, after: string) =>
  (text: string): string => {
    if (text === before) return after
    return text.replaceAll(/\s/g, '') === toBase64(before) ? toBase64(after) : text
  }

const withoutBreaks = (value: unknown): unknown =>
  replaceStrings(value, (text) =>
    /^[A-Za-z\d+/=\s]+$/.test(text) ? text.replaceAll(/\s/g, '') : text,
  )

describe('router files in other files', () => {
  test('are found, with the places of their findings', async () => {
    const found = fixtures.map(([path, text]) => `${path}\n${formatFindings(text)}\n`).join('')
    await expect(found).toMatchFileSnapshot('../../fixtures/embedded/expected.txt')
  })

  test.each(fixtures)('%s: places have the text that is found there', (_, text) => {
    for (const file of find(text).filter(({ style }) => style === 'literal' || style === 'heredoc'))
      for (const { range } of lint(file.text)) {
        const span = { start: range.start.offset, end: range.end.offset }
        const outer = toOuterSpan(file, span)
        if (!file.isBase64)
          expect(text.slice(outer.start, outer.end)).toBe(file.text.slice(span.start, span.end))
      }
  })

  test.each(fixtures)(
    '%s: the outer reader reads what was fixed, and nothing else changed',
    (path, text) => {
      const { text: fixed, applied } = fixEmbedded(text, { unsafe: true }, isRouterFile)
      expect(applied.length).toBeGreaterThan(0)
      const files = find(text)
      const inner = files.map((file) => fix(file.text, { unsafe: true }).text)
      expect(find(fixed).map((file) => file.text)).toEqual(inner)
      expect(find(fixed).map(({ style, indent }) => [style, indent])).toEqual(
        files.map(({ style, indent }) => [style, indent]),
      )
      if (isHeredoc(path)) return
      const expected = files.reduce<unknown>(
        (value, file, index) => replaceStrings(value, replaceIn(file.text, inner[index] ?? '')),
        readOuter(text),
      )
      expect(withoutBreaks(readOuter(fixed))).toEqual(withoutBreaks(expected))
      expect(fixEmbedded(fixed, { unsafe: true }, isRouterFile).applied).toEqual([])
    },
  )

  test.each(fixtures)('%s: each fix that is offered does what it says', (path, text) => {
    for (const file of find(text))
      for (const { rule, fix: outerFix } of lintOuter(file, text)) {
        const innerFix = lint(file.text).find((found) => found.rule === rule)?.fix
        if (!outerFix || !innerFix) continue
        const changed = applyEdits(text, outerFix.edits)
        const inner = applyEdits(file.text, innerFix.edits)
        if (isHeredoc(path)) expect(find(changed).map((one) => one.text)).toContain(inner)
        else
          expect(withoutBreaks(readOuter(changed))).toEqual(
            withoutBreaks(replaceStrings(readOuter(text), replaceIn(file.text, inner))),
          )
      }
  })

  test.each(fixtures)('%s: any edit is read as it was meant, or refused', (path, text) => {
    const next = random(7)
    const pick = (below: number): number => Math.floor(next() * below)
    for (const file of find(text))
      for (let round = 0; round < 40; round += 1) {
        const edit = toRandomEdit(file.text, pick)
        const encoded = encodeEdits(file, [edit], text)
        if (!encoded) continue
        const inner = applyEdits(file.text, [edit])
        const changed = applyEdits(text, encoded)
        if (isHeredoc(path)) continue
        expect(withoutBreaks(readOuter(changed))).toEqual(
          withoutBreaks(replaceStrings(readOuter(text), replaceIn(file.text, inner))),
        )
      }
  })
})

const inserted = [
  'x',
  'a: 1\n',
  '\n',
  '  - "b": \'c\'\n',
  '\n\n',
  'f:\n  g: \\h',
  '\t',
  '# ü 😀\n',
  '',
]

/** Adds, removes or replaces text, of whole lines or not. */
function toRandomEdit(text: string, pick: (below: number) => number): Edit {
  const starts = findLineStarts(text)
  const place = (): number =>
    pick(2) === 0 ? (starts[pick(starts.length)] ?? 0) : pick(text.length)
  const [one, other] = [place(), pick(3) === 0 ? undefined : place()]
  const near = other === undefined ? one : Math.min(other, one + 60)
  return {
    start: Math.min(one, near),
    end: Math.max(one, near),
    text: inserted[pick(inserted.length)] ?? '',
  }
}

test('most edits of lines can be made in blocks and in double quotes', () => {
  const counts = fixtures.flatMap(([, text]) =>
    find(text)
      .filter(({ style }) => style === 'literal' || style === 'double-quoted')
      .map((file) => {
        const starts = findLineStarts(file.text).slice(0, -1)
        const made = starts.filter((start) =>
          encodeEdits(file, [{ start, end: start, text: '# a\n\nb: "1"\n' }], text),
        )
        return made.length / starts.length
      }),
  )
  expect(Math.min(...counts)).toBe(1)
})
