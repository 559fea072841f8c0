import type { Diagnostic } from '../document/diagnostic.js'
import {
  createFileDiagnostic,
  findLineStarts,
  toDiagnostics,
  toRange,
  toSpan,
} from '../document/diagnostic.js'
import { memoizePerObject } from '../document/lazy.js'
import type { LintHost } from '../lint/host.js'
import type { Options } from '../lint/lint.js'
import { inspect, visibleDiagnostics } from '../lint/lint.js'
import type { SchemaNode } from '../schema/key.js'
import { findModel } from '../schema/model.js'
import type { Situation } from './assumptions.js'
import { listArms, listSituations } from './assumptions.js'
import { createCommonFindings } from './common-findings.js'
import { findRouterText } from './embedded.js'
import type { TemplateLanguage } from './language.js'
import type { TemplateMistake, ValuePart } from './parse.js'
import { parseTemplate } from './parse.js'
import { toEnclosingSource } from './pieces.js'
import type { Assumptions, Rendering, RenderedPlace } from './render.js'
import { fillContent, isCollectionSample, listBindings, sampleScalars } from './samples.js'
import type { RenderingFacts } from './variants.js'
import { createVariantLinter } from './variants.js'
import type { WorkBudget } from './work.js'
import { createWorkBudget } from './work.js'

/** The findings that all renderings share, or the findings of one rendering with known values. */
export type TemplateRun = {
  diagnostics: Diagnostic[]
  /** Set if checking would take too much work. Then there are no diagnostics. */
  isTooComplicated?: true
  /** The text of the router file, if the template was rendered with values. */
  rendered?: string
}

type Deps = {
  host?: LintHost | undefined
  /** Limits the work. By default, a new budget. */
  budget?: WorkBudget
}

export const tooComplicated: TemplateRun = { diagnostics: [], isTooComplicated: true }

/** The approximate number of renderings of a template without branches. */
const minRenderings = 40

/**
 * Maximum product of the length of the text and the number of renderings. Above it, even choosing what to render takes
 * too long.
 */
const maxRenderedUnits = 5_000_000

/**
 * Finds what is wrong in every rendering of a template. Renders it with many combinations of conditions and values,
 * lints each result, and reports, at their places in the template, the findings that all results share.
 */
export function lintTemplate(
  text: string,
  language: TemplateLanguage,
  options: Options,
  { host, budget = createWorkBudget() }: Deps = {},
): TemplateRun {
  const parsedTemplate = parseTemplate(text, language)
  if ('problem' in parsedTemplate) return { diagnostics: [] }
  if (parsedTemplate.mistake)
    return { diagnostics: [toMistakeDiagnostic(text, parsedTemplate.mistake)] }
  const model = findModel(options.target)
  if (!model) return { diagnostics: inspect(text, options).diagnostics() }
  const arms = listArms(parsedTemplate.parts)
  if (text.length * (arms.length + minRenderings) > maxRenderedUnits) return tooComplicated
  const situations = listSituations(arms)
  const linter = createVariantLinter(text, parsedTemplate.parts, {
    options,
    host,
    budget,
    language,
  })
  const commonFindings = createCommonFindings(text, arms)
  const addVariant = (assumptions: Assumptions): RenderingFacts | undefined => {
    if (commonFindings.isEmpty() || budget.isExhausted()) return undefined
    const { facts, variant } = linter.lint(assumptions, commonFindings.listRules())
    if (variant) commonFindings.add(variant)
    return facts
  }
  const renderingFacts = situations.map((situation) => addVariant(createAssumptions(situation)))
  situations.forEach((situation, index) => {
    if (renderingFacts[index]?.isAmbiguous)
      addVariant(createAssumptions(situation, { prefersItems: true }))
  })
  const firstSituation = situations[0] ?? new Set<string>()
  situations.forEach((situation, index) => {
    if (index % 8 === 0 && renderingFacts[index]?.hasRun)
      addVariant(createAssumptions(situation, { iterationCount: 2 }))
  })
  // The variants so far have shown which keys are possible where the content is unknown.
  if (linter.possibleKeys.size > 0)
    for (const write of listFillings(linter.possibleKeys))
      for (const [index, situation] of situations.entries())
        if (index % 8 === 0) addVariant(createAssumptions(situation, { write }))
  listSampleWriters(listBindings(model.schema)).forEach((write, index) => {
    addVariant(createAssumptions(firstSituation, { write }))
    addVariant(
      createAssumptions(situations[index % situations.length] ?? firstSituation, { write }),
    )
  })
  const diagnostics = commonFindings.list()
  return budget.isExhausted() ? tooComplicated : { diagnostics }
}

const toMistakeDiagnostic = (
  text: string,
  { start, end, message }: TemplateMistake,
): Diagnostic => ({
  ...createFileDiagnostic('template-syntax', `The template cannot be rendered: ${message}.`),
  range: toRange(findLineStarts(text), { start, end }),
})

const createAssumptions = (
  situation: Situation,
  overrides: Partial<Assumptions> = {},
): Assumptions => ({
  holds: (name) => situation.has(name),
  iterationCount: 1,
  write: undefined,
  prefersItems: false,
  ...overrides,
})

/** Functions that replace unknown content with all possible keys; they differ in the values of the keys. */
const listFillings = (
  possibleKeys: ReadonlyMap<number, SchemaNode>,
): NonNullable<Assumptions['write']>[] =>
  [0, 1, 2].map((variation) => {
    const getSamples = memoizePerObject(
      (_key: SchemaNode) => new Map<RenderedPlace, string | undefined>(),
    )
    return (value, place) => {
      const key = possibleKeys.get(value.start)
      if (!key) return undefined
      const samples = getSamples(key)
      if (!samples.has(place)) samples.set(place, fillContent(key, place, variation))
      return samples.get(place)
    }
  })

/** Functions that replace values with samples: always the same sample, or one chosen by the name of the value. */
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
    if (place === 'part') return isCollectionSample(sample) ? undefined : sample
    return sample
  }

function hash(name: string): number {
  let sum = 7
  for (const character of name) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return sum % 9973
}

/** The findings of a rendering with known values, at their places in the template. */
export function lintRendering(
  text: string,
  rendering: Rendering,
  options: Options,
  { host, budget = createWorkBudget() }: Deps = {},
): TemplateRun {
  const routerText = findRouterText(rendering, budget)
  if (!routerText || !budget.spend(routerText.text.length)) return tooComplicated
  const diagnostics = visibleDiagnostics(inspect(routerText.text, options, { host }), options)
  return {
    rendered: routerText.text,
    diagnostics: toDiagnostics(
      text,
      diagnostics.map(({ rule, severity, message, path, range }) => ({
        rule,
        severity,
        message,
        path,
        span: toEnclosingSource(routerText, toSpan(range)),
      })),
    ),
  }
}
