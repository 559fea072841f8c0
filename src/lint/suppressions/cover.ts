import { toPosition } from '../../document/diagnostic.js'
import { getTraits } from '../catalog.js'
import type { Document } from '../../document/document.js'
import { countWhile } from '../../document/search.js'
import { groupBy } from '../../document/group.js'
import type { Directive, NamedRule, Verb } from './directive.js'
import { findReaderLineStarts, mayHaveSuppressions, parseDirectives } from './directive.js'

/**
 * The lines in which one directive hides one rule or, if `rule` is undefined, every rule. Lines are those of the YAML
 * reader and count from zero; `lastLine` is included.
 */
export type Cover = {
  directive: Directive
  rule: NamedRule | undefined
  firstLine: number
  lastLine: number
  /** If the cover is for every rule: rules for which `enable` ended it earlier, with the last line that it covers. */
  endedRules: Map<string, number>
  isUsed: boolean
}

/** Open blocks (`disable` without `enable`) by rule; a block for every rule has an empty name. */
type OpenBlocks = Map<string, Cover>

/**
 * The covers of directives: one for each rule that a directive names, or a single one if it is for every rule. A cover
 * of `enable` hides nothing, and counts as used if it ends a block.
 */
export function createCovers(text: string, directives: readonly Directive[]): Cover[] {
  const nextContentLines = findContentLines(text)
  const openBlocks: OpenBlocks = new Map()
  return directives.flatMap((directive) => {
    const { verb, rules } = directive
    const line = directive.line.number
    const [firstLine, lastLine] = findCoveredLines(
      verb,
      line,
      nextContentLines[line + 1] ?? Infinity,
    )
    return (rules.length > 0 ? rules : [undefined]).map((rule): Cover => {
      const isUsed = verb === 'enable' && endRule(openBlocks, rule?.id, line)
      const cover: Cover = { directive, rule, firstLine, lastLine, endedRules: new Map(), isUsed }
      if (verb === 'disable') openBlock(openBlocks, cover)
      return cover
    })
  })
}

function findCoveredLines(
  verb: Verb,
  line: number,
  nextContentLine: number,
): [from: number, to: number] {
  if (verb === 'disable-file') return [0, Infinity]
  if (verb === 'disable') return [line, Infinity]
  return verb === 'disable-next-line' ? [nextContentLine, nextContentLine] : [line, line]
}

/** For each line, the first line at or after it that is not blank, a comment or `---`. */
function findContentLines(text: string): number[] {
  const lineStarts = findReaderLineStarts(text)
  const lines: number[] = []
  let next = Infinity
  for (let line = lineStarts.length - 1; line >= 0; line -= 1) {
    if (!/^\s*(---\s*)?(#|$)/.test(text.slice(lineStarts[line], lineStarts[line + 1]))) next = line
    lines[line] = next
  }
  return lines
}

/** Opens a block. It replaces an open block for the same rule. */
function openBlock(openBlocks: OpenBlocks, cover: Cover): void {
  const name = cover.rule?.id ?? ''
  const replacedBlock = openBlocks.get(name)
  if (replacedBlock) replacedBlock.lastLine = cover.firstLine - 1
  openBlocks.set(name, cover)
}

/** Ends the open blocks for a rule, or for every rule. Returns whether there were any. */
function endRule(openBlocks: OpenBlocks, rule: string | undefined, line: number): boolean {
  const endedBlocks = [
    ...(rule === undefined ? openBlocks.values() : [openBlocks.get(rule)]),
  ].filter((cover) => cover !== undefined)
  for (const cover of endedBlocks) cover.lastLine = line
  if (rule === undefined) openBlocks.clear()
  else openBlocks.delete(rule)
  const allRulesBlock = openBlocks.get('')
  if (rule === undefined || !allRulesBlock || allRulesBlock.endedRules.has(rule))
    return endedBlocks.length > 0
  allRulesBlock.endedRules.set(rule, line)
  return true
}

const narrowestFirst: readonly Verb[] = [
  'disable-line',
  'disable-next-line',
  'disable',
  'disable-file',
]

/**
 * Creates a function that returns whether a finding of a rule at an offset is hidden, and marks the cover that hides it
 * as used. If several covers hide it, marks the narrowest.
 */
export function createHider(
  text: string,
  covers: readonly Cover[],
): (rule: string, offset: number) => boolean {
  const starts = findReaderLineStarts(text)
  const coversByKind = groupBy(
    covers,
    ({ directive, rule }) => `${directive.verb} ${rule?.id ?? ''}`,
  )
  return (rule, offset) => {
    const { line } = toPosition(starts, offset)
    // A directive for all rules does not hide findings about suppressions or syntax errors.
    const rules = getTraits(rule).about === undefined ? [rule, ''] : [rule]
    const candidates = narrowestFirst.flatMap((verb) =>
      rules.map((id) => findLastBefore(coversByKind.get(`${verb} ${id}`) ?? [], line)),
    )
    const cover = candidates.find(
      (candidate) =>
        candidate &&
        line <= Math.min(candidate.lastLine, candidate.endedRules.get(rule) ?? Infinity),
    )
    if (cover) cover.isUsed = true
    return cover !== undefined
  }
}

/** The last cover that starts at or before a line. Covers of the same kind are sorted by line. */
const findLastBefore = (covers: readonly Cover[], line: number): Cover | undefined =>
  covers[countWhile(covers.length, (index) => (covers[index]?.firstLine ?? Infinity) <= line) - 1]

/**
 * Creates a function that returns whether a comment hides findings of a rule at an offset; undefined if the text has no
 * suppression comment.
 */
export function findHider(
  document: Document,
): ((rule: string, offset: number) => boolean) | undefined {
  const { text } = document
  if (!mayHaveSuppressions(text)) return undefined
  const { directives } = parseDirectives(document)
  return directives.length === 0 ? undefined : createHider(text, createCovers(text, directives))
}
