import type { Diagnostic, Fix, Path, Span } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import type { Node } from '../../document/document.js'
import { applyEdits, diffTexts } from '../../edit/edits.js'
import { findEntry } from '../../edit/entry.js'
import { renameKey, replaceScalar, formatScalar } from '../../edit/edit.js'
import { fix } from '../../fix/fix.js'
import { findRule, getTraits } from '../../lint/catalog.js'
import { writesSecret } from '../../lint/findings.js'
import { lint } from '../../lint/lint.js'
import { findReaderLine } from '../../lint/suppressions/directive.js'
import { formatValueText } from '../../schema/messages.js'
import type { SchemaNode } from '../../schema/key.js'
import { editDistance, findNearest } from '../../schema/suggest.js'
import { createScopeRedactor, isSecretPath } from '../../schema/secret-values.js'
import { memoizePerObject, once } from '../../document/lazy.js'
import { findPart } from '../parts.js'
import type { View } from '../view.js'
import { detectLineEnd } from '../../document/lines.js'
import { isSameOccurrence, findOccurrence, listOccurrences } from '../occurrences.js'
import type { CodeAction, NumberedDiagnostic } from './action.js'
import { listRemedies } from './remedies.js'
import { listSuggestions } from './suggestions.js'
import { listValueRemedies } from './value-remedies.js'

/** The fixes for some findings, the likeliest first, and alternatives for misspelled names. */
export function createFixActions(
  view: View,
  findings: readonly NumberedDiagnostic[],
): CodeAction[] {
  const redact = once(() => createScopeRedactor(view.reading))
  const selectOffers = createOfferSelection(view)
  return findings.flatMap(({ found, diagnostic }): CodeAction[] => {
    const fixActions: CodeAction[] = found.fix
      ? [
          {
            kind: 'quickfix',
            title: capitalize(found.fix.title),
            diagnostic,
            isPreferred: !found.fix.unsafe,
            edits: found.fix.edits,
          },
        ]
      : []
    const others = [
      withoutSecrets(view, found.path, listSuggestions(view, found)),
      listAlternatives(view, found),
      listRemedies(view, found),
      withoutSecrets(view, found.path, listValueRemedies(view, found)),
    ]
      .flatMap((offers) => selectOffers(found, offers))
      .filter(
        ({ edits, title }, index, all) =>
          JSON.stringify(edits) !== JSON.stringify(found.fix?.edits) &&
          all.findIndex((other) => other.title === title) === index,
      )
    return [
      ...fixActions,
      ...others.map(({ title, edits }): CodeAction => ({
        kind: 'quickfix',
        title: capitalize(redact()(title)),
        diagnostic,
        isPreferred: false,
        edits,
      })),
    ]
  })
}

/** Maximum number of characters that are linted to try the offers for the findings of a range. */
const maxTried = 200_000

/**
 * Creates a filter for the offers of one kind. An offer that adds an error is dropped if the finding has a fix of its
 * own, or if another offer adds none. An offer that is too long to test counts as adding an error.
 */
function createOfferSelection(
  view: View,
): (found: Diagnostic, offers: readonly Fix[]) => readonly Fix[] {
  const known = once(
    () =>
      new Set(
        view
          .diagnostics()
          .flatMap(({ rule, path, message }) => [rule + message, rule + toPathKey(path)]),
      ),
  )
  let tried = 0
  const addsNoError = ({ edits }: Fix): boolean => {
    const text = applyEdits(view.text, edits)
    tried += text.length
    if (tried > maxTried) return false
    return lint(text, view.options).every(
      ({ severity, rule, path, message }) =>
        severity !== 'error' || known().has(rule + message) || known().has(rule + toPathKey(path)),
    )
  }
  return ({ fix: ownFix }, offers) => {
    if (offers.length === 0 || (offers.length === 1 && !ownFix)) return offers
    const sound = offers.filter(addsNoError)
    return ownFix || sound.length > 0 ? sound : offers
  }
}

/** Fixes that neither show nor repeat a secret of the file. */
function withoutSecrets({ reading }: View, path: Path, fixes: readonly Fix[]): Fix[] {
  if (fixes.length === 0 || isSecretPath(reading, path)) return []
  const redact = createScopeRedactor(reading)
  return fixes.filter(
    (fix) => redact(fix.title) === fix.title && !writesSecret(fix, reading.document.text, redact),
  )
}

const capitalize = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1)

/** Maximum number of other words to offer. */
const maxAlternatives = 5

/** Fixes that write another key instead of an unknown one, or another value instead of one that is not allowed. */
function listAlternatives(view: View, { rule, path, range }: Diagnostic): Fix[] {
  const part = findPart(view, range.start.offset)
  const name = String(path.at(-1))
  if (!part || !findEntry(view.document, path)) return []
  const { alternatives } = getTraits(rule)
  if (alternatives === 'words' && 'style' in part.node) {
    const written = String(part.node.value)
    return rankCandidates(
      written,
      part.key?.words?.filter((word) => word !== '') ?? [],
      100,
    ).flatMap((word) =>
      createOffer(
        `replace ${formatValueText(written, part.key?.secret)} with \`${word}\``,
        replaceScalar(view.document, path, formatScalar(word)),
      ),
    )
  }
  if (alternatives !== 'keys' || !part.parent?.shape) return []
  const { shape, parts } = part.parent
  const present = new Set(parts.map(({ step }) => step))
  const absent = shape.names.filter(
    (candidate) => shape.child(candidate)?.read && !present.has(candidate),
  )
  const nearest = findNearest(name, absent)
  const fitting = absent.filter(
    (candidate) => candidate === nearest || acceptsForm(shape.child(candidate), part.node),
  )
  return rankCandidates(name, fitting, Math.ceil(name.length / 2)).flatMap((word) =>
    createOffer(`rename \`${name}\` to \`${word}\``, renameKey(view.document, path, word)),
  )
}

