import { defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import { checkRecords } from './generate/drift.js'
import { generateFlags, isForMany, presetRows } from './generate/flags.js'
import { runImport } from './generate/import.js'
import { generateOne } from './generate/one.js'
import { generateMany } from './generate/many.js'

export const generate = defineCommand({
  name: 'generate',
  usage: '[-o FILE]',
  summary: 'create router config files, or check them against records',
  examples: [
    'routerfile generate --jwt north.jwt --advertise north.example.com -o north.yml',
    'routerfile generate --from-record north -o north.yml',
    'routerfile generate --all -o {name}/router.yml',
  ],
  page: 'docs/generate.md',
  flags: generateFlags,
  tables: { Presets: presetRows },
  run: async (options, streams) => {
    if (options.check) return checkRecords(options, streams)
    if (options.args.length > 0)
      throw new UsageError(
        `generate takes only flags, but was given \`${options.args[0]}\`; use -o FILE to name the file to write`,
      )
    if (isForMany(options)) return generateMany(options, streams)
    return options.import === undefined
      ? generateOne(options, streams)
      : runImport(options.import, options, streams)
  },
})
