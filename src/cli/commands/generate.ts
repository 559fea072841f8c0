import type { Command } from '../command.js'
import type { FlagValues } from '../flags.js'
import { createFlagValues } from '../flags.js'
import { UsageError } from '../../project/usage-error.js'
import { checkRecords } from './generate/drift.js'
import { generateFlags, presetRows } from './generate/flags.js'
import { importRouterFile, generateOne } from './generate/one.js'
import { isForMany, generateMany } from './generate/many.js'

/** `--re-enroll expired` in two words means the same as with `=`. */
function joinRenewal(given: FlagValues): FlagValues {
  const [word = '', ...rest] = given.rest
  return given.last('re-enroll') === '' && ['expired', 'all'].includes(word)
    ? createFlagValues(new Map([...given.all, ['re-enroll', [word]]]), rest)
    : given
}

export const generate: Command = {
  flags: generateFlags,
  tables: { Presets: presetRows },
  run: async (all, streams) => {
    const given = joinRenewal(all)
    if (given.has('check')) return checkRecords(given, streams)
    if (given.rest.length > 0)
      throw new UsageError(
        `generate takes flags only, and \`${given.rest[0]}\` is none; -o FILE names the file to write`,
      )
    if (isForMany(given)) return generateMany(given, streams)
    return given.has('import') ? importRouterFile(given, streams) : generateOne(given, streams)
  },
}
