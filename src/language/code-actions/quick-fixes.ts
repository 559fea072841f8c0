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

/**
 * For each finding: its own fix, then values that its rule suggests, similar names or words, and fixes that a person
 * has to choose.
 */
export function createFixActions(
  view: View,
  findings: readonly NumberedDiagnostic[],
): CodeAction[] {
  const redact = once(() => createScopeRedactor(view.readResult))
  const filterOffers = createOfferFilter(view)
  return findings.flatMap(({ finding, diagnostic }): CodeAction[] => {
    const fixActions: CodeAction[] = finding.fix
      ? [
          {
            kind: 'quickfix',
            title: capitalize(finding.fix.title),
            diagnostic,
            isPreferred: !finding.fix.unsafe,
            edits: finding.fix.edits,
          },
        ]
      : []
    const otherFixes = [
      withoutSecrets(view, finding.path, listSuggestions(view, finding)),
      listAlternatives(view, finding),
      listRemedies(view, finding),
      withoutSecrets(view, finding.path, listValueRemedies(view, finding)),
    ]
      .flatMap((offers) => filterOffers(finding, offers))
      .filter(
        ({ edits, title }, index, all) =>
          JSON.stringify(edits) !== JSON.stringify(finding.fix?.edits) &&
          all.findIndex((other) => other.title === title) === index,
      )
    return [
      ...fixActions,
      ...otherFixes.map(({ title, edits }): CodeAction => ({
        kind: 'quickfix',
        title: capitalize(redact()(title)),
        diagnostic,
        isPreferred: false,
        edits,
      })),
    ]
  })
}

/** Maximum number of characters to lint for one request, to find out which offered fixes add errors. */
const maxLintedCharacters = 200_000

/**
 * Creates a filter for the fixes that are offered for a finding. It drops fixes that add an error, unless no fix would
 * be left and the finding has no fix of its own. Once `maxLintedCharacters` are linted, every further fix counts as
 * adding an error.
 */
function createOfferFilter(
  view: View,
): (found: Diagnostic, offers: readonly Fix[]) => readonly Fix[] {
  const getKnownFindings = once(
    () =>
      new Set(
        view
          .diagnostics()
          .flatMap(({ rule, path, message }) => [rule + message, rule + toPathKey(path)]),
      ),
  )
  let lintedCharacters = 0
  const addsNoError = ({ edits }: Fix): boolean => {
    const text = applyEdits(view.text, edits)
    lintedCharacters += text.length
    if (lintedCharacters > maxLintedCharacters) return false
    return lint(text, view.options).every(
      ({ severity, rule, path, message }) =>
        severity !== 'error' ||
        getKnownFindings().has(rule + message) ||
        getKnownFindings().has(rule + toPathKey(path)),
    )
  }
  return ({ fix: ownFix }, offers) => {
    if (offers.length === 0 || (offers.length === 1 && !ownFix)) return offers
    const harmlessOffers = offers.filter(addsNoError)
    return ownFix || harmlessOffers.length > 0 ? harmlessOffers : offers
  }
}

/** Drops fixes whose title or text contains a secret of the file; drops all fixes if the path leads to a secret. */
function withoutSecrets({ readResult }: View, path: Path, fixes: readonly Fix[]): Fix[] {
  if (fixes.length === 0 || isSecretPath(readResult, path)) return []
  const redact = createScopeRedactor(readResult)
  return fixes.filter(
    (fix) =>
      redact(fix.title) === fix.title && !writesSecret(fix, readResult.document.text, redact),
  )
}

const capitalize = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1)

/** Maximum number of similar keys or words that are offered for a finding. */
const maxAlternatives = 5

