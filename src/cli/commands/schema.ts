import { schema as schemaFor } from '../../core.js'
import { readRelease } from '../release.js'
import { defineCommand } from '../command.js'
import { commonFlags } from '../flags.js'

export const schema = defineCommand({
  name: 'schema',
  usage: '',
  summary: 'print the JSON Schema of the router config file',
  examples: [
    'routerfile schema > router.schema.json',
    'routerfile schema --target 1.6 > router-1.6.schema.json',
  ],
  page: 'docs/schema.md',
  flags: commonFlags,
  takesOnlyFlags: true,
  run: async (options, streams) => {
    streams.out(
      `${JSON.stringify(schemaFor({ target: readRelease(options, streams) }), undefined, 2)}\n`,
    )
    return 0
  },
})
