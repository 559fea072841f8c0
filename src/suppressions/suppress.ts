import type { Diagnostic, Finding } from '../diagnostic.js'
import { inOrder, locate } from '../diagnostic.js'
import type { Document } from '../document.js'
import { parseDocument } from '../document.js'
import type { Rule } from '../lint/rule.js'
import { catalog } from '../lint/catalog.js'
import type { FleetRule } from '../lint/fleet/rule.js'
import { malformedSuppression } from '../lint/rules/malformed-suppression.js'
import { suppressionWithoutReason } from '../lint/rules/suppression-without-reason.js'
import { unknownSuppression } from '../lint/rules/unknown-suppression.js'
import { unusedSuppression } from '../lint/rules/unused-suppression.js'
import { severityIn } from '../lint/severity.js'
import { nearest } from '../schema/suggest.js'
import type { Cover } from './cover.js'
import { coversOf, hider } from './cover.js'
import type { Directive } from './directive.js'
import { readDirectives } from './directive.js'
import { removal } from './removal.js'

/** What the findings of a text were found in. */
export type Ground = {
  document: Document
  release: string
  /** Whether all was looked at: the text is sound, and no value is unknown. Else what hides nothing now may hide something then. */
  isWhole: boolean
}

/** Findings without those that comments hide, and with what is wrong about these comments. */
export function suppress(
  found: readonly Diagnostic[],
  { document, release, isWhole }: Ground,
): readonly Diagnostic[] {
  const { text } = document
  if (!text.includes('routerfile')) return found
  const { directives, malformed } = readDirectives(document)
  if (directives.length === 0 && malformed.length === 0) return found
  const known = new Map(catalog.map((rule) => [rule.id, rule]))
  const covers = coversOf(text, directives)
  const isHidden = hider(covers)
  const shown = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
    diagnostics.filter(({ rule, range }) => !isHidden(rule, range.start.line))
  const wrong = [
    ...malformed.map(({ message, ...span }) => about(malformedSuppression, message, span)),
    ...directives.flatMap((directive) => [
      ...strangers(directive, known),
      ...reasonless(directive),
    ]),
  ]
  const left = shown([...found, ...locate(text, wrong)])
  const isIdle = ({ rule, isUsed }: Cover): boolean =>
    !isUsed && (!rule || isCertain(known.get(rule.id), release))
  const unused = isWhole ? unusedOf(text, covers.filter(isIdle)) : []
  return [...left, ...shown(locate(text, unused))].sort(inOrder)
}

/** Findings about a text that its comments do not hide, for what was found later than the rest; about the comments nothing is said. */
export function visible(found: readonly Diagnostic[], text: string): readonly Diagnostic[] {
  if (found.length === 0 || !text.includes('routerfile')) return found
  const isHidden = hider(coversOf(text, readDirectives(parseDocument(text)).directives))
  return found.filter(({ rule, range }) => !isHidden(rule, range.start.line))
}

const about = (
  { id, severity }: Rule,
  message: string,
  { start, end }: Finding['span'],
): Finding => ({ rule: id, severity, message, path: [], span: { start, end } })

const strangers = (
  { rules: named }: Directive,
  known: ReadonlyMap<string, Rule | FleetRule>,
): Finding[] =>
  named
    .filter(({ id }) => !known.has(id))
    .map(({ id, ...span }) => {
      const near = nearest(id, known.keys())
      return about(
        unknownSuppression,
        `no rule is called \`${id}\`${near === undefined ? '; `routerfile rules` lists them' : `; did you mean \`${near}\`?`}`,
        span,
      )
    })

const reasonless = (directive: Directive): Finding[] =>
  directive.verb === 'enable' || directive.reason !== ''
    ? []
    : [
        about(
          suppressionWithoutReason,
          'the suppression has no reason; write one behind ` -- `',
          directive,
        ),
      ]

/** Whether it says something that a rule finds nothing: not if it looks at the machine or at other files, or is not for this release. */
const isCertain = (rule: Rule | FleetRule | undefined, release: string): boolean =>
  rule !== undefined &&
  !('compare' in rule || 'hold' in rule) &&
  !rule.machine &&
  rule.id !== unusedSuppression.id &&
  severityIn(rule, release) !== 'off'

/** A finding for each directive some of whose covers hide nothing. */
function unusedOf(text: string, idle: readonly Cover[]): Finding[] {
  const all = new Map<Directive, Set<Cover['rule']>>()
  for (const { directive, rule } of idle)
    all.set(directive, (all.get(directive) ?? new Set()).add(rule))
  return [...all].map(([directive, unused]) => {
    const kept = directive.rules.filter((rule) => !unused.has(rule))
    const [first] = directive.rules.filter((rule) => unused.has(rule))
    const span = kept.length > 0 && first ? first : directive
    return {
      ...about(unusedSuppression, sentence(text, directive, [...unused]), span),
      fix: removal(text, directive, kept),
    }
  })
}

function sentence(
  text: string,
  { verb, start, line }: Directive,
  unused: readonly Cover['rule'][],
): string {
  const names = unused.flatMap((rule) => (rule ? [`\`${rule.id}\``] : []))
  const subject =
    names.length === 0
      ? 'nothing is'
      : `${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')} ${names.length > 1 ? 'are' : 'is'} not`
  if (verb === 'enable') return `${subject} disabled here, so there is nothing to enable`
  const place = {
    'disable-line': 'on this line',
    'disable-next-line': 'on the next line',
    'disable-file': 'in this file',
    disable: 'from here on',
  }[verb]
  const isAlone = verb === 'disable-line' && text.slice(line.start, start).trim() === ''
  return `${subject} found ${place}, so the suppression hides nothing${isAlone ? '; did you mean `disable-next-line`?' : ''}`
}
