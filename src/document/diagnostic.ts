import { countWhile } from './search.js'

/** Keys and indexes from the root of the file, as in `['link', 'dialers', 0, 'split']`. */
export type Path = readonly (string | number)[]

/** The last step of a path, and the node before it, if any. A linked list, because few nodes need their whole path. */
export type PathNode = { parent: PathNode | undefined; step: string | number }

export function toPath(node: PathNode): (string | number)[] {
  const path: (string | number)[] = []
  for (let current = node; current.parent; current = current.parent) path.push(current.step)
  return path.reverse()
}

/** UTF-16 offsets into the text, end exclusive. */
export type Span = { start: number; end: number }

/**
 * Depends on what the router does: `error` if it refuses to start, crashes, or can never use this part; `warning` if it
 * uses something other than what is written; `info` if everything works as written but is obsolete, risky or doubtful.
 */
export type Severity = 'error' | 'warning' | 'info'

/** Zero-based line and character, and the offset into the text, all in UTF-16 units. */
export type Position = {
  /** Zero-based line. */
  line: number
  /** Zero-based character in the line. */
  character: number
  /** Offset into the text. */
  offset: number
}

/** A part of a file, by lines and characters. */
export type Range = {
  /** The first character. */
  start: Position
  /** The position after the last character. */
  end: Position
}

/** Replaces a piece of text; offsets in UTF-16 units. */
export type Edit = {
  /** Start of the replaced piece. */
  start: number
  /** End of the replaced piece; the same as `start` to insert. */
  end: number
  /** The new text. */
  text: string
}

/** A change of the text that removes a finding. Without `unsafe`, a router that runs on the file behaves as before. */
export type Fix = {
  /** What the fix does, as editors show it. */
  title: string
  /** The replacements, which do not overlap. */
  edits: Edit[]
  /** Set if the router may behave differently after the fix. */
  unsafe?: true
}

/** Computes a fix; undefined if its edits cannot be made. */
export type LazyFix = () => Fix | undefined

/** A problem that a check or a rule found, with offsets instead of line numbers. */
export type Finding = {
  rule: string
  severity: Severity
  message: string
  path: Path
  span: Span
  /** Computed on demand: most callers of `lint` want no fix, and some fixes have to be tried out. */
  fix?: LazyFix
  related?: readonly { message: string; span: Span }[]
}

/** A finding for callers: plain data, safe for JSON and `structuredClone`. Its fix is computed when it is read. */
export type Diagnostic = {
  /** Id of the rule. */
  rule: string
  /** The severity, which depends on what the router does. */
  severity: Severity
  /** What is wrong, what the router does, and what to write. */
  message: string
  /** Keys and indexes from the root of the file. */
  path: (string | number)[]
  /** The part of the file that the finding is about. */
  range: Range
  /** A change that removes the finding, if there is one. */
  fix?: Fix
  /** Other parts of the file that belong to the finding. */
  related?: {
    /** How this part is related to the finding. */
    message: string
    /** The other part of the file. */
    range: Range
  }[]
}

export function findLineStarts(text: string): number[] {
  const starts = [0]
  if (!text.includes('\r')) {
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1))
      starts.push(end + 1)
    return starts
  }
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset)
    if (code === 10 || (code === 13 && text.charCodeAt(offset + 1) !== 10)) starts.push(offset + 1)
  }
  return starts
}

export function toPosition(lineStarts: readonly number[], offset: number): Position {
  const count = countWhile(lineStarts.length, (line) => (lineStarts[line] ?? Infinity) <= offset)
  const line = Math.max(count - 1, 0)
  return { line, character: offset - (lineStarts[line] ?? 0), offset }
}

export const toSpan = ({ start, end }: Range): Span => ({ start: start.offset, end: end.offset })

export const toRange = (lineStarts: readonly number[], { start, end }: Span): Range => ({
  start: toPosition(lineStarts, start),
  end: toPosition(lineStarts, end),
})

/** Formats a path as people write it: `listeners[0].options.mtu`. */
export function formatPath(path: Path): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('')
}

const severityRank: Record<Severity, number> = { error: 0, warning: 1, info: 2 }

/** An empty range at the start of a file, for findings about the file as a whole or about no file. */
export function createStartRange(): Range {
  const start = { line: 0, character: 0, offset: 0 }
  return { start, end: start }
}

export const createFileDiagnostic = (rule: string, message: string): Diagnostic => ({
  rule,
  severity: 'error',
  message,
  path: [],
  range: createStartRange(),
})

/** Sorts diagnostics in the order of the text; at the same position, the more severe one comes first. */
export const compareDiagnostics = (left: Diagnostic, right: Diagnostic): number =>
  left.range.start.offset - right.range.start.offset ||
  severityRank[left.severity] - severityRank[right.severity]

type DiagnosticOptions = {
  /** If set, the diagnostics have no `fix` property, and the caller gets their fixes from `computeFix`. */
  callerComputesFixes?: boolean | undefined
}

