import type { Description } from '../../core.js'
import { describe } from '../../core.js'
import { describeRule } from '../../explain.js'
import { catalog } from '../../lint/catalog.js'
import type { Failure } from '../../schema/key.js'
import { failures } from '../../schema/key.js'
import { placesOf } from '../../schema/places.js'
import type { Model } from '../../schema/router.js'
import { modelOf } from '../../schema/router.js'
import { nearest } from '../../schema/suggest.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { explainRule } from '../explain-rule.js'
import { common, oneOf, UsageError } from '../flags.js'

const labels: Readonly<Record<Failure, string>> = { missing: 'if missing', null: 'if empty', type: 'if of another type', format: 'if malformed', range: 'if out of bounds' }

/** A key in words, a fact a line. */
export function explainKey(key: Description): string {
  const { path, text, type, unit, bounds, values, examples, releases, replacedBy, outcomes, changes, source } = key
  const rows: [string, string | undefined][] = [
    ['type', [type, unit && `in ${unit}`, key.required && 'required'].filter(Boolean).join(', ')],
    ['default', key.default === undefined ? undefined : typeof key.default === 'string' ? key.default || '""' : JSON.stringify(key.default)],
    ['bounds', bounds],
    ['values', values?.join(', ')],
    ['example', examples?.map((example) => (typeof example === 'string' ? example : JSON.stringify(example))).join(', ')],
    ['read by', releases && (releases.length === 0 ? 'no release' : `releases ${releases.join(' or ')}`)],
    ['instead', replacedBy],
    ...failures.map((failure): [string, string | undefined] => [labels[failure], outcomes[failure]]),
    ['source', source],
  ]
  const shown = rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  const history = changes.map(({ in: ranges, what, effect }) => `  ${ranges.join(' or ')}: ${what} ${effect}`)
  return [`${path}${key.deprecated ? ' (deprecated)' : ''}`, `  ${text}`, ...shown.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`), ...history, ''].join('\n')
}

/** What a word may stand for: the keys of a release by path and by name, and the rules. */
function wordsOf(model: Model): string[] {
  return [...placesOf(model.schema).flatMap(({ path }) => [path, path.split('.').at(-1) ?? path]), ...catalog.map(({ id }) => id)]
}

/** The words worth offering: names without path. */
function offered(): string[] {
  const model = modelOf(undefined)
  return model ? [...new Set(wordsOf(model))].filter((word) => /^[\w-]+$/.test(word)).sort() : []
}

const formats = ['text', 'json'] as const

export const explain: Command = {
  flags: { ...common, format: { value: 'NAME', short: 'f', help: 'text (default) or json', words: () => formats } },
  words: offered,
  run: async (given, { out, width }) => {
    const [wanted, ...more] = given.rest
    if (wanted === undefined || more.length > 0) throw new UsageError('explain takes one key or rule, such as linkDialWorkerCount, link.dialers[].split or unknown-key')
    const format = oneOf(given.last('format'), formats, 'format') ?? 'text'
    const model = modelOf(releaseOf(given))
    if (!model) return 0
    const keys = describe(wanted, { target: model.release })
    const rule = catalog.find(({ id }) => id === wanted)
    if (keys.length === 0 && !rule) {
      const near = nearest(wanted, wordsOf(model))
      throw new UsageError(`no key or rule is called ${wanted}${near ? `; did you mean ${near}?` : ''}`)
    }
    const described = rule ? [describeRule(rule, model.release)] : []
    if (format === 'json') out(`${JSON.stringify({ keys, rules: described }, undefined, 2)}\n`)
    else out([...keys.map(explainKey), ...described.map((item) => explainRule(item, width))].join('\n'))
    return 0
  },
}
