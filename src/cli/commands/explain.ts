import type { Description } from '../../core.js'
import { describe } from '../../core.js'
import type { Failure } from '../../schema/key.js'
import { failures } from '../../schema/key.js'
import { placesOf } from '../../schema/places.js'
import { modelOf } from '../../schema/router.js'
import { nearest } from '../../schema/suggest.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { common, UsageError } from '../flags.js'

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

export const explain: Command = {
  flags: common,
  run: async (given, { out }) => {
    const [wanted, ...more] = given.rest
    if (wanted === undefined || more.length > 0) throw new UsageError('explain takes one key, such as linkDialWorkerCount or link.dialers[].split')
    const model = modelOf(releaseOf(given))
    const keys = model ? describe(wanted, { target: model.release }) : []
    if (model && keys.length === 0) {
      const names = placesOf(model.schema).flatMap(({ path }) => [path, path.split('.').at(-1) ?? path])
      const near = nearest(wanted, names)
      throw new UsageError(`no key is called ${wanted}${near ? `; did you mean ${near}?` : ''}`)
    }
    out(keys.map(explainKey).join('\n'))
    return 0
  },
}
