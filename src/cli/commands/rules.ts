import { rules as all } from '../../lint/rules/index.js'
import type { Command } from '../command.js'
import { common } from '../flags.js'

export const rules: Command = {
  flags: { help: common['help'] ?? { help: '' } },
  run: async (_, { out }) => {
    const width = Math.max(...all.map(({ id }) => id.length))
    out(all.map(({ id, severity, optional, summary }) => `${id.padEnd(width)}  ${(optional ? 'off' : severity).padEnd(7)}  ${summary}\n`).join(''))
    return 0
  },
}
