import { schema as schemaFor } from '../../core.js'
import type { Command } from '../command.js'
import { readRelease } from '../command.js'
import { commonFlags } from '../flags.js'

export const schema: Command = {
  flags: commonFlags,
  isAlone: true,
  run: async (given, { out }) => {
    out(`${JSON.stringify(schemaFor({ target: readRelease(given) }), undefined, 2)}\n`)
    return 0
  },
}