/** Fixes that write another key instead of an unknown one, or another value instead of one that is not allowed. */
function listAlternatives(view: View, { rule, path, range }: Diagnostic): Fix[] {
  const part = findPart(view, range.start.offset)
  const name = String(path.at(-1))
  if (!part || !findEntry(view.document, path)) return []
  const { alternatives } = getTraits(rule)
  if (alternatives === 'words' && 'style' in part.node) {
    const currentWord = String(part.node.value)
    return rankCandidates(
      currentWord,
      part.key?.words?.filter((word) => word !== '') ?? [],
      100,
    ).flatMap((word) =>
      toFixes(
        `replace ${formatValueText(currentWord, part.key?.isSecret)} with \`${word}\``,
        replaceScalar(view.document, path, formatScalar(word)),
      ),
    )
  }
  if (alternatives !== 'keys' || !part.parent?.shape) return []
  const { shape, parts } = part.parent
  const presentSteps = new Set(parts.map(({ step }) => step))
  const absentKeys = shape.names.filter(
    (candidate) => shape.child(candidate)?.isRead && !presentSteps.has(candidate),
  )
  const nearest = findNearest(name, absentKeys)
  const fittingKeys = absentKeys.filter(
    (candidate) => candidate === nearest || acceptsForm(shape.child(candidate), part.node),
  )
  return rankCandidates(name, fittingKeys, Math.ceil(name.length / 2)).flatMap((word) =>
    toFixes(`rename \`${name}\` to \`${word}\``, renameKey(view.document, path, word)),
  )
}

function acceptsForm(key: SchemaNode | undefined, node: Node): boolean {
  if (!key) return false
  if (key.isUnchecked) return true
  if (node.kind === 'map' || node.kind === 'list') return key.kinds.has(node.kind)
  return node.kind === 'null' || [...key.kinds].some((kind) => kind !== 'map' && kind !== 'list')
}

const toFixes = (title: string, edits: Fix['edits'] | undefined): Fix[] =>
  edits ? [{ title, edits }] : []

/** Up to five candidates whose edit distance from a word is at most `maxDistance`, the most similar first. */
export function rankCandidates(
  word: string,
  candidates: readonly string[],
  maxDistance: number,
): string[] {
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: editDistance(word.toLowerCase(), candidate.toLowerCase(), maxDistance),
  }))
  return distances
    .filter(({ distance }) => distance <= maxDistance)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, maxAlternatives)
    .map(({ candidate }) => candidate)
}

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
 * Whether the findings of a rule can be suppressed. False for unknown rules, and for rules about syntax or suppression
 * comments.
 */
function isSuppressable(id: string): boolean {
  const rule = findRule(id)
  return rule !== undefined && rule.about === undefined
}

/** For each rule, ways to hide its findings: a comment for the line or for the file, or the configuration. */
export function createSuppressionActions(
  view: View,
  findings: readonly NumberedDiagnostic[],
): CodeAction[] {
  const rules = new Map<string, { diagnostic: number; offset: number; isAboutFile: boolean }>()
  const documentEnd = view.document.unreadContent?.start ?? Infinity
  for (const { finding, diagnostic } of findings) {
    if (isSuppressable(finding.rule) && !rules.has(finding.rule)) {
      const { offset } = finding.range.start
      const isAboutFile =
        offset >= documentEnd || (finding.path.length === 0 && offset <= findFirstOffset(view))
      rules.set(finding.rule, { diagnostic, offset, isAboutFile })
    }
  }
  return [...rules].flatMap(([rule, { diagnostic, offset, isAboutFile }]): CodeAction[] => {
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
      title: `Turn off \`${rule}\` for the project`,
      diagnostic,
      rule,
    }
    // A comment above the line does not work for findings about the whole file, which are on the first line, nor for
    // findings after the first document, where the linter does not read comments.
    return isAboutFile ? [inFile, inConfiguration] : [onLine, inFile, inConfiguration]
  })
}

export function createExplainActions(findings: readonly NumberedDiagnostic[]): CodeAction[] {
  const rules = new Map(findings.map(({ finding: { rule }, diagnostic }) => [rule, diagnostic]))
  return [...rules].flatMap(([rule, diagnostic]): CodeAction[] =>
    findRule(rule) ? [{ kind: 'explanation', title: `Explain \`${rule}\``, diagnostic, rule }] : [],
  )
}

const findFirstOffset = ({ text }: View): number => (text.startsWith('\ufeff') ? 1 : 0)

/** An edit that inserts a comment above the line of an offset, indented like that line. */
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

/** Offers to remove the anchor at the start of a range, if no alias uses it. */
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
  const spaceCount =
    /^[ \t]*/.exec(view.text.slice(occurrence.end, occurrence.end + 100))?.[0].length ?? 0
  return [
    {
      kind: 'refactor.rewrite',
      title: `Remove unused anchor \`${occurrence.name}\``,
      edits: [{ start: occurrence.start - 1, end: occurrence.end + spaceCount, text: '' }],
    },
  ]
}
