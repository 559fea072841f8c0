import type { Description } from '../../core.js'
import { describe } from '../../core.js'
import { describeRule } from '../../explain.js'
import { catalog } from '../../lint/catalog.js'
import { factsOf, historyOf } from '../../schema/facts.js'
import { placesOf } from '../../schema/places.js'
import type { Model } from '../../schema/router.js'
import { modelOf } from '../../schema/router.js'
import { nearest } from '../../schema/suggest.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { explainRule } from '../explain-rule.js'
import { common, oneOf, UsageError } from '../flags.js'
import { hanging, table, wrap } from '../width.js'

/** A key in words, a fact a line. */
function explainKey(key: Description, width: number): string {
  const facts = factsOf(key).map(({ name, text }) => [name, text] as const)
  const history = historyOf(key.changes).flatMap((change) => hanging(change, width - 2, '  '))
  const later = historyOf(key.later).flatMap((change) => hanging(change, width - 2, '  '))
  const lines = [
    ...wrap(key.text, width - 2),
    ...table(facts, width)
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(2)),
    ...history,
    ...(later.length > 0 ? ['in later releases:', ...later] : []),
  ]
  return [
    `${key.path}${key.deprecated ? ' (deprecated)' : ''}`,
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** What a word may stand for: the keys of a release by path and by name, and the rules. */
function wordsOf(model: Model): string[] {
  return [
    ...placesOf(model.schema).flatMap(({ path }) => [path, path.split('.').at(-1) ?? path]),
    ...catalog.map(({ id }) => id),
  ]
}

/** The words worth offering: names without path. */
function offered(): string[] {
  const model = modelOf(undefined)
  return model ? [...new Set(wordsOf(model))].filter((word) => /^[\w-]+$/.test(word)).sort() : []
}

const formats = ['text', 'json'] as const

export const explain: Command = {
  flags: {
    ...common,
    format: { value: 'NAME', short: 'f', help: 'text (default) or json', words: () => formats },
  },
  words: offered,
  run: async (given, { out, width }) => {
    const [wanted, ...more] = given.rest
    if (wanted === undefined || more.length > 0)
      throw new UsageError(
        'explain takes one key or rule, such as linkDialWorkerCount, link.dialers[].split or unknown-key',
      )
    const format = oneOf(given.last('format'), formats, 'format') ?? 'text'
    const model = modelOf(releaseOf(given))
    if (!model) return 0
    const keys = describe(wanted, { target: model.release })
    const rule = catalog.find(({ id }) => id === wanted)
    if (keys.length === 0 && !rule) {
      const near = nearest(wanted, wordsOf(model))
      throw new UsageError(
        `no key or rule is called ${wanted}${near ? `; did you mean ${near}?` : ''}`,
      )
    }
    const described = rule ? [describeRule(rule, model.release)] : []
    if (format === 'json') out(`${JSON.stringify({ keys, rules: described }, undefined, 2)}\n`)
    else
      out(
        [
          ...keys.map((key) => explainKey(key, width)),
          ...described.map((item) => explainRule(item, width)),
        ].join('\n'),
      )
    return 0
  },
}
