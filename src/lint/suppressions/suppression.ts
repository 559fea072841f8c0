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
export type Suppression = {
  directive: Directive
  rule: NamedRule | undefined
  firstLine: number
  lastLine: number
  /**
   * If the suppression is for every rule: rules for which `enable` ended it earlier, with the last line in which it
   * hides them.
   */
  endedRules: Map<string, number>
  isUsed: boolean
}

/** Open blocks (`disable` without `enable`) by rule id; the key of a block for all rules is the empty string. */
type OpenBlocks = Map<string, Suppression>

/**
 * The suppressions of directives: one for each rule that a directive names, or a single one if it is for every rule.
 * The suppression of `enable` hides nothing, and is used if it ends a block.
 */
export function createSuppressions(text: string, directives: readonly Directive[]): Suppression[] {
  const nextContentLines = findContentLines(text)
  const openBlocks: OpenBlocks = new Map()
  return directives.flatMap((directive) => {
    const { verb, rules } = directive
    const line = directive.line.number
    const [firstLine, lastLine] = findSuppressedLines(
      verb,
      line,
      nextContentLines[line + 1] ?? Infinity,
    )
    return (rules.length > 0 ? rules : [undefined]).map((rule): Suppression => {
      const isUsed = verb === 'enable' && endRule(openBlocks, rule?.id, line)
      const suppression: Suppression = {
        directive,
        rule,
        firstLine,
        lastLine,
        endedRules: new Map(),
        isUsed,
      }
      if (verb === 'disable') openBlock(openBlocks, suppression)
      return suppression
    })
  })
}

function findSuppressedLines(
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
function openBlock(openBlocks: OpenBlocks, suppression: Suppression): void {
  const name = suppression.rule?.id ?? ''
  const replacedBlock = openBlocks.get(name)
  if (replacedBlock) replacedBlock.lastLine = suppression.firstLine - 1
  openBlocks.set(name, suppression)
}

/** Ends the open blocks for a rule, or for every rule. Returns whether there were any. */
function endRule(openBlocks: OpenBlocks, rule: string | undefined, line: number): boolean {
  const endedBlocks = [
    ...(rule === undefined ? openBlocks.values() : [openBlocks.get(rule)]),
  ].filter((suppression) => suppression !== undefined)
  for (const suppression of endedBlocks) suppression.lastLine = line
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
 * Creates a function that returns whether a finding of a rule at an offset is hidden, and marks the suppression that
 * hides it as used. If several suppressions hide it, marks the narrowest.
 */
export function createHider(
  text: string,
  suppressions: readonly Suppression[],
): (rule: string, offset: number) => boolean {
  const starts = findReaderLineStarts(text)
  const suppressionsByKind = groupBy(
    suppressions,
    ({ directive, rule }) => `${directive.verb} ${rule?.id ?? ''}`,
  )
  return (rule, offset) => {
    const { line } = toPosition(starts, offset)
    // A directive for all rules does not hide findings about suppressions or syntax errors.
    const rules = getTraits(rule).about === undefined ? [rule, ''] : [rule]
    const candidates = narrowestFirst.flatMap((verb) =>
      rules.map((id) => findLastBefore(suppressionsByKind.get(`${verb} ${id}`) ?? [], line)),
    )
    const suppression = candidates.find(
      (candidate) =>
        candidate &&
        line <= Math.min(candidate.lastLine, candidate.endedRules.get(rule) ?? Infinity),
    )
    if (suppression) suppression.isUsed = true
    return suppression !== undefined
  }
}

/** The last suppression that starts at or before a line. Suppressions of the same kind are sorted by line. */
const findLastBefore = (
  suppressions: readonly Suppression[],
  line: number,
): Suppression | undefined =>
  suppressions[
    countWhile(
      suppressions.length,
      (index) => (suppressions[index]?.firstLine ?? Infinity) <= line,
    ) - 1
  ]

/** Returns a test whether a comment hides a rule at an offset; undefined if there is no suppression comment. */
export function findHider(
  document: Document,
): ((rule: string, offset: number) => boolean) | undefined {
  const { text } = document
  if (!mayHaveSuppressions(text)) return undefined
  const { directives } = parseDirectives(document)
  return directives.length === 0
    ? undefined
    : createHider(text, createSuppressions(text, directives))
}
