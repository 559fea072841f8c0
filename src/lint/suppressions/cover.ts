import { toPosition } from '../../document/diagnostic.js'
import { getTraits } from '../catalog.js'
import type { Document } from '../../document/document.js'
import { countWhile } from '../../document/search.js'
import { groupBy } from '../../document/group.js'
import type { Directive, NamedRule, Verb } from './directive.js'
import { findReaderLineStarts, mayHaveSuppressions, parseDirectives } from './directive.js'

/**
 * The lines of the YAML reader in which one directive hides one rule, or every rule. Lines count from zero; both ends are
 * inclusive.
 */
export type Cover = {
  directive: Directive
  rule: NamedRule | undefined
  from: number
  to: number
  /** For a cover of every rule: the last lines of rules that end earlier. */
  ended: Map<string, number>
  isUsed: boolean
}

/** Blocks that are still open, by rule; the empty name is for blocks of every rule. */
type OpenBlocks = Map<string, Cover>

/**
 * The covers of directives, one for each rule that they name. Covers of `enable` are empty, and count as used if they
 * end something.
 */
export function createCovers(text: string, directives: readonly Directive[]): Cover[] {
  const next = findContentLines(text)
  const open: OpenBlocks = new Map()
  return directives.flatMap((directive) => {
    const { verb, rules } = directive
    const line = directive.line.number
    const [from, to] = findCoveredLines(verb, line, next[line + 1] ?? Infinity)
    return (rules.length > 0 ? rules : [undefined]).map((rule): Cover => {
      const isUsed = verb === 'enable' && endRule(open, rule?.id, line)
      const cover: Cover = { directive, rule, from, to, ended: new Map(), isUsed }
      if (verb === 'disable') openBlock(open, cover)
      return cover
    })
  })
}

function findCoveredLines(verb: Verb, line: number, next: number): [from: number, to: number] {
  if (verb === 'disable-file') return [0, Infinity]
  if (verb === 'disable') return [line, Infinity]
  return verb === 'disable-next-line' ? [next, next] : [line, line]
}

/** For each line, the first line from there on that is not blank, a comment or `---`. */
function findContentLines(text: string): number[] {
  const starts = findReaderLineStarts(text)
  const lines: number[] = []
  let next = Infinity
  for (let line = starts.length - 1; line >= 0; line -= 1) {
    if (!/^\s*(---\s*)?(#|$)/.test(text.slice(starts[line], starts[line + 1]))) next = line
    lines[line] = next
  }
  return lines
}

/** Opens a block. It replaces an open block for the same rule. */
function openBlock(open: OpenBlocks, cover: Cover): void {
  const name = cover.rule?.id ?? ''
  const before = open.get(name)
  if (before) before.to = cover.from - 1
  open.set(name, cover)
}

/** Ends a rule, or every rule, in open blocks. Returns whether any block was open for it. */
function endRule(open: OpenBlocks, rule: string | undefined, line: number): boolean {
  const ended = [...(rule === undefined ? open.values() : [open.get(rule)])].filter(
    (cover) => cover !== undefined,
  )
  for (const cover of ended) cover.to = line
  if (rule === undefined) open.clear()
  else open.delete(rule)
  const all = open.get('')
  if (rule === undefined || !all || all.ended.has(rule)) return ended.length > 0
  all.ended.set(rule, line)
  return true
}

const narrowestFirst: readonly Verb[] = [
  'disable-line',
  'disable-next-line',
  'disable',
  'disable-file',
]

/**
 * Creates a function that returns whether a finding of a rule at an offset is hidden, and marks the cover that hides it as
 * used: the narrowest, if there are several.
 */
export function createHider(
  text: string,
  covers: readonly Cover[],
): (rule: string, offset: number) => boolean {
  const starts = findReaderLineStarts(text)
  const index = groupBy(covers, ({ directive, rule }) => `${directive.verb} ${rule?.id ?? ''}`)
  return (rule, offset) => {
    const { line } = toPosition(starts, offset)
    // A directive for all rules does not hide findings about suppressions or syntax errors.
    const rules = getTraits(rule).about === undefined ? [rule, ''] : [rule]
    const candidates = narrowestFirst.flatMap((verb) =>
      rules.map((id) => findLastBefore(index.get(`${verb} ${id}`) ?? [], line)),
    )
    const cover = candidates.find(
      (candidate) =>
        candidate && line <= Math.min(candidate.to, candidate.ended.get(rule) ?? Infinity),
    )
    if (cover) cover.isUsed = true
    return cover !== undefined
  }
}

/** The last cover that starts at or before a line: covers of one kind are sorted by line. */
const findLastBefore = (covers: readonly Cover[], line: number): Cover | undefined =>
  covers[countWhile(covers.length, (index) => (covers[index]?.from ?? Infinity) <= line) - 1]

/** Whether a comment hides findings of a rule at an offset; undefined without such comments. */
export function findHider(
  document: Document,
): ((rule: string, offset: number) => boolean) | undefined {
  const { text } = document
  if (!mayHaveSuppressions(text)) return undefined
  const { directives } = parseDirectives(document)
  return directives.length === 0 ? undefined : createHider(text, createCovers(text, directives))
}
