import type { Command } from '../command.js'
import type { Given } from '../flags.js'
import { givenOf, UsageError } from '../flags.js'
import { drift } from '../generate/drift.js'
import { generateFlags, presetRows } from '../generate/flags.js'
import { imported } from '../generate/imported.js'
import { isForMany, many } from '../generate/many.js'
import { one } from '../generate/one.js'

/** `--re-enroll expired` in two words means the same as with `=`. */
function joined(given: Given): Given {
  const [word = '', ...rest] = given.rest
  return given.last('re-enroll') === '' && ['expired', 'all'].includes(word)
    ? givenOf(new Map([...given.all, ['re-enroll', [word]]]), rest)
    : given
}

export const generate: Command = {
  flags: generateFlags,
  tables: { Presets: presetRows },
  run: async (all, streams) => {
    const given = joined(all)
    if (given.has('check')) return drift(given, streams)
    if (given.rest.length > 0)
      throw new UsageError(
        `generate takes flags only, and \`${given.rest[0]}\` is none; -o FILE names the file to write`,
      )
    if (isForMany(given)) return many(given, streams)
    return given.has('import') ? imported(given, streams) : one(given, streams)
  },
}
