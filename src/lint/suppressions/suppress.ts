import type { Diagnostic, Finding, Fix, Span } from '../../document/diagnostic.js'
import { compareDiagnostics, toDiagnostics } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import type { Rule } from '../rule.js'
import { getRuleSeverity } from '../rule.js'
import { catalog, findRule } from '../catalog.js'
import type { FleetRule } from '../fleet/rule.js'
import { malformedSuppression } from '../rules/malformed-suppression.js'
import { suppressionWithoutReason } from '../rules/suppression-without-reason.js'
import { unknownSuppression } from '../rules/unknown-suppression.js'
import { unusedSuppression } from '../rules/unused-suppression.js'
import { createFix } from '../../edit/edits.js'
import { findNearest } from '../../schema/suggest.js'
import { formatList } from '../../document/words.js'
import type { Suppression } from './suppression.js'
import { createSuppressions, createHider, findHider } from './suppression.js'
import type { Directive, NamedRule } from './directive.js'
import { mayHaveSuppressions, parseDirectives } from './directive.js'

export type SuppressionContext = {
  document: Document
  release: string
  /**
   * Whether everything was checked: the text has no syntax errors, and no value is unknown. If not, a comment that
   * hides nothing now might hide something in a full check.
   */
  isFullCheck: boolean
}

/** The diagnostics that no suppression comment hides, plus the problems of the suppression comments themselves. */
export function suppress(
  diagnostics: readonly Diagnostic[],
  { document, release, isFullCheck }: SuppressionContext,
): readonly Diagnostic[] {
  const { text } = document
  const { directives, malformed } = parseDirectives(document)
  if (directives.length === 0 && malformed.length === 0) return diagnostics
  const suppressions = createSuppressions(text, directives)
  const isHidden = createHider(text, suppressions)
  const removeHidden = (found: readonly Diagnostic[]): Diagnostic[] =>
    found.filter(({ rule, range }) => !isHidden(rule, range.start.offset))
  const commentFindings = [
    ...malformed.map(({ message, fix, ...span }) => ({
      ...createFinding(malformedSuppression, message, span),
      ...(fix && { fix: () => fix }),
    })),
    ...directives.flatMap((directive) => [
      ...findUnknownRules(directive),
      ...findMissingReason(directive),
    ]),
  ]
  const visibleDiagnostics = removeHidden([...diagnostics, ...toDiagnostics(text, commentFindings)])
  const hidesNothing = ({ rule, isUsed }: Suppression): boolean =>
    !isUsed && (!rule || isRuleCertain(findRule(rule.id), release))
  const unusedFindings = isFullCheck
    ? findUnusedDirectives(text, suppressions.filter(hidesNothing))
    : []
  return [...visibleDiagnostics, ...removeHidden(toDiagnostics(text, unusedFindings))].sort(
    compareDiagnostics,
  )
}

/**
 * The diagnostics that no suppression comment hides, for findings from outside `lint`. Does not report unused or
 * invalid suppression comments; `lint` does.
 */
export function selectUnsuppressed(
  diagnostics: readonly Diagnostic[],
  text: string,
): readonly Diagnostic[] {
  if (diagnostics.length === 0 || !mayHaveSuppressions(text)) return diagnostics
  const isHidden = findHider(parseDocument(text))
  return isHidden
    ? diagnostics.filter(({ rule, range }) => !isHidden(rule, range.start.offset))
    : diagnostics
}

const createFinding = (
  { id, severity }: Rule,
  message: string,
  { start, end }: Finding['span'],
): Finding => ({ rule: id, severity, message, path: [], span: { start, end } })

const findUnknownRules = ({ rules: namedRules }: Directive): Finding[] =>
  namedRules
    .filter(({ id }) => !findRule(id))
    .map(({ id, ...span }) => {
      const near = findNearest(
        id,
        catalog.map((rule) => rule.id),
      )
      const hint =
        near === undefined ? '; `routerfile rules` lists all rules' : `; did you mean \`${near}\`?`
      return {
        ...createFinding(unknownSuppression, `Unknown rule \`${id}\`${hint}`, span),
        ...(near !== undefined && {
          fix: () =>
            createFix(`replace \`${id}\` with \`${near}\``, [{ ...span, text: near }], 'unsafe'),
        }),
      }
    })

