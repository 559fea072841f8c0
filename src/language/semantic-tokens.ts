import { listVariableReferences } from '../document/environment.js'
import type { Span } from '../document/diagnostic.js'
import type { Scalar } from '../document/document.js'
import { hasLineEnd } from '../document/lines.js'
import { findAnchors } from './occurrences.js'
import type { DocumentPart, PartStatus } from './parts.js'
import { listParts, listPartsWithin } from './parts.js'
import type { View } from './view.js'

/**
 * The types and modifiers of tokens. The types are from the Language Server Protocol, so that every theme knows them;
 * the modifiers add details.
 */
export const legend = {
  types: [
    'namespace',
    'property',
    'number',
    'string',
    'enumMember',
    'keyword',
    'variable',
    'macro',
  ],
  modifiers: ['declaration', 'deprecated', 'unknown', 'unread', 'duration', 'address'],
} as const

/** The type of a token, as the Language Server Protocol names it. */
export type TokenType = (typeof legend.types)[number]

/** A special property of a token, such as `deprecated` or `duration`. */
export type TokenModifier = (typeof legend.modifiers)[number]

/** A key or a value with its meaning, for highlighting. */
export type SemanticToken = Span & {
  /** The kind of key or value. */
  type: TokenType
  /** Token modifiers, such as `deprecated`, `unread` or `duration`. */
  modifiers: TokenModifier[]
}

/**
 * Tokens of keys and values, in the order of the text. They neither overlap nor span lines. A string without a special
 * meaning has no token. With `range`, only the tokens that touch it, in time that depends on the range, not on the
 * text.
 */
export function semanticTokens(view: View, range?: Span): SemanticToken[] {
  const parts = range ? listPartsWithin(view, range) : listParts(view)
  const tokens = parts.flatMap((part) => [
    ...createKeyTokens(part),
    ...createValueTokens(view, part),
    ...createAnchorTokens(view, part),
  ])
  tokens.sort((left, right) => left.start - right.start || right.end - left.end)
  let previousEnd = 0
  return tokens.filter(({ start, end }) => {
    if (start < previousEnd || start >= end || hasLineEnd(view.text.slice(start, end))) return false
    previousEnd = end
    return !range || (start <= range.end && range.start <= end)
  })
}

const modifiersByStatus: Readonly<Record<PartStatus, TokenModifier[]>> = {
  known: [],
  deprecated: ['deprecated'],
  unread: ['unread'],
  unknown: ['unknown'],
}

function createKeyTokens({ pair, parent, status }: DocumentPart): SemanticToken[] {
  if (!pair || pair.key.kind === 'alias') return []
  return [
    {
      start: pair.key.start,
      end: pair.key.end,
      type: parent?.parent ? 'property' : 'namespace',
      modifiers: modifiersByStatus[status],
    },
  ]
}

const createAnchorTokens = (view: View, part: DocumentPart): SemanticToken[] =>
  findAnchors(view, part).map(({ start, end, role }) => ({
    start: start - 1,
    end,
    type: 'macro',
    modifiers: role === 'write' ? ['declaration'] : [],
  }))

/** The tokens of a value, split at variables. */
function createValueTokens({ text }: View, part: DocumentPart): SemanticToken[] {
  const { node } = part
  if (node.kind === 'map' || node.kind === 'list' || node.kind === 'alias') return []
  const variables = node.kind === 'text' ? findVariables(text, node) : []
  const kind = classifyScalar(part, node)
  if (!kind) return variables
  const starts = [node.start, ...variables.map(({ end }) => end)]
  const ends = [...variables.map(({ start }) => start), node.end]
  return [
    ...variables,
    ...starts.map((start, index) => ({ start, end: ends[index] ?? start, ...kind })),
  ]
}

/** The variables in a scalar, except variables with a line break, because a token must be on one line. */
const findVariables = (text: string, { start, end }: Span): SemanticToken[] =>
  listVariableReferences(text.slice(start, end))
    .map((variable) => ({ start: start + variable.start, end: start + variable.end }))
    .filter((variable) => !hasLineEnd(text.slice(variable.start, variable.end)))
    .map((variable) => ({ ...variable, type: 'variable', modifiers: [] }))

function classifyScalar(
  { key, step }: DocumentPart,
  { kind, style }: Scalar,
): { type: TokenType; modifiers: TokenModifier[] } | undefined {
  const format = key?.format?.name ?? ''
  if (kind === 'bool') return { type: 'keyword', modifiers: [] }
  if (kind !== 'text')
    return kind === 'null'
      ? undefined
      : { type: 'number', modifiers: format.startsWith('duration') ? ['duration'] : [] }
  if (style === 'literal' || style === 'folded') return undefined
  if (format.startsWith('duration')) return { type: 'number', modifiers: ['duration'] }
  if (/address|advertise|host-port|^(?:ip|cidr|resolver|dns-upstream)$/.test(format))
    return { type: 'string', modifiers: ['address'] }
  return step === 'binding' || (key?.words?.length ?? 0) > 0
    ? { type: 'enumMember', modifiers: [] }
    : undefined
}
