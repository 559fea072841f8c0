import { stringify } from 'yaml'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Json } from '../../src/document/record.js'
import { isJsonMap, toJsonMap } from '../../src/document/record.js'
import { groupBy } from '../../src/document/group.js'
import { catalog } from '../../src/lint/catalog.js'
import {
  completeExample,
  getRegistry,
  listExampleFiles,
  removeMarks,
} from '../../src/lint/example.js'
import { inspect } from '../../src/lint/lint.js'
import type { Model } from '../../src/schema/model.js'
import { generalizePath, listPlaces } from '../../src/schema/places.js'
import { completePart } from './surroundings.js'

/** A key with a wrong value: the part of a file that contains it, and the finding of a rule. */
export type WrongValue = {
  rule: string
  /** The path of the key, as written in the schema. */
  path: string
  text: string
  finding: Diagnostic
}

/** Values that are wrong for most keys, the most realistic first. */
const wrongValues: readonly Json[] = ['soon', -1, 1e12, null, { value: 1 }]

/**
 * Sets each key to each of the wrong values, and collects the findings about the key. All but a few rules check values,
 * so this finds the keys that they check.
 */
export const tryWrongValues = ({ schema }: Model): WrongValue[] =>
  listPlaces(schema).flatMap(({ path }) =>
    wrongValues.flatMap((value) => {
      const placed = placeAt(path, value)
      const text = stringify(placed).trimEnd()
      return inspect(completePart(toJsonMap(placed)), {})
        .diagnostics()
        .filter((finding) => formatGeneralPath(finding) === generalizePath(path))
        .map((finding) => ({ rule: finding.rule, path, text, finding }))
    }),
  )

/**
 * Creates the nested maps and lists for a path such as `listeners[binding=edge].options.mtu`, with the value at its
 * end.
 */
export function placeAt(path: string, value: Json): Json {
  const [, name = '', list, binding, rest] =
    /^([^.[\]]+)(\[(?:binding=([^\]]*))?\])?\.?(.*)$/.exec(path) ?? []
  const inner = rest ? placeAt(rest, value) : value
  if (list === undefined) return { [name]: inner }
  const entry = binding !== undefined && isJsonMap(inner) ? { binding, ...inner } : inner
  return { [name]: [entry] }
}

const formatGeneralPath = ({ path }: Diagnostic): string =>
  path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1)

/**
 * Lists the keys that each rule checks, by the id of the rule: those where its wrong examples have findings, and those
 * with a wrong value that it reports. In examples, the same key below different bindings counts once.
 */
export function listRuleKeys(
  { schema }: Model,
  wrong: readonly WrongValue[],
): ReadonlyMap<string, readonly string[]> {
  const places = listPlaces(schema)
  const keys = new Map(places.map(({ path }) => [generalizePath(path), path]))
  const tried = groupBy(wrong, ({ rule }) => rule)
  return new Map(
    catalog.map(({ id, examples }) => {
      const found = examples.bad.flatMap((example) =>
        getRegistry(example) ? [] : listExampleFiles(example).flatMap(inspectExampleFile),
      )
      const inExamples = found
        .filter(({ rule }) => rule === id)
        .flatMap((finding) => keys.get(formatGeneralPath(finding)) ?? [])
      const own = new Set([...inExamples, ...(tried.get(id) ?? []).map(({ path }) => path)])
      return [id, places.flatMap(({ path }) => (own.has(path) ? [path] : []))]
    }),
  )
}

function inspectExampleFile(
  file: ReturnType<typeof listExampleFiles>[number],
): readonly Diagnostic[] {
  const { text } = completeExample({ ...file, text: removeMarks(file.text) })
  const { target, env } = file
  return inspect(text, { ...(target && { target }), ...(env && { env }) }).diagnostics()
}

/** Lists the rules that check each key, by its path. */
export function listKeyRules(
  ruleKeys: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, string[]>()
  for (const [rule, paths] of ruleKeys)
    for (const path of paths) rules.set(path, [...(rules.get(path) ?? []), rule])
  return rules
}
