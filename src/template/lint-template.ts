import type { Diagnostic, Edit, Finding, Fix, Span } from '../document/diagnostic.js'
import { toDiagnostics } from '../document/diagnostic.js'
import { once } from '../document/lazy.js'
import type { Host } from '../lint/host.js'
import type { LintRun, Options } from '../lint/lint.js'
import { inspect, visibleDiagnostics } from '../lint/lint.js'
import { getTraits } from '../lint/catalog.js'
import type { Key } from '../schema/key.js'
import { findModel } from '../schema/model.js'
import type { ReachableArm, Situation } from './assumptions.js'
import { listArms, listSituations } from './assumptions.js'
import { findRouterText } from './embedded.js'
import type { TemplateLanguage } from './language.js'
import type { Part, ValuePart } from './parse.js'
import { parseTemplate } from './parse.js'
import type { Assumptions, Piece, Rendering } from './render.js'
import { renderTemplate, unknownValue } from './render.js'
import { fillContent, isCollection, listBindings, sampleScalars } from './samples.js'

/** What is true of a template whatever it is rendered with. */
export type TemplateRun = {
  diagnostics: Diagnostic[]
  /** Set if no rendering could be read, with the reason. */
  problem?: string
}

type Deps = { host?: Host | undefined }

/** Renderings of a template without branches, about. */
const alwaysTried = 40

/**
 * The most UTF-16 units of a template times what is tried, which bounds the time of a check to seconds. The largest
 * published Helm chart of a router has a third of this.
 */
const maxWork = 5_000_000

/**
 * Finds what is wrong in every rendering of a template. It is rendered with many combinations of conditions and values,
 * each result is linted, and what all of them have in common is reported at its place in the template.
 */
export function lintTemplate(
  text: string,
  language: TemplateLanguage,
  options: Options,
  deps: Deps = {},
): TemplateRun {
  const parsed = parseTemplate(text, language)
  if ('problem' in parsed) return { diagnostics: [], problem: parsed.problem }
  const model = findModel(options.target)
  if (!model) return { diagnostics: inspect(text, options).diagnostics }
  const arms = listArms(parsed.parts)
  if (text.length * (arms.length + alwaysTried) > maxWork)
    return {
      diagnostics: [],
      problem: 'it is too large to try its branches; render it and lint the result',
    }
  const situations = listSituations(arms)
  const linter = createVariantLinter(text, parsed.parts, options, deps)
  const fills = new Map<number, Key>()
  const variants: LintedVariant[] = []
  const add = (assumptions: Assumptions): void => {
    const variant = linter(assumptions, fills)
    if (variant) variants.push(variant)
  }
  for (const prefersItems of [false, true])
    for (const situation of situations) add(assume(situation, { prefersItems }))
  const everything = situations[0] ?? new Set<string>()
  for (const situation of situations.filter((_, index) => index % 8 === 0))
    add(assume(situation, { rounds: 2 }))
  // Only now it is known which keys there may be where the content is unknown.
  for (const write of listFillings(fills))
    for (const [index, situation] of situations.entries())
      if (index % 8 === 0) add(assume(situation, { write }))
  listSampleWriters(listBindings(model.schema)).forEach((write, index) => {
    add(assume(everything, { write }))
    add(assume(situations[index % situations.length] ?? everything, { write }))
  })
  return { diagnostics: intersect(text, variants, arms) }
}

const assume = (situation: Situation, others: Partial<Assumptions> = {}): Assumptions => ({
  holds: (name) => situation.has(name),
  rounds: 1,
  write: undefined,
  prefersItems: false,
  ...others,
})

/** Content of unknown kind as all that is possible. */
const listFillings = (fills: ReadonlyMap<number, Key>): NonNullable<Assumptions['write']>[] =>
  [0, 1, 2].map((variation) => (value, place) => {
    const key = fills.get(value.start)
    return key && fillContent(key, place, variation)
  })

/** Values as samples: all of them the same, or each another one. */
function listSampleWriters(bindings: readonly string[]): NonNullable<Assumptions['write']>[] {
  const samples = [...sampleScalars, ...bindings]
  return [
    ...samples.map((sample) => writeSample(() => sample)),
    ...[1, 2, 3, 5, 7].map((factor) =>
      writeSample(({ name }) => samples[(hash(name) * factor + factor) % samples.length] ?? ''),
    ),
  ]
}

const writeSample =
  (choose: (value: ValuePart) => string): NonNullable<Assumptions['write']> =>
  (value, place) => {
    const sample = choose(value)
    if (place === 'item' || place === 'entry') return sample === '' ? '' : undefined
    if (place === 'part') return isCollection(sample) ? undefined : sample
    return sample
  }

function hash(name: string): number {
  let sum = 7
  for (const character of name) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return sum % 9973
}

