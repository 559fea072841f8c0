import type { Path } from '../../diagnostic.js'
import { showPath } from '../../diagnostic.js'
import type { Checked } from '../../generate/answers.js'
import { checkAnswers } from '../../generate/answers.js'
import type { Generated } from '../../generate/generate.js'
import { generateFrom } from '../../generate/generate.js'
import type { Streams } from '../command.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { progressOn } from '../progress.js'
import type { Wanted } from './files.js'
import { patchOf, stateOf, wantedOf, writeFile } from './files.js'
import type { Row } from './list.js'
import { rowsOf } from './list.js'
import { sentences } from './say.js'
import { sourceOf } from './source.js'
import { textsOf } from './texts.js'

/** What became of the file of a router. */
type Outcome = { state: 'made' | 'replaced' | 'unchanged' | 'skipped' | 'failed'; line: string }

type Batch = { pattern: string; base: Checked; given: Given; taken: Map<string, string>; streams: Streams }

const column = (path: Path): string => (path.length > 0 ? `${showPath(path)}: ` : '')

const isError = ({ severity }: { severity: string }): boolean => severity === 'error'

/** What is made of a row, or why there is nothing. */
function generated({ answers, from }: Row, { base, pattern }: Batch): (Generated & { ok: true }) | { why: string } {
  const checked = checkAnswers(answers)
  const made = checked.answers ? generateFrom({ ...base, ...checked.answers }, { path: pattern }) : { ok: false as const, diagnostics: checked.diagnostics }
  return made.ok ? made : { why: `${from}: ${sentences(made.diagnostics.filter(isError), column).join('; ')}` }
}

function outcomeOf(row: Row, batch: Batch): Outcome {
  const made = generated(row, batch)
  if ('why' in made) return { state: 'failed', line: made.why }
  const { path } = made
  // Names that differ in case alone are one file on some systems.
  const other = batch.taken.get(path.toLowerCase())
  if (other !== undefined) return { state: 'failed', line: `${row.from}: \`${path}\` is the file of another router, too (${other}); give them different names, or \`fileName\`` }
  batch.taken.set(path.toLowerCase(), row.from)
  return written(wantedOf(made), path, batch)
}

function written(wanted: readonly Wanted[], path: string, { given, streams }: Batch): Outcome {
  const force = given.has('force')
  const states = wanted.map(stateOf)
  const isDry = given.has('dry-run') || given.has('diff')
  if (given.has('diff')) streams.out(wanted.map(patchOf).join(''))
  if (states.every((state) => state === 'same')) return { state: 'unchanged', line: path }
  if (!force && states.includes('differs')) return { state: 'skipped', line: path }
  // The router file comes last: once it is there, the router is done.
  if (!isDry) for (const file of [...wanted].reverse()) writeFile(file, force)
  return { state: states.includes('differs') ? 'replaced' : 'made', line: path }
}

/** Where the files go; each router needs one of its own. */
function patternOf(given: Given): string {
  const pattern = given.last('output')
  if (pattern === undefined || !pattern.includes('{name}')) throw new UsageError("--list makes many files: name them with -o and {name}, for example -o 'routers/{name}/router.yml'")
  const folder = pattern.slice(0, Math.max(0, pattern.lastIndexOf('/')))
  if (given.has('platform') && !folder.includes('{name}')) throw new UsageError(`--platform makes more files for each router, which need a folder: take a pattern such as 'routers/{name}/router.yml' in the place of '${pattern}'`)
  return pattern
}

/** Makes the files of all routers of a list. What exists is left alone, so that an interrupted run goes on where it ended. */
export function many(given: Given, streams: Streams): number {
  const pattern = patternOf(given)
  for (const flag of ['import', 'name', 'file-name', 'jwt', 'signed-by']) if (given.has(flag)) throw new UsageError(`--${flag} is for one router, and --list for many; leave one of them out`)
  const text = textsOf(given)
  const rows = rowsOf(text('list') ?? '', given.last('list') ?? '')
  // A token is for one router: what a variable holds is not for all of them.
  const { jwt: _, ...base } = sourceOf(given, (flag) => (flag === 'answers' ? text(flag) : undefined)).answers
  const batch: Batch = { pattern, base, given, taken: new Map(), streams }
  const counts: Record<Outcome['state'], number> = { made: 0, replaced: 0, unchanged: 0, skipped: 0, failed: 0 }
  const progress = progressOn(streams)
  rows.forEach((row, index) => {
    const { state, line } = outcomeOf(row, batch)
    counts[state] += 1
    if (state === 'failed') progress.clear()
    if (state === 'failed') streams.err(`routerfile: ${line}\n`)
    else if (!given.has('diff')) streams.out(`${state.padEnd(9)} ${line}\n`)
    progress.show(`${index + 1} of ${rows.length} routers`)
  })
  progress.clear()
  streams.err(`routerfile: ${rows.length} routers: ${summary(counts, given)}\n`)
  return counts.failed > 0 ? 1 : 0
}

function summary(counts: Record<Outcome['state'], number>, given: Given): string {
  const words = { made: 'made', replaced: 'replaced', unchanged: 'as they were', skipped: 'left alone, as another file is there (--diff shows the difference, --force replaces it)', failed: 'failed' }
  const would = given.has('dry-run') || given.has('diff') ? ' (nothing is written)' : ''
  return `${(['made', 'replaced', 'unchanged', 'skipped', 'failed'] as const).filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${words[state]}`).join(', ')}${would}`
}