/**
 * Converts findings to diagnostics with ranges, in the order of the text. Callers that already have the line starts
 * pass `getLineStarts`.
 */
export function toDiagnostics(
  text: string,
  findings: readonly Finding[],
  getLineStarts?: () => readonly number[],
  { callerComputesFixes = false }: DiagnosticOptions = {},
): Diagnostic[] {
  if (findings.length === 0) return []
  const lineStarts = getLineStarts?.() ?? findLineStarts(text)
  return findings
    .map(({ path, span, fix, related, rule, severity, message }) => {
      const diagnostic: LazyDiagnostic = {
        rule,
        severity,
        message,
        path: [...path],
        range: toRange(lineStarts, span),
      }
      if (fix && callerComputesFixes) diagnostic[lazyFixKey] = fix
      else if (fix) defineLazyFix(diagnostic, fix)
      if (related)
        diagnostic.related = related.map((item) => ({
          message: item.message,
          range: toRange(lineStarts, item.span),
        }))
      return diagnostic
    })
    .sort(compareDiagnostics)
}

/**
 * The key under which a diagnostic holds the function that computes its fix, until the fix is computed;
 * `structuredClone` and JSON leave out this key.
 */
const lazyFixKey = Symbol('lazy fix')

type LazyDiagnostic = Diagnostic & { [lazyFixKey]?: LazyFix | undefined }

/**
 * One shared getter for all diagnostics. With a getter for each, or a `WeakMap`, V8 would keep the text and the nodes
 * of every file in memory until the next full garbage collection.
 */
const lazyFixProperty: PropertyDescriptor & ThisType<LazyDiagnostic> = {
  enumerable: true,
  configurable: true,
  get() {
    const fix = this[lazyFixKey]?.()
    storeFix(this, fix)
    return fix
  },
  set(fix: Fix | undefined) {
    storeFix(this, fix)
  },
}

const hiddenProperty = { enumerable: false, configurable: true, writable: true }

function defineLazyFix(diagnostic: Diagnostic, fix: LazyFix): void {
  Object.defineProperty(diagnostic, lazyFixKey, { value: fix, ...hiddenProperty })
  Object.defineProperty(diagnostic, 'fix', lazyFixProperty)
}

/** Computes the fix of a diagnostic without keeping it, for callers that read it only once. */
export const computeFix = (diagnostic: LazyDiagnostic): Fix | undefined =>
  lazyFixKey in diagnostic ? diagnostic[lazyFixKey]?.() : diagnostic.fix

function storeFix(diagnostic: LazyDiagnostic, value: Fix | undefined): void {
  delete diagnostic[lazyFixKey]
  if (value)
    Object.defineProperty(diagnostic, 'fix', { value, ...hiddenProperty, enumerable: true })
  else delete diagnostic.fix
}

/** A copy of a diagnostic without its fix. Does not compute the fix. */
export const withoutFix = ({
  rule,
  severity,
  message,
  path,
  range,
  related,
}: Diagnostic): Diagnostic =>
  related
    ? { rule, severity, message, path, range, related }
    : { rule, severity, message, path, range }

/** A diagnostic with another severity. Does not compute its fix. */
export function withSeverity(diagnostic: LazyDiagnostic, severity: Severity): Diagnostic {
  if (diagnostic.severity === severity) return diagnostic
  const { related, ...fields } = withoutFix(diagnostic)
  const copy: LazyDiagnostic = { ...fields, severity }
  if ('fix' in diagnostic) defineLazyFix(copy, () => diagnostic.fix)
  else if (lazyFixKey in diagnostic) copy[lazyFixKey] = () => computeFix(diagnostic)
  if (related) copy.related = related
  return copy
}

/** Values by path. A map would need paths as strings, which would take most of the time for large files. */
export type PathTree<T> = { value?: T; children?: Map<string | number, PathTree<T>> }

export function getOrCreateInTree<T>(tree: PathTree<T>, path: Path): PathTree<T> {
  let part = tree
  for (const step of path) {
    part.children ??= new Map()
    const child: PathTree<T> = part.children.get(step) ?? {}
    part.children.set(step, child)
    part = child
  }
  return part
}

export const getChildInTree = <T>(
  tree: PathTree<T> | undefined,
  step: string | number,
): PathTree<T> | undefined => tree?.children?.get(step)

export function findInTree<T>(tree: PathTree<T>, path: Path): T | undefined {
  let part: PathTree<T> | undefined = tree
  for (const step of path) part = getChildInTree(part, step)
  return part?.value
}

/** A path as a key, for maps and sets; to look up many paths, a tree is faster. */
export const toPathKey = (path: Path): string => JSON.stringify(path)

/** Whether a path is equal to another one or below it. */
export const isWithin = (path: Path, ancestor: Path): boolean =>
  ancestor.every((step, index) => step === path[index])

export const isSamePath = (left: Path, right: Path): boolean =>
  left.length === right.length && isWithin(left, right)
