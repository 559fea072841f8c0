import type { Command } from '../command.js'
import { UsageError } from '../errors.js'
import { checkRecords } from './generate/drift.js'
import { generateFlags, presetRows } from './generate/flags.js'
import { importRouterFile, generateOne } from './generate/one.js'
import { isForMany, generateMany } from './generate/many.js'

export const generate: Command = {
  name: 'generate',
  usage: '[-o FILE]',
  summary: 'create router config files, or check them against records',
  examples: [
    'routerfile generate --jwt north.jwt --advertise north.example.com -o north.yml',
    'routerfile generate --from-record north -o north.yml',
    'routerfile generate --all -o {name}/router.yml',
  ],
  page: 'docs/generate.md',
  bundle: 'own',
  flags: generateFlags,
  tables: { Presets: presetRows },
  run: async (flags, streams) => {
    if (flags.has('check')) return checkRecords(flags, streams)
    if (flags.rest.length > 0)
      throw new UsageError(
        `generate takes only flags, but was given \`${flags.rest[0]}\`; use -o FILE to name the file to write`,
      )
    if (isForMany(flags)) return generateMany(flags, streams)
    return flags.has('import') ? importRouterFile(flags, streams) : generateOne(flags, streams)
  },
}
