import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Verdict = { outcome: string; effective?: unknown; notice?: string; world?: readonly string[] }
type Case = {
  id: string
  key: string
  class: string
  yaml: string
  env?: Record<string, string>
  verdicts: Record<string, Verdict>
}

/** Maximum total length of all cases, in characters. */
const limit = 1_850_000

/**
 * A text stored as its difference from another text: `base` is the index of that text, and `edit` has the changed
 * lines.
 */
type TextDiff = { base: number; edit: [from: number, remove: number, insert: string, has: boolean] }

function difference(lines: readonly string[], base: readonly string[], index: number): TextDiff {
  let from = 0
  while (from < base.length && base[from] === lines[from]) from += 1
  let back = 0
  while (
    back < base.length - from &&
    back < lines.length - from &&
    base.at(-1 - back) === lines.at(-1 - back)
  )
    back += 1
  return {
    base: index,
    edit: [
      from,
      base.length - from - back,
      lines.slice(from, lines.length - back).join('\n'),
      lines.length - back > from,
    ],
  }
}

/** Encodes a text as the difference from the most similar base. If all differ a lot, the text becomes a further base. */
function encodeAsDiff(text: string, bases: string[][]): TextDiff {
  const lines = text.split('\n')
  const [best] = bases
    .map((base, index) => difference(lines, base, index))
    .sort((left, right) => left.edit[2].length - right.edit[2].length)
  if (best && (best.edit[2].length <= 400 || bases.length >= 6)) return best
  bases.push(lines)
  return { base: bases.length - 1, edit: [0, 0, '', false] }
}

const rank = ({ id }: Case): string => createHash('sha1').update(id).digest('hex')

const signature = ({ verdicts }: Case): string =>
  Object.entries(verdicts)
    .map(([releases, verdict]) => `${releases}=${verdict.outcome}${verdict.notice ? '!' : ''}`)
    .join()

/**
 * Sorts cases: first those with a combination of key and outcomes, or with a class, that no earlier case has; then the
 * others. Leaves out cases whose outcome depends on more than the file (`world`).
 */
function sortByNovelty(cases: readonly Case[]): Case[] {
  const seen = new Set<string>()
  const needed: Case[] = []
  const others: Case[] = []
  for (const item of cases) {
    if (Object.values(item.verdicts).some(({ world }) => world?.length)) continue
    const marks = [`${item.key} ${signature(item)}`, `class ${item.class.split('+')[0]}`]
    if (marks.every((mark) => seen.has(mark))) others.push(item)
    else needed.push(item)
    for (const mark of marks) seen.add(mark)
  }
  return [...needed, ...others]
}

function formatRow(item: Case, bases: string[][]): string {
  const verdicts = Object.entries(item.verdicts).map(
    ([releases, { outcome, effective, notice }]) => [
      releases,
      {
        outcome,
        ...(effective !== undefined && JSON.stringify(effective).length < 300 && { effective }),
        ...(notice && { notice: true }),
      },
    ],
  )
  return JSON.stringify({
    id: item.id,
    key: item.key,
    class: item.class,
    ...encodeAsDiff(item.yaml, bases),
    ...(item.env && { env: item.env }),
    verdicts: Object.fromEntries(verdicts),
  })
}

/**
 * Selects recorded cases of real routers for the project's own tests: each key with each observed
 * outcome, each class and each release; then as many others as fit. Takes the folder with
 * `cases-*.jsonl` and `base.json`.
 */
export function measure([folder = '']: readonly string[]): void {
  const files = readdirSync(folder).filter((name) => /^cases-.*\.jsonl$/.test(name))
  const cases: Case[] = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
  const bases: string[][] = []
  const rows: string[] = []
  let size = 0
  for (const item of sortByNovelty(
    cases.sort((left, right) => (rank(left) < rank(right) ? -1 : 1)),
  )) {
    const row = formatRow(item, bases)
    if (size + row.length > limit) break
    size += row.length + 1
    rows.push(row)
  }
  const effective: unknown = JSON.parse(readFileSync(join(folder, 'base.json'), 'utf8'))
  writeFileSync('fixtures/conformance/cases.jsonl', `${rows.join('\n')}\n`)
  writeFileSync(
    'fixtures/conformance/bases.json',
    `${JSON.stringify({ texts: bases.map((lines) => lines.join('\n')), effective })}\n`,
  )
  console.log(`${rows.length} of ${cases.length} cases, ${Math.round(size / 1024)} kB`)
}
