import type { Diagnostic, Edit, Fix, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocumentWithoutErrors } from '../document/document.js'
import { once } from '../document/lazy.js'
import { findLineStart } from '../document/lines.js'
import { insertLines } from '../edit/edit.js'
import { applyEdits } from '../edit/edits.js'
import { getTraits } from '../lint/catalog.js'
import type { LintHost } from '../lint/host.js'
import type { LintRun, Options } from '../lint/lint.js'
import { inspect, visibleDiagnostics } from '../lint/lint.js'
import type { SchemaNode } from '../schema/key.js'
import { toSpan } from '../document/diagnostic.js'
import type { KnownBlocks } from './embedded.js'
import { createKnownBlocks, findRouterText } from './embedded.js'
import type { TemplateLanguage } from './language.js'
import type { TemplatePart } from './parse.js'
import { parseTemplate } from './parse.js'
import { listTouchedPieces, toSource, findValueAt } from './pieces.js'
import type { Assumptions, Renderer, Rendering } from './render.js'
import { createRenderer, unknownValue } from './render.js'
import type { WorkBudget } from './work.js'
import { createWorkBudget } from './work.js'

/**
 * A finding of a rendering, and its span in the template. The span is undefined if the marked text includes text that
 * replaces a tag, or if the message or the path contains the unknown value of a tag.
 */
export type PlacedFinding = Pick<Diagnostic, 'rule' | 'severity' | 'path' | 'message'> & {
  span: Span | undefined
  /** Whether the finding is certain, whatever replaces the tags. */
  isCertain: boolean
  /** Finds the fix, as edits of the template; undefined if there is no fix or it cannot be made in the template. */
  findFix: () => Fix | undefined
}

/** A rendering that was linted. It does not keep the analysis, because there are hundreds of variants. */
export type LintedVariant = {
  arms: Rendering['arms']
  /** Whether values were replaced by samples. */
  isSample: boolean
  isBroken: boolean
  /** The findings; a broken rendering is only linted when this is first called, with the given rules or all. */
  findings: (rules?: ReadonlySet<string>) => readonly PlacedFinding[]
}

/** The facts for choosing more renderings. They do not include the text, because there are hundreds of renderings. */
export type RenderingFacts = Pick<Rendering, 'isAmbiguous' | 'hasRun'>

type VariantLinter = {
  /**
   * Renders the template, and lints the result with some rules, or all. There is no variant if the template calls
   * `fail`, if the same text was linted before, if the rendering has no content, or if the work is too much.
   */
  lint: (
    assumptions: Assumptions,
    rules: ReadonlySet<string> | undefined,
  ) => {
    facts: RenderingFacts | undefined
    variant: LintedVariant | undefined
  }
  /** The schema of the keys that are possible where content is unknown, by the start of the value in the template. */
  possibleKeys: ReadonlyMap<number, SchemaNode>
}

/** The work for each finding: its message is created and compared with other messages. */
const stepsPerFinding = 50

/** The work for each character of a broken text, for which several repairs are tried. */
const stepsPerBroken = 7

type LintDeps = {
  options: Options
  host: LintHost | undefined
  budget: WorkBudget
  language: TemplateLanguage
}

/** What the renderings of a template share. */
type SharedState = LintDeps & {
  text: string
  render: Renderer
  lintedTexts: Set<string>
  knownBlocks: KnownBlocks
  possibleKeys: Map<number, SchemaNode>
}

export function createVariantLinter(
  text: string,
  parts: readonly TemplatePart[],
  { options, host, budget, language }: LintDeps,
): VariantLinter {
  // Without an environment, the reader treats `unknownValue` as an unknown variable.
  const { env: _env, ...optionsWithoutEnv } = options
  const render = createRenderer(text, parts)
  const knownBlocks = createKnownBlocks()
  const possibleKeys = new Map<number, SchemaNode>()
  const state: SharedState = {
    options: optionsWithoutEnv,
    host,
    budget,
    language,
    text,
    render,
    lintedTexts: new Set(),
    knownBlocks,
    possibleKeys,
  }
  return {
    possibleKeys,
    lint: (assumptions, rules) => {
      const rendering = render(assumptions, budget)
      const routerText = rendering && findRouterText(rendering, budget, knownBlocks)
      const isDeployed = routerText !== undefined && hasContent(routerText.text)
      return {
        facts: rendering && { isAmbiguous: rendering.isAmbiguous, hasRun: rendering.hasRun },
        variant: isDeployed ? lintNew(state, routerText, { assumptions, rules }) : undefined,
      }
    },
  }
}

type VariantOptions = {
  assumptions: Assumptions
  rules: ReadonlySet<string> | undefined
}

/** Lints a rendering unless its text was linted before. A broken rendering is left for later. */
function lintNew(
  state: SharedState,
  rendering: Rendering,
  { assumptions, rules }: VariantOptions,
): LintedVariant | undefined {
  const { budget, lintedTexts } = state
  if (lintedTexts.has(rendering.text)) return undefined
  lintedTexts.add(rendering.text)
  if (!budget.spend(rendering.text.length)) return undefined
  const document = parseDocumentWithoutErrors(rendering.text)
  const findings = document && placeFindings(state, rendering, { assumptions, document, rules })
  return {
    arms: rendering.arms,
    isSample: assumptions.write !== undefined,
    isBroken: !findings,
    findings: findings ? createConstant(findings) : createLazyFindings(state, assumptions),
  }
}

