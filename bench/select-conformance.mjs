// Chooses from the recorded cases of real routers those that the project's own tests judge the build by.
//   node bench/select-conformance.mjs FOLDER   (the folder with cases-*.jsonl and base.json)
// Each key with each outcome that was seen for it, each class, each release; then as many others as fit.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('name the folder with the recorded cases')
const limit = 1_850_000

const cases = readdirSync(folder)
  .filter((name) => /^cases-.*\.jsonl$/.test(name))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).map((line) => ({ ...JSON.parse(line), file: name })))

const bases = []
/** A text as a base and the lines that differ from it. */
function shorten(text) {
  const lines = text.split('\n')
  let best
  bases.forEach((base, index) => {
    let from = 0
    while (from < base.length && base[from] === lines[from]) from += 1
    let back = 0
    while (back < base.length - from && back < lines.length - from && base.at(-1 - back) === lines.at(-1 - back)) back += 1
    const insert = lines.slice(from, lines.length - back).join('\n')
    if (!best || insert.length < best.edit[2].length) best = { base: index, edit: [from, base.length - from - back, insert, lines.length - back > from] }
  })
  if (!best || best.edit[2].length > 400) {
    if (bases.length < 6) {
      bases.push(lines)
      return { base: bases.length - 1, edit: [0, 0, '', false] }
    }
  }
  return best
}

const rank = (test) => createHash('sha1').update(test.id).digest('hex')
const signature = (test) => Object.entries(test.verdicts).map(([releases, verdict]) => `${releases}=${verdict.outcome}${verdict.notice ? '!' : ''}`).join()
cases.sort((left, right) => (rank(left) < rank(right) ? -1 : 1))
const met = new Set()
const wanted = []
const others = []
for (const test of cases) {
  if (Object.values(test.verdicts).some((verdict) => verdict.world?.length)) continue
  const marks = [`${test.key} ${signature(test)}`, `class ${test.class.split('+')[0]}`]
  if (marks.every((mark) => met.has(mark))) others.push(test)
  else wanted.push(test)
  for (const mark of marks) met.add(mark)
}

let size = 0
const rows = []
for (const test of [...wanted, ...others]) {
  const verdicts = Object.fromEntries(
    Object.entries(test.verdicts).map(([releases, { outcome, effective, notice }]) => [releases, { outcome, ...(effective && JSON.stringify(effective).length < 300 && { effective }), ...(notice && { notice: true }) }]),
  )
  const row = JSON.stringify({ id: test.id, key: test.key, class: test.class, ...shorten(test.yaml), ...(test.env && { env: test.env }), verdicts })
  if (size + row.length > limit) break
  size += row.length + 1
  rows.push(row)
}
writeFileSync('fixtures/conformance/cases.jsonl', `${rows.join('\n')}\n`)
writeFileSync('fixtures/conformance/bases.json', `${JSON.stringify({ texts: bases.map((lines) => lines.join('\n')), effective: JSON.parse(readFileSync(join(folder, 'base.json'), 'utf8')) })}\n`)
console.log(`${rows.length} of ${cases.length} cases (${wanted.length} needed), ${Math.round(size / 1024)} kB`)
