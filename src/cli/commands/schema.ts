import { schema as schemaFor } from '../../core.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { common } from '../flags.js'

export const schema: Command = {
  flags: common,
  isAlone: true,
  run: async (given, { out }) => {
    out(`${JSON.stringify(schemaFor({ target: releaseOf(given) }), undefined, 2)}\n`)
    return 0
  },
}