/** Lints a rendering, and finds the places of its findings in the template. Without a document, it is a broken one. */
function placeFindings(
  state: SharedState,
  rendering: Rendering,
  { assumptions, document, rules }: VariantOptions & { document?: Document },
): readonly PlacedFinding[] {
  const { options, host, budget, text } = state
  // Whether a suppression is used depends on the findings of all rules.
  const only = rules?.has('unused-suppression') ? undefined : rules
  const run = inspect(rendering.text, options, {
    host,
    document,
    onlyRules: only,
    omitsFixes: true,
    omitsOrigins: true,
  })
  const diagnostics = visibleDiagnostics(run, options)
  if (!budget.spend(diagnostics.length * stepsPerFinding)) return []
  if (!assumptions.write) collectPossibleKeys(run, rendering, state.possibleKeys)
  const findFix = createFixFinder({ ...state, only }, assumptions)
  return diagnostics.map((diagnostic, index) =>
    placeFinding(diagnostic, { text, rendering, isBroken: !document, findFix: findFix(index) }),
  )
}

/** The findings of a broken rendering, which are the same for later calls with other rules. */
function createLazyFindings(
  state: SharedState,
  assumptions: Assumptions,
): LintedVariant['findings'] {
  let lazyFindings: readonly PlacedFinding[] | undefined
  return (rules) => (lazyFindings ??= placeBrokenFindings(state, { assumptions, rules }))
}

/** Repeats a broken rendering and lints it, if the budget allows the work for its repair. */
function placeBrokenFindings(
  state: SharedState,
  { assumptions, rules }: VariantOptions,
): readonly PlacedFinding[] {
  const { budget, render, knownBlocks } = state
  const rendering = budget.isExhausted() ? undefined : renderAgain(render, assumptions, knownBlocks)
  if (!rendering || !budget.spend(rendering.text.length * stepsPerBroken)) return []
  return placeFindings(state, rendering, { assumptions, rules })
}

/**
 * Whether a text has more than comments, blank lines and `---`. If a condition around the whole file is false, nothing
 * is left that a router could read.
 */
