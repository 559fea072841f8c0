import type { Node } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { isRecord } from '../document/record.js'
import { resolveAlias } from '../yaml/index.js'
import type { TemplateLanguage } from './language.js'
import type { TemplatePart, ValuePart } from './parse.js'
import type { Assumptions, Rendering } from './render.js'
import { createRenderer } from './render.js'
import type { WorkBudget } from './work.js'

/** Values for a template, from a YAML file or from variables. */
export type TemplateValues = Readonly<Record<string, unknown>>

/** The code of a tag that could not be rendered, and why: it is a loop, is not supported, or has no value. */
export type UnrenderedTag = { unrendered: string; why: 'loop' | 'unknown tag' | 'no value' }

export const describeUnrendered = ({ unrendered, why }: UnrenderedTag): string =>
  why === 'loop'
    ? `the template has a loop over \`${unrendered}\`, and loops are not rendered here, whatever the values`
    : why === 'unknown tag'
      ? `\`${unrendered}\` cannot be rendered here, whatever the values`
      : `the values are not enough for \`${unrendered}\``

/** A rendering with values, or the first tag that cannot be rendered; undefined if rendering takes too much work. */
export type RenderedWithValues = { rendering: Rendering } | UnrenderedTag | undefined

export function parseValues(text: string): TemplateValues | undefined {
  const { root, problems } = parseDocument(text)
  const values = root && problems.length === 0 ? toPlainValue(root) : undefined
  return isRecord(values) ? values : undefined
}

function toPlainValue(node: Node): unknown {
  const value = resolveAlias(node)
  if (value.kind === 'null') return null
  if (value.kind === 'list') return value.items.map(toPlainValue)
  if (value.kind !== 'map') return value.value
  return Object.fromEntries(
    value.pairs.flatMap(({ key, value: innerValue }) => {
      const name = resolveAlias(key)
      return name.kind === 'text' ? [[name.value, toPlainValue(innerValue)]] : []
    }),
  )
}

/**
 * Renders a template with values. Supports tags that insert a value, and conditions that test whether one value is
 * true.
 */
export function renderWithValues(
  text: string,
  parts: readonly TemplatePart[],
  {
    language,
    values,
    budget,
  }: { language: TemplateLanguage; values: TemplateValues; budget: WorkBudget },
): RenderedWithValues {
  const unrenderedTags: UnrenderedTag[] = []
  const recordUnrendered = (code: string, path: string): void => {
    const isValue =
      isValuePath(path, language) && findValue(path, language, values)?.value === undefined
    unrenderedTags.push({ unrendered: code, why: isValue ? 'no value' : 'unknown tag' })
  }
  const loop = parts.find((part) => part.kind === 'loop')
  if (loop) return { unrendered: loop.decision.name.replace(/: $/, ''), why: 'loop' }
  const assumptions: Assumptions = {
    holds: (name) => {
      const entry = findValue(name, language, values)
      if (!entry) recordUnrendered(name, name)
      return isTrue(entry?.value)
    },
    iterationCount: 1,
    write: (part) => {
      const text = writeValue(part, language, { values, budget })
      if (text === undefined) recordUnrendered(part.code, splitFilters(part.code)[0] ?? '')
      return text ?? ''
    },
    prefersItems: false,
  }
  const rendering = createRenderer(text, parts)(assumptions, budget)
  if (budget.isExhausted()) return undefined
  const [first] = unrenderedTags
  if (first !== undefined) return first
  return rendering ? { rendering } : { unrendered: 'fail', why: 'unknown tag' }
}

function writeValue(
  { code, name }: ValuePart,
  language: TemplateLanguage,
  { values, budget }: { values: TemplateValues; budget: WorkBudget },
): string | undefined {
  // `envsubst` replaces a variable that is not set with an empty string.
  if (language === 'variables' && /^\w+$/.test(code)) return formatValue(values[code] ?? '')
  // Inside `with`, the same code refers to a different value, so `name` differs from `code`. Such tags are not
  // rendered.
  if (name !== code) return undefined
  const [path = '', ...filters] = splitFilters(code)
  const entry = findValue(path, language, values)
  if (!entry) return undefined
  let { value } = entry
  for (const filter of filters) {
    // Nested quotes may double the length of a value each time.
    if (!budget.spend(1 + (formatValue(value)?.length ?? 0) / 8)) return undefined
    const filteredValue = applyFilter(value, filter, language)
    if (!filteredValue) return undefined
    ;({ value } = filteredValue)
  }
  return formatValue(value)
}

/** Splits a tag at each `|` outside of quotes: into a value and the filters after it. */
const splitFilters = (code: string): string[] =>
  (code.match(/(?:"[^"]*"|'[^']*'|[^|"'])+/g) ?? []).map((part) => part.trim())

/** Applies a filter to a value; undefined if the filter is not supported, or cannot be applied to the value. */
function applyFilter(
  value: unknown,
  filter: string,
  language: TemplateLanguage,
): { value: unknown } | undefined {
  const text = formatValue(value)
  if (filter === 'quote' && language === 'go') return { value: JSON.stringify(text ?? '') }
  if (filter === 'squote' && language === 'go') return { value: `'${text ?? ''}'` }
  const fallback = readDefault(filter, language)
  if (fallback !== undefined) {
    const isMissing = language === 'go' ? !isTrue(value) : value === undefined
    return { value: isMissing ? fallback : value }
  }
  if (text === undefined) return undefined
  if (filter === 'trim') return { value: text.trim() }
  if (filter === 'lower') return { value: text.toLowerCase() }
  if (filter === 'upper') return { value: text.toUpperCase() }
  if (filter === 'toString' || filter === 'string') return { value: text }
  return filter === 'int' && /^-?\d+$/.test(text) ? { value: text } : undefined
}

/** The fallback of a filter such as `default "x"`, `default 3022` or `default('x')`; undefined for other filters. */
function readDefault(filter: string, language: TemplateLanguage): string | undefined {
  const pattern =
    language === 'go'
      ? /^default\s+(?:"([^"]*)"|(-?[\d.]+|true|false))$/
      : /^default\(\s*(?:'([^']*)'|"([^"]*)"|(-?[\d.]+|true|false))\s*\)$/
  const match = pattern.exec(filter)
  return match?.slice(1).find((part) => part !== undefined)
}

/** A scalar as text; undefined for maps, lists, null and missing values, which each program prints differently. */
const formatValue = (value: unknown): string | undefined =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : undefined

const isTrue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isRecord(value)
      ? Object.keys(value).length > 0
      : Boolean(value)

const isValuePath = (path: string, language: TemplateLanguage): boolean =>
  (language === 'go' ? /^(?:\.\w+)+$/ : /^\w+(?:\.\w+|\[(?:\d+|'\w+'|"\w+")\])*$/).test(path)

/**
 * Looks up a path such as `.Values.edge.port` or `edge.port`. The result is undefined if `path` is not a path; its
 * `value` is undefined if `values` does not have the path.
 */
function findValue(
  path: string,
  language: TemplateLanguage,
  values: TemplateValues,
): { value: unknown } | undefined {
  if (!isValuePath(path, language)) return undefined
  const steps = path.match(/\w+/g) ?? []
  const skippedSteps = language === 'go' && steps[0] === 'Values' && !('Values' in values) ? 1 : 0
  let value: unknown = values
  for (const step of steps.slice(skippedSteps)) value = isRecord(value) ? value[step] : undefined
  return { value }
}
