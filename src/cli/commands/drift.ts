import type { Command } from '../command.js'
import { commonFlags, inGroup, parseChoice } from '../flags.js'
import { networkFlags } from '../live/flags.js'
import { readRunningFiles } from '../live/network.js'
import { configurationFlags, environmentFlags, openProjectFor } from '../project-flags.js'
import { readSelection, selectionFlags } from '../selection-flags.js'
import { compareNetwork } from './drift/compare.js'
import { formatJson, formatText, isDrift } from './drift/report.js'

const formats = ['text', 'json'] as const

const { 'no-ignore': noIgnore = { help: '' } } = selectionFlags

export const drift: Command = {
  name: 'drift',
  usage: '[FILE|FOLDER|GLOB]...',
  summary: 'compare config files with what routers run',
  examples: [
    'routerfile drift routers',
    'routerfile drift routers --env-file router.env --format json',
    `routerfile drift routers --filter 'name contains "eu"'`,
  ],
  page: 'docs/live.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...networkFlags,
    'no-ignore': noIgnore,
    ...configurationFlags,
    ...inGroup('Output', {
      format: {
        value: 'NAME',
        short: 'f',
        help: 'text (default) or json',
        words: () => formats,
      },
    }),
  },
  run: async (flags, streams) => {
    const format = parseChoice(flags.last('format'), formats, 'format') ?? 'text'
    const project = openProjectFor(flags)
    const selected = await project.selectFiles(readSelection(flags))
    const network = await readRunningFiles(flags, streams, {
      flag: '--target',
      release: async (path) => (await project.configurationFor(path)).options.target,
    })
    const results = compareNetwork(selected, network, { isPart: flags.has('filter') })
    streams.out(format === 'json' ? formatJson(results) : formatText(results))
    return results.some(isDrift) ? 1 : 0
  },
}