const hasContent = (text: string): boolean => /^(?!---[ \t\r]*$|[ \t\r]*(?:#|$))/m.test(text)

/** Creates a function that returns a constant. A closure where renderings are in scope would keep them in memory. */
const createConstant =
  <Value>(value: Value): (() => Value) =>
  () =>
    value

/** Repeats a rendering, without a limit on the work, because the first time was within the limit. */
function renderAgain(
  render: Renderer,
  assumptions: Assumptions,
  knownBlocks?: KnownBlocks,
): Rendering | undefined {
  const budget = createWorkBudget(Infinity)
  const rendering = render(assumptions, budget)
  return rendering && findRouterText(rendering, budget, knownBlocks)
}

type PlaceContext = Pick<PlacedFinding, 'findFix'> & {
  text: string
  rendering: Rendering
  isBroken: boolean
}

function placeFinding(
  diagnostic: Diagnostic,
  { text, rendering, isBroken, findFix }: PlaceContext,
): PlacedFinding {
  const { rule, severity, path, message } = diagnostic
  const span = findSource(rendering, diagnostic)
  const isCertain = !isBroken || isCertainSyntax(text, { rule, span, rendering })
  return { rule, severity, path, message, span, isCertain, findFix }
}

type FixDeps = Omit<SharedState, 'budget' | 'lintedTexts' | 'possibleKeys'> & {
  only: ReadonlySet<string> | undefined
}

/**
 * Finds fixes in a rendering by linting it again. This is a separate function because closures in the function that
 * first lints a rendering would keep every rendering in memory.
 */
function createFixFinder(
  { text, render, language, options, host, only, knownBlocks }: FixDeps,
  assumptions: Assumptions,
): (index: number) => PlacedFinding['findFix'] {
  const lintAgain = once(() => {
    const rendering = renderAgain(render, assumptions, knownBlocks)
    if (!rendering) return undefined
    const run = inspect(rendering.text, options, { host, onlyRules: only })
    return { rendering, diagnostics: visibleDiagnostics(run, options) }
  })
  return (index) => () => {
    const secondRun = lintAgain()
    const fix = secondRun?.diagnostics[index]?.fix
    const sourceFix = secondRun && fix && toSourceFix(text, fix, secondRun.rendering)
    if (!sourceFix) return undefined
    // Not checked if values were replaced: `write` may depend on offsets of the template, which the fix moves.
    if (assumptions.write) return sourceFix
    const fixedRendering = renderText(applyEdits(text, sourceFix.edits), language, assumptions)
    return fixedRendering && isFixed(secondRun.rendering, fix, fixedRendering)
      ? sourceFix
      : undefined
  }
}

function renderText(
  text: string,
  language: TemplateLanguage,
  assumptions: Assumptions,
): Rendering | undefined {
  const parsedTemplate = parseTemplate(text, language)
  return 'parts' in parsedTemplate
    ? renderAgain(createRenderer(text, parsedTemplate.parts), assumptions)
    : undefined
}

/** Whether fixing the template and then rendering it gives the same text as rendering it and then fixing the result. */
const isFixed = (original: Rendering, fix: Fix, fixedRendering: Rendering): boolean =>
  fixedRendering.text === applyEdits(original.text, fix.edits) &&
  fixedRendering.block?.textBefore === original.block?.textBefore &&
  fixedRendering.block?.textAfter === original.block?.textAfter

/** Adds the schemas of the keys that are possible where the template writes an unknown value. */
function collectPossibleKeys(
  { analysis }: LintRun,
  rendering: Rendering,
  possibleKeys: Map<number, SchemaNode>,
): void {
  for (const observation of analysis?.readResult.observations ?? []) {
    const key =
      observation.kind === 'unknown-key'
        ? observation.shape
        : observation.kind === 'wrong-type'
          ? observation.key
          : undefined
    const value = key && findValueAt(rendering, observation.span)
    if (value && key) possibleKeys.set(value.start, key)
  }
}

/**
 * The span of a finding in the template; undefined if the marked text includes text that replaces a tag, or if the
 * message or the path contains `unknownValue`.
 */
function findSource(rendering: Rendering, { range, message, path }: Diagnostic): Span | undefined {
  const span = toSpan(range)
  if (message.includes(unknownValue) || path.some((step) => String(step).includes(unknownValue)))
    return undefined
  return findValueAt(rendering, span) ? undefined : toSource(rendering, span)
}

/**
 * Converts a fix of a rendering to a fix of the template; undefined if one of its edits cannot be converted, or if the
 * title of the fix includes an unknown value.
 */
function toSourceFix(text: string, fix: Fix, rendering: Rendering): Fix | undefined {
  if (fix.title.includes(unknownValue)) return undefined
  const edits = fix.edits.map((edit) => toSourceEdit(text, edit, rendering))
  return edits.every((edit) => edit !== undefined) ? { ...fix, edits } : undefined
}

/**
 * Converts an edit of a rendering to an edit of the template; undefined if it writes an unknown value, or if the lines
 * that it touches differ between renderings.
 */
function toSourceEdit(template: string, edit: Edit, rendering: Rendering): Edit | undefined {
  const { start, end, text } = edit
  if (text.includes(unknownValue)) return undefined
  if (listTouchedPieces(rendering, edit).some((piece) => piece.value ?? !piece.isCertain))
    return undefined
  const span = toSource(rendering, { start, end })
  if (!span || hasTag(template, getLines(template, span))) return undefined
  return indentEdit(template, span, edit, rendering)
}

/** Converts an edit to the template. In a router file inside a block scalar, indents new lines like the block. */
function indentEdit(
  template: string,
  span: Span,
  { start, end, text }: Edit,
  { text: renderedText, block }: Rendering,
): Edit {
  const indent = block?.indent ?? ''
  const isLineStart = (offset: number): boolean => offset === 0 || renderedText[offset - 1] === '\n'
  // The last line of a template may have no line break, while the last line of a block always has one.
  const sourceStart = Math.min(span.start, template.length)
  const sourceEnd = Math.min(span.end, template.length)
  const isWholeLines = text === '' || text.endsWith('\n')
  if (!isLineStart(start) || !isLineStart(end) || !isWholeLines) {
    const skipsIndent = end > start && isLineStart(end) && !text.endsWith('\n')
    return {
      start: sourceStart,
      end: skipsIndent ? sourceEnd + indent.length : sourceEnd,
      text: text.replaceAll(/\n(?=[^\r\n])/g, `\n${indent}`),
    }
  }
  const lineStart = findLineStart(template, sourceStart)
  const lines = text.replaceAll(/^(?=[^\r\n])/gm, indent)
  const isUnfinishedLine = sourceStart === template.length && lineStart < sourceStart
  return isUnfinishedLine
    ? insertLines(template, sourceStart, lines)
    : { start: lineStart, end: end > start ? sourceEnd : lineStart, text: lines }
}

function getLines(text: string, { start, end }: Span): Span {
  const lineEnd = text.indexOf('\n', end)
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: lineEnd < 0 ? text.length : lineEnd,
  }
}

const hasTag = (text: string, { start, end }: Span): boolean =>
  /\{[{%#]/.test(text.slice(start, end))

/** Whether a syntax error is caused by the text of the template itself, not by what replaces its tags. */
function isCertainSyntax(
  text: string,
  { rule, span, rendering }: { rule: string; span: Span | undefined; rendering: Rendering },
): boolean {
  if (!span || getTraits(rule).about !== 'syntax') return false
  // The mistake may be in the line before.
  const linesSpan = getLines(text, { start: text.lastIndexOf('\n', span.start), end: span.end })
  if (hasTag(text, linesSpan)) return false
  return !rendering.pieces.some(
    (piece) =>
      piece.value && piece.sourceStart < linesSpan.end && linesSpan.start < piece.sourceEnd,
  )
}