const findMissingReason = (directive: Directive): Finding[] =>
  directive.verb === 'enable' || directive.reason !== ''
    ? []
    : [
        createFinding(
          suppressionWithoutReason,
          'The suppression comment has no reason; add one after ` -- `',
          directive,
        ),
      ]

/**
 * Whether a comment for a rule is certainly unused if it hides nothing. False if the rule is unknown, checks the
 * machine or other files, is off in the release, or is the rule about unused comments.
 */
const isRuleCertain = (rule: Rule | FleetRule | undefined, release: string): boolean =>
  rule !== undefined &&
  !('compare' in rule || 'compareRecords' in rule) &&
  !rule.machine &&
  rule.id !== unusedSuppression.id &&
  getRuleSeverity(rule, release) !== 'off'

/** A finding for each suppression comment that hides nothing, or names rules for which it hides nothing. */
function findUnusedDirectives(text: string, unusedSuppressions: readonly Suppression[]): Finding[] {
  const unusedByDirective = new Map<Directive, Set<Suppression['rule']>>()
  for (const { directive, rule } of unusedSuppressions)
    unusedByDirective.set(directive, (unusedByDirective.get(directive) ?? new Set()).add(rule))
  return [...unusedByDirective].map(([directive, unusedRules]) => {
    const usedRules = directive.rules.filter((rule) => !unusedRules.has(rule))
    const [first] = directive.rules.filter((rule) => unusedRules.has(rule))
    const span = usedRules.length > 0 && first ? first : directive
    return {
      ...createFinding(
        unusedSuppression,
        formatUnusedMessage(text, directive, [...unusedRules]),
        span,
      ),
      fix: () => createRemovalFix(text, directive, usedRules),
    }
  })
}

function formatUnusedMessage(
  text: string,
  { verb, start, line }: Directive,
  unusedRules: readonly Suppression['rule'][],
): string {
  const names = unusedRules.flatMap((rule) => (rule ? [`\`${rule.id}\``] : []))
  const subject = names.length === 0 ? 'This comment' : formatList(names)
  const are = names.length > 1 ? 'are' : 'is'
  if (verb === 'enable')
    return names.length === 0
      ? 'No rule is disabled here, so `enable` has no effect'
      : `${subject} ${are} not disabled here, so \`enable\` has no effect`
  const place = {
    'disable-line': 'on this line',
    'disable-next-line': 'on the next line',
    'disable-file': 'in this file',
    disable: 'below',
  }[verb]
  const isAlone = verb === 'disable-line' && text.slice(line.start, start).trim() === ''
  const fact =
    names.length === 0
      ? `There is nothing to suppress ${place}`
      : `${subject} ${names.length > 1 ? 'have' : 'has'} no findings ${place}`
  return `${fact}; ${isAlone ? 'did you mean `disable-next-line`?' : 'remove the suppression'}`
}

/** Creates a fix that leaves only `remainingRules` in a directive, or removes the directive if there are none. */
function createRemovalFix(
  text: string,
  directive: Directive,
  remainingRules: readonly NamedRule[],
): Fix {
  const [first] = directive.rules
  const last = directive.rules.at(-1)
  if (remainingRules.length > 0 && first && last) {
    const removedNames = directive.rules
      .filter((rule) => !remainingRules.includes(rule))
      .map(({ id }) => `\`${id}\``)
    return {
      title: `remove ${removedNames.join(', ')} from the suppression comment`,
      edits: [
        { start: first.start, end: last.end, text: remainingRules.map(({ id }) => id).join(', ') },
      ],
    }
  }
  const names = directive.rules.map(({ id }) => id)
  return {
    title: `remove the suppression comment \`${[directive.verb, names.join(', ')].join(' ').trim()}\``,
    edits: [{ ...findRemovalSpan(text, directive), text: '' }],
  }
}

/**
 * The span to remove for a directive: with the spaces before it, or the whole line if the line contains nothing else.
 * Text after the directive stays as a comment.
 */
function findRemovalSpan(text: string, { start, end, line }: Directive): Span {
  const lineStart = line.start + (text.startsWith('\uFEFF', line.start) ? 1 : 0)
  const before = text.slice(lineStart, start)
  const after = text.slice(end, line.end)
  if (after.trim() !== '') return { start, end: end + (after.length - after.trimStart().length) }
  if (before.trim() === '') return { start: lineStart, end: line.end }
  return { start: start - (before.length - before.trimEnd().length), end }
}
