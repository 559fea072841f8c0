import type { Description } from '../../core.js'
import { describe } from '../../core.js'
import { factsOf, historyOf } from '../../schema/facts.js'
import { placesOf } from '../../schema/places.js'
import { modelOf } from '../../schema/router.js'
import { nearest } from '../../schema/suggest.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { common, UsageError } from '../flags.js'

/** A key in words, a fact a line. */
export function explainKey(key: Description): string {
  const facts = factsOf(key)
  const width = Math.max(...facts.map(({ name }) => name.length))
  const history = historyOf(key).map((change) => `  ${change}`)
  return [`${key.path}${key.deprecated ? ' (deprecated)' : ''}`, `  ${key.text}`, ...facts.map(({ name, text }) => `  ${name.padEnd(width)}  ${text}`), ...history, ''].join('\n')
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
