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

/**
 * The keys that each rule is about, by the id of the rule: those at which its wrong examples have findings. A place below
 * different bindings counts as one key.
 */
export function listRuleKeys({ schema }: Model): ReadonlyMap<string, readonly string[]> {
  const keys = new Map(listPlaces(schema).map(({ path }) => [generalizePath(path), path]))
  return new Map(
    catalog.map((rule) => {
      const found = rule.examples.bad.flatMap((example) =>
        getRegistry(example)
          ? []
          : listExampleFiles(example).flatMap((file) => {
              const { text } = completeExample({ ...file, text: removeMarks(file.text) })
              const { target, env } = file
              return inspect(text, { ...(target && { target }), ...(env && { env }) }).diagnostics
            }),
      )
      const paths = found
        .filter((finding) => finding.rule === rule.id)
        .map(({ path }) =>
          path
            .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
            .join('')
            .slice(1),
        )
      return [rule.id, [...new Set(paths)].flatMap((path) => keys.get(path) ?? [])]
    }),
  )
}

/** The rules that are about each key, by its path. */
export function listKeyRules(
  ruleKeys: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, string[]>()
  for (const [rule, paths] of ruleKeys)
    for (const path of paths) rules.set(path, [...(rules.get(path) ?? []), rule])
  return rules
}
