import { findModel, listTargets } from '../../schema/model.js'
import { defineCommand } from '../command.js'
import { commonFlags, createFormatFlag } from '../flags.js'

export const targets = defineCommand({
  name: 'targets',
  usage: '',
  summary: 'list the releases for --target',
  examples: ['routerfile targets', 'routerfile targets --format json'],
  page: 'docs/explain.md',
  flags: { help: commonFlags.help, ...createFormatFlag(['table', 'json']) },
  takesOnlyFlags: true,
  run: async ({ format = 'table' }, { out }) => {
    const defaultRelease = findModel(undefined)?.release
    if (format === 'json') {
      const document = {
        version: 1,
        default: defaultRelease,
        latest: findModel('latest')?.release,
        lts: findModel('lts')?.release,
        targets: listTargets(),
      }
      out(`${JSON.stringify(document, undefined, 2)}\n`)
      return 0
    }
    const rows = listTargets().map(({ line, newest, date, support }) =>
      [
        line.padEnd(6),
        newest.padEnd(12),
        date,
        support === 'long-term' ? 'long-term support' : '',
        newest === defaultRelease ? '(default)' : '',
      ]
        .join('  ')
        .trimEnd(),
    )
    out(
      `${['line    newest        released', ...rows].join('\n')}\n\n--target takes every release from 0.30.4 on, such as 1.6.14, a line, latest or lts.\n`,
    )
    return 0
  },
})
