import type { Path, Span } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import { expandVariables } from '../document/environment.js'
import { formatDuration } from '../formats/duration.js'
import type { Key } from '../schema/key.js'
import { isSecret } from '../document/secrets.js'
import { toRecord } from '../document/record.js'
import type { Part } from './parts.js'
import { listPartsWithin } from './parts.js'
import type { View } from './view.js'

/** Enabled hints. */
export type HintSwitches = {
  /** Values that the router uses for absent keys, or instead of the written ones. */
  defaults?: boolean
  /** Units of numbers. */
  units?: boolean
  /** Values of environment variables. */
  variables?: boolean
}

/** Text that an editor shows after an offset, with a space before it; it is not part of the file. */
export type InlayHint = {
  /** Where the text is shown. */
  offset: number
  /** The text. */
  label: string
  /** What the text says. */
  kind: 'default' | 'used' | 'unit' | 'variable'
}

/** The hints of a file, in the order of the text. All kinds are on by default. */
export function inlayHints(
  view: View,
  { defaults = true, units = true, variables = true }: HintSwitches = {},
  range: Span = { start: 0, end: view.text.length },
): InlayHint[] {
  const parts = listPartsWithin(view, range).filter(
    ({ start, end }) => start <= range.end && range.start <= end,
  )
  const hints = [
    ...(defaults
      ? [
          ...listReplacementHints(view, parts),
          ...mergePerLine(parts.flatMap((part) => listDefaultHints(view, part))),
        ]
      : []),
    ...(units ? parts.flatMap(listUnitHints) : []),
    ...(variables ? parts.flatMap((part) => listVariableHints(view, part)) : []),
  ]
  return hints
    .filter(({ offset }) => range.start <= offset && offset <= range.end)
    .sort((left, right) => left.offset - right.offset)
}

/** At most this many absent keys are listed; sections with more absent durations get no hint. */
const maxNamed = 3
const maxTimes = 4

const isDurationKey = ({ format, source }: Key): boolean =>
  format?.name.startsWith('duration') === true ||
  source['x-unit'] === 'ms' ||
  source['x-unit'] === 's'

/** The absent durations of a section: the defaults that users look for. */
function listDefaultHints(view: View, part: Part): InlayHint[] {
  const { pair, shape, node, status } = part
  if (!pair || !shape || status !== 'known' || node.kind === 'alias' || node.kind === 'list')
    return []
  const times = shape.names.flatMap((name): { name: string; key: Key }[] => {
    const key = shape.child(name)
    return key?.read && isDurationKey(key) && !key.deprecated ? [{ name, key }] : []
  })
  if (times.length === 0 || times.length > maxTimes) return []
  const written = new Set(part.parts.map(({ step }) => step))
  const path = toPath(part)
  const absent = times
    .filter(({ name }) => !written.has(name) && !written.has('<<'))
    .flatMap(({ name, key }) => {
      const value = findValue(view, [...path, name])
      return typeof value === 'number' && value > 0 ? [`${name}: ${formatDefault(key, value)}`] : []
    })
  if (absent.length === 0) return []
  return [
    {
      offset: findLineEnd(view.text, pair.key.end),
      label: absent.slice(0, maxNamed).join(', ') + (absent.length > maxNamed ? ', …' : ''),
      kind: 'default',
    },
  ]
}

function mergePerLine(hints: readonly InlayHint[]): InlayHint[] {
  const first = new Map(hints.toReversed().map((hint) => [hint.offset, hint]))
  return [...first.values()]
}

function findLineEnd(text: string, offset: number): number {
  const found = /[\r\n]/.exec(text.slice(offset, offset + 1000))
  return found ? offset + found.index : Math.min(text.length, offset + 1000)
}

const formatDefault = (key: Key, value: unknown): string =>
  typeof value === 'number' && key.format?.name.startsWith('duration')
    ? formatDuration(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

function findValue({ reading: { config } }: View, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (Object.hasOwn(toRecord(value), step) ? toRecord(value)[step] : undefined),
    config,
  )
}

/** What the router uses instead of values of some parts that it does not accept. */
function listReplacementHints(view: View, parts: readonly Part[]): InlayHint[] {
  const others = view.reading
    .origins()
    .filter(({ origin }) => origin === 'fallback' || origin === 'clamped')
  if (others.length === 0) return []
  const keys = new Map(parts.map(({ node, key }) => [node.start, key]))
  return others.flatMap(({ place, span }): InlayHint[] => {
    const key = keys.get(span.start)
    const value = findValue(view, toPath(place))
    return key && !key.secret && value !== undefined && typeof value !== 'object'
      ? [{ offset: span.end, label: `→ ${formatDefault(key, value)}`, kind: 'used' }]
      : []
  })
}

/** The unit of a number, unless the key's name has it, like `Ms` and `Seconds`. */
function listUnitHints({ node, key, step, status }: Part): InlayHint[] {
  if (!key || status === 'unknown' || (node.kind !== 'int' && node.kind !== 'float')) return []
  const unit =
    key.source['x-unit'] ?? (key.format?.name === 'duration-or-milliseconds' ? 'ms' : undefined)
  const isNamed =
    unit !== undefined &&
    new RegExp(`${{ ms: 'Ms', s: 'Seconds' }[unit] ?? unit}$`).test(String(step))
  return unit === undefined || isNamed ? [] : [{ offset: node.end, label: unit, kind: 'unit' }]
}

const maxLength = 40

/** The values of known variables, except those that may be secret. */
function listVariableHints(
  { reading: { environment } }: View,
  { node, key, step }: Part,
): InlayHint[] {
  if (node.kind !== 'text' || !node.value.includes('$') || environment === undefined) return []
  const { text, unknown } = expandVariables(node.value, environment)
  const mayBeSecret =
    key?.secret ||
    isSecret(text) ||
    /p[a-z]*w[a-z]*d|pass|secret|token|jwt|pin\b|[_-]key\b/i.test(`${step} ${node.value}`)
  if (unknown || text === node.value || mayBeSecret || /[\r\n]/.test(text)) return []
  return [
    {
      offset: node.end,
      label: `= ${text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text || '""'}`,
      kind: 'variable',
    },
  ]
}
