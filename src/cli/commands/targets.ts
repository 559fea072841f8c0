import { findModel, targets as lines } from '../../schema/model.js'
import { defineCommand } from '../command.js'
import { commonFlags } from '../flags.js'

export const targets = defineCommand({
  name: 'targets',
  usage: '',
  summary: 'list the releases for --target',
  examples: ['routerfile targets'],
  page: 'docs/explain.md',
  flags: { help: commonFlags.help },
  isAlone: true,
  run: async (_, { out }) => {
    const standard = findModel(undefined)?.release
    const rows = lines().map(({ line, newest, date, support }) =>
      [
        line.padEnd(6),
        newest.padEnd(12),
        date,
        support === 'long-term' ? 'long-term support' : '',
        newest === standard ? '(default)' : '',
      ]
        .join('  ')
        .trimEnd(),
    )
    out(
      `${['line    newest        released', ...rows].join('\n')}\n\n--target takes every release from 0.30.4 on, such as 1.6.14.\n`,
    )
    return 0
  },
})
