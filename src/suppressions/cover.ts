import { lineStarts, positionAt } from '../diagnostic.js'
import type { Directive, Named, Verb } from './directive.js'

/** The lines in which one directive hides one rule, or every rule. Lines count from zero, both ends belong to it. */
export type Cover = {
  directive: Directive
  rule: Named | undefined
  from: number
  to: number
  /** Last lines of rules for which a cover of every rule ends earlier. */
  ended: Map<string, number>
  isUsed: boolean
}

/** Findings about suppressions, and of text that cannot be read, are not hidden along with all others. */
const needName = new Set(['yaml-syntax', 'malformed-suppression', 'unknown-suppression', 'unused-suppression', 'suppression-without-reason'])

const hides = ({ rule, from, to, ended }: Cover, wanted: string, line: number): boolean =>
  from <= line && line <= Math.min(to, ended.get(wanted) ?? Infinity) && (rule ? rule.id === wanted : !needName.has(wanted))

/** The covers of directives, one for each rule that they name. Those of an `enable` are empty, and used if it ends something. */
export function coversOf(text: string, directives: readonly Directive[]): Cover[] {
  const starts = lineStarts(text)
  const next = contentLines(text, starts)
  let open: Cover[] = []
  return directives.flatMap((directive) => {
    const { verb, start, rules } = directive
    const line = positionAt(starts, start).line
    const [from, to] = linesOf(verb, line, next[line + 1] ?? -1)
    const covers = (rules.length > 0 ? rules : [undefined]).map((rule): Cover => {
      const isUsed = verb === 'enable' && end(open, rule?.id, line)
      return { directive, rule, from, to, ended: new Map(), isUsed }
    })
    if (verb === 'disable') open.push(...covers)
    if (verb === 'enable') open = open.filter((cover) => cover.to === Infinity)
    return covers
  })
}

function linesOf(verb: Verb, line: number, next: number): [from: number, to: number] {
  if (verb === 'disable-file') return [0, Infinity]
  if (verb === 'disable') return [line, Infinity]
  if (verb === 'disable-line') return [line, line]
  return verb === 'disable-next-line' ? [next, next] : [-1, -1]
}

/** For each line the first one from there that is neither blank nor only a comment or `---`. */
function contentLines(text: string, starts: readonly number[]): number[] {
  const lines: number[] = []
  let next = -1
  for (let line = starts.length - 1; line >= 0; line -= 1) {
    if (!/^\s*(---\s*)?(#|$)/.test(text.slice(starts[line], starts[line + 1]))) next = line
    lines[line] = next
  }
  return lines
}

/** Ends a rule, or every rule, in open blocks; says whether it was in any. */
function end(open: readonly Cover[], rule: string | undefined, line: number): boolean {
  const ending = open.filter((cover) => rule === undefined || (cover.rule ? cover.rule.id === rule : !cover.ended.has(rule)))
  for (const cover of ending) {
    if (rule === undefined || cover.rule) cover.to = line
    else cover.ended.set(rule, line)
  }
  return ending.length > 0
}

/** Says of a finding whether it is hidden, and marks the cover that hides it: the narrowest, if there are several. */
export function hider(covers: readonly Cover[]): (rule: string, line: number) => boolean {
  const lines = new Map<number, Cover[]>()
  for (const cover of covers) {
    const known = lines.get(cover.from)
    if (cover.from !== cover.to) continue
    if (known) known.push(cover)
    else lines.set(cover.from, [cover])
  }
  const wide = covers.filter(({ from, to }) => from !== to).sort((left, right) => right.from - left.from)
  return (rule, line) => {
    const isMeant = (cover: Cover): boolean => hides(cover, rule, line)
    const cover = lines.get(line)?.find(isMeant) ?? wide.find(isMeant)
    if (cover) cover.isUsed = true
    return cover !== undefined
  }
}
