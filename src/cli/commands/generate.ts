import type { Command } from '../command.js'
import type { FlagValues } from '../flags.js'
import { createFlagValues } from '../flags.js'
import { UsageError } from '../errors.js'
import { checkRecords } from './generate/drift.js'
import { generateFlags, presetRows } from './generate/flags.js'
import { importRouterFile, generateOne } from './generate/one.js'
import { isForMany, generateMany } from './generate/many.js'

/** `--re-enroll expired` in two words means the same as with `=`. */
function joinRenewal(flags: FlagValues): FlagValues {
  const [word = '', ...rest] = flags.rest
  return flags.last('re-enroll') === '' && ['expired', 'all'].includes(word)
    ? createFlagValues(new Map([...flags.all, ['re-enroll', [word]]]), rest)
    : flags
}

export const generate: Command = {
  name: 'generate',
  usage: '[-o FILE]',
  summary:
    'make the file of a router, or of many, from an enrollment token, answers, a list or records, or hold files against records',
  bundle: 'own',
  flags: generateFlags,
  tables: { Presets: presetRows },
  run: async (all, streams) => {
    const flags = joinRenewal(all)
    if (flags.has('check')) return checkRecords(flags, streams)
    if (flags.rest.length > 0)
      throw new UsageError(
        `generate takes flags only, and \`${flags.rest[0]}\` is none; -o FILE names the file to write`,
      )
    if (isForMany(flags)) return generateMany(flags, streams)
    return flags.has('import') ? importRouterFile(flags, streams) : generateOne(flags, streams)
  },
}