/** A rendering with its findings at places of the template. */
type LintedVariant = {
  rendering: Rendering
  /** Values were replaced by samples. */
  isSample: boolean
  isBroken: boolean
  findings: readonly PlacedFinding[]
}

/** The findings of a rendering with known values, at their places in the template. */
export function lintRendering(
  text: string,
  rendering: Rendering,
  options: Options,
  { host }: Deps = {},
): Diagnostic[] {
  const own = findRouterText(rendering)
  const diagnostics = visibleDiagnostics(inspect(own.text, options, { host }), options)
  return toDiagnostics(
    text,
    diagnostics.map(({ rule, severity, message, path, range }) => ({
      rule,
      severity,
      message,
      path,
      span: toEnclosingSource(own, { start: range.start.offset, end: range.end.offset }),
    })),
  )
}

/** A finding and its place in the template; without a place if it is about something that a value becomes. */
type PlacedFinding = { diagnostic: Diagnostic; span: Span | undefined; rendering: Rendering }

function createVariantLinter(
  text: string,
  parts: readonly Part[],
  options: Options,
  { host }: Deps,
): (assumptions: Assumptions, fills: Map<number, Key>) => LintedVariant | undefined {
  const known = new Set<string>()
  return (assumptions, fills) => {
    const rendered = renderTemplate(text, parts, assumptions)
    if (!rendered) return undefined
    const rendering = findRouterText(rendered)
    if (known.has(rendering.text)) return undefined
    known.add(rendering.text)
    // Without an environment, the marks of unknown values are unknown variables.
    const { env: _env, ...others } = options
    const run = inspect(rendering.text, others, { host })
    const isSample = assumptions.write !== undefined
    if (!isSample) collectFills(run, rendering, fills)
    return {
      rendering,
      isSample,
      isBroken: (run.analysis?.document.problems.length ?? 0) > 0,
      findings: visibleDiagnostics(run, others).map((diagnostic) => ({
        diagnostic,
        span: findSource(rendering, diagnostic),
        rendering,
      })),
    }
  }
}

/** Which keys there may be where the content is unknown. */
function collectFills({ analysis }: LintRun, rendering: Rendering, fills: Map<number, Key>): void {
  for (const observation of analysis?.reading.observations ?? []) {
    const key =
      observation.kind === 'unknown-key'
        ? observation.shape
        : observation.kind === 'wrong-type'
          ? observation.key
          : undefined
    const value = key && valueAt(rendering, observation.span)
    if (value && key) fills.set(value.start, key)
  }
}

const overlaps = (piece: Piece, { start, end }: Span): boolean =>
  piece.start < end && start < piece.end

const valueAt = ({ pieces }: Rendering, span: Span): ValuePart | undefined =>
  pieces.find((piece) => piece.value && overlaps(piece, span))?.value

/** The place in the template that a finding is about; undefined if a value is part of it. */
function findSource(rendering: Rendering, { range, message, path }: Diagnostic): Span | undefined {
  const span = { start: range.start.offset, end: range.end.offset }
  if (message.includes(unknownValue) || path.some((step) => String(step).includes(unknownValue)))
    return undefined
  return valueAt(rendering, span) ? undefined : toSource(rendering, span)
}

/** A span of the template for one of a rendering. */
function toSource({ pieces }: Rendering, { start, end }: Span): Span | undefined {
  const first = pieces.find((piece) => piece.end > start) ?? pieces.at(-1)
  const last = pieces.findLast((piece) => piece.start < Math.max(end, start + 1))
  if (!first || !last || first.value || last.value) return undefined
  return {
    start: first.source + start - first.start,
    end: last.source + Math.max(end - last.start, 0),
  }
}

/** The same, with the whole tags of the values that the span touches. */
function toEnclosingSource({ pieces }: Rendering, { start, end }: Span): Span {
  const filled = pieces.filter((piece) => piece.end > piece.start)
  const first = filled.find((piece) => piece.end > start) ?? filled.at(-1)
  const last = filled.findLast((piece) => piece.start < Math.max(end, start + 1)) ?? first
  if (!first || !last) return { start: 0, end: 0 }
  return {
    start: first.value ? first.source : first.source + Math.max(start - first.start, 0),
    end: last.value ? last.sourceEnd : last.source + Math.max(end - last.start, 0),
  }
}

/** The findings that all variants have in common. */
function intersect(
  text: string,
  variants: readonly LintedVariant[],
  arms: readonly ReachableArm[],
): Diagnostic[] {
  const [first, ...others] = selectRelevant(variants, arms)
  if (!first) return []
  const indexes = others.map(indexFindings)
  const findings = first.findings.flatMap((finding): Finding[] => {
    const { diagnostic, span } = finding
    if (!span || (first.isBroken && !isCertainSyntax(text, finding))) return []
    const same = indexes.map((index) => findSame(index, finding))
    const message = same.reduce<string | undefined>(
      (common, other) => other && findCommon(common, other.diagnostic.message),
      diagnostic.message,
    )
    if (message === undefined) return []
    const { rule, severity, path } = diagnostic
    const fix = once(() =>
      findCommonFix(text, [finding, ...same.filter((other) => other !== undefined)]),
    )
    return [{ rule, severity, path, message, span, fix }]
  })
  return toDiagnostics(text, findings)
}