/** Whether a key accepts the form of a value: a map, a list or a scalar. */
function acceptsForm(key: SchemaNode | undefined, node: Node): boolean {
  if (!key) return false
  if (key.isUnchecked) return true
  if (node.kind === 'map' || node.kind === 'list') return key.kinds.has(node.kind)
  return (
    node.kind === 'null' ||
    [...key.kinds].some((accepted) => accepted !== 'map' && accepted !== 'list')
  )
}

const createOffer = (title: string, edits: Fix['edits'] | undefined): Fix[] =>
  edits ? [{ title, edits }] : []

/** The words that are most similar to another, the most similar first. */
export function rankCandidates(
  word: string,
  candidates: readonly string[],
  farthest: number,
): string[] {
  const near = candidates.map((candidate) => ({
    candidate,
    distance: editDistance(word.toLowerCase(), candidate.toLowerCase(), farthest),
  }))
  return near
    .filter(({ distance }) => distance <= farthest)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, maxAlternatives)
    .map(({ candidate }) => candidate)
}

/** One action that applies every safe fix of a file; undefined if there is none. */
export const createFixAllAction = memoizePerObject((view: View): CodeAction | undefined => {
  if (!view.diagnostics().some((found) => found.fix && !found.fix.unsafe)) return undefined
  const { text, applied } = fix(view.text, view.options)
  const count = applied.length
  return count === 0
    ? undefined
    : {
        kind: 'source.fixAll',
        title: `Apply all safe fixes (${count === 1 ? '1 finding' : `${count} findings`})`,
        edits: diffTexts(view.text, text),
      }
})

/**
 * Whether a comment can hide the findings of a rule. It cannot if the text must be read first, or if the findings are
 * about such comments.
 */
function isSuppressable(id: string): boolean {
  const rule = findRule(id)
  return rule !== undefined && rule.about === undefined
}

/** Ways to hide findings, one per rule: by a comment for the next line or the file, or in the configuration. */
export function createSuppressionActions(
  view: View,
  findings: readonly NumberedDiagnostic[],
): CodeAction[] {
  const rules = new Map<string, { diagnostic: number; offset: number; isOfFile: boolean }>()
  const end = view.document.rest?.start ?? Infinity
  for (const { found, diagnostic } of findings) {
    if (isSuppressable(found.rule) && !rules.has(found.rule)) {
      const { offset } = found.range.start
      const isOfFile = offset >= end || (found.path.length === 0 && offset <= findFirstOffset(view))
      rules.set(found.rule, { diagnostic, offset, isOfFile })
    }
  }
  return [...rules].flatMap(([rule, { diagnostic, offset, isOfFile }]): CodeAction[] => {
    const onLine: CodeAction = {
      kind: 'quickfix',
      title: `Suppress \`${rule}\` on this line`,
      diagnostic,
      isPreferred: false,
      edits: [createCommentAbove(view, offset, `# routerfile disable-next-line ${rule}`)],
    }
    const inFile: CodeAction = {
      kind: 'quickfix',
      title: `Suppress \`${rule}\` in this file`,
      diagnostic,
      isPreferred: false,
      edits: [createCommentAbove(view, 0, `# routerfile disable-file ${rule}`)],
    }
    const inConfiguration: CodeAction = {
      kind: 'configuration',
      title: `Turn off \`${rule}\` in the configuration file`,
      diagnostic,
      rule,
    }
    // A finding about the whole file is on its first line, where the comment itself would be. Comments after the first
    // document are not read.
    return isOfFile ? [inFile, inConfiguration] : [onLine, inFile, inConfiguration]
  })
}

/** Explanations of the rules of findings, each rule once. */
export function createExplainActions(findings: readonly NumberedDiagnostic[]): CodeAction[] {
  const rules = new Map(findings.map(({ found: { rule }, diagnostic }) => [rule, diagnostic]))
  return [...rules].flatMap(([rule, diagnostic]): CodeAction[] =>
    findRule(rule) ? [{ kind: 'explanation', title: `Explain \`${rule}\``, diagnostic, rule }] : [],
  )
}

/** Where a text begins, after its byte order mark. */
const findFirstOffset = ({ text }: View): number => (text.startsWith('\ufeff') ? 1 : 0)

/** A comment on a line of its own, indented like the line below it. */
function createCommentAbove(
  view: View,
  offset: number,
  comment: string,
): { start: number; end: number; text: string } {
  const { text } = view
  const line = findReaderLine(text, offset).start
  const start = line === 0 ? findFirstOffset(view) : line
  const indent = offset === 0 ? '' : (/^ */.exec(text.slice(start, offset))?.[0] ?? '')
  return { start, end: start, text: indent + comment + detectLineEnd(text) }
}

/** Offers to remove an anchor that no alias uses. */
export function createAnchorActions(view: View, { start }: Span): CodeAction[] {
  const occurrence = findOccurrence(view, start)
  if (
    occurrence?.kind !== 'anchor' ||
    occurrence.role !== 'write' ||
    listOccurrences(view).some(
      (other) => other !== occurrence && isSameOccurrence(occurrence, other),
    )
  )
    return []
  const gap = /^[ \t]*/.exec(view.text.slice(occurrence.end, occurrence.end + 100))?.[0].length ?? 0
  return [
    {
      kind: 'refactor.rewrite',
      title: `Remove unused anchor \`${occurrence.name}\``,
      edits: [{ start: occurrence.start - 1, end: occurrence.end + gap, text: '' }],
    },
  ]
}