/**
 * The variants that count: those that can be read. A combination that gives a broken text is usually one that never
 * occurs; but if some part of the template is only in broken ones, nothing is left out.
 */
function selectRelevant(
  variants: readonly LintedVariant[],
  arms: readonly ReachableArm[],
): readonly LintedVariant[] {
  const sound = variants.filter(({ isBroken }) => !isBroken)
  // Not every sample is possible at every place.
  const broken = variants.filter(({ isBroken, isSample }) => isBroken && !isSample)
  const [covered, tried] = [sound, variants].map(
    (some) => new Set(some.flatMap(({ rendering }) => [...rendering.arms])),
  )
  return sound.length > 0 && arms.every(({ arm }) => covered?.has(arm) || !tried?.has(arm))
    ? sound
    : [...sound, ...broken]
}

type FindingIndex = ReadonlyMap<string, PlacedFinding>

/** Findings by their place in the template, and by their path. */
const indexFindings = ({ findings }: LintedVariant): FindingIndex =>
  new Map(
    findings.flatMap((finding) => [
      [`${finding.diagnostic.rule} ${JSON.stringify(finding.diagnostic.path)}`, finding] as const,
      ...(finding.span
        ? [[`${finding.diagnostic.rule} ${finding.span.start}`, finding] as const]
        : []),
    ]),
  )

const findSame = (
  index: FindingIndex,
  { diagnostic, span }: PlacedFinding,
): PlacedFinding | undefined =>
  index.get(`${diagnostic.rule} ${span?.start ?? ''}`) ??
  index.get(`${diagnostic.rule} ${JSON.stringify(diagnostic.path)}`)

/** The message that is true if both are: one of them may say more. */
function findCommon(left: string | undefined, right: string): string | undefined {
  if (left === undefined) return undefined
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return long.startsWith(short.replace(/\.$/, '')) ? short : undefined
}

/** The fix that a finding has in every variant, if it touches no tag of the template. */
function findCommonFix(text: string, findings: readonly PlacedFinding[]): Fix | undefined {
  const [fix, ...others] = selectSome(findings).map((finding) => toSourceFix(text, finding))
  const written = JSON.stringify(fix)
  return others.every((other) => JSON.stringify(other) === written) ? fix : undefined
}

/** A few of many, spread evenly: a fix is expensive to compute. */
const selectSome = <Item>(items: readonly Item[]): Item[] => {
  const step = Math.max(1, Math.floor(items.length / 8))
  return items.filter((_, index) => index % step === 0)
}

function toSourceFix(text: string, { diagnostic, rendering }: PlacedFinding): Fix | undefined {
  const { fix } = diagnostic
  if (!fix || fix.title.includes(unknownValue)) return undefined
  const edits = fix.edits.map((edit) => toSourceEdit(text, edit, rendering))
  return edits.every((edit) => edit !== undefined) ? { ...fix, edits } : undefined
}

/** An edit of the template, if the lines around it are the same in every rendering. */
function toSourceEdit(template: string, edit: Edit, rendering: Rendering): Edit | undefined {
  const { start, end, text } = edit
  if (text.includes(unknownValue) || (rendering.isCut && text.includes('\n'))) return undefined
  const touched = rendering.pieces.filter((piece) => piece.start <= end && start <= piece.end)
  if (touched.some((piece) => piece.value ?? !piece.isCertain)) return undefined
  const span = toSource(rendering, { start, end })
  if (!span || template.slice(span.start, span.end) !== rendering.text.slice(start, end))
    return undefined
  const lineStart = template.lastIndexOf('\n', span.start - 1) + 1
  const lineEnd = template.indexOf('\n', span.end)
  const lines = template.slice(lineStart, lineEnd < 0 ? template.length : lineEnd)
  return /\{[{%#]/.test(lines) ? undefined : { ...span, text }
}

/** Whether a text is unreadable because of what is written in the template, and not because of what tags become. */
function isCertainSyntax(text: string, { diagnostic, span, rendering }: PlacedFinding): boolean {
  if (!span || getTraits(diagnostic.rule).about !== 'syntax') return false
  const lineStart = text.lastIndexOf('\n', text.lastIndexOf('\n', span.start) - 1) + 1
  const lineEnd = text.indexOf('\n', span.end)
  const around = { start: lineStart, end: lineEnd < 0 ? text.length : lineEnd }
  if (/\{[{%#]/.test(text.slice(around.start, around.end))) return false
  return !rendering.pieces.some(
    (piece) => piece.value && piece.source < around.end && around.start < piece.sourceEnd,
  )
}
