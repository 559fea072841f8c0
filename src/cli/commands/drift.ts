import { defineCommand } from '../command.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { networkFlags, readSelection, selectionFlags, openProjectFor } from '../project-flags.js'
import { readRunningFiles } from '../live/network.js'
import { compareNetwork } from './drift/compare.js'
import { formatDriftJson, formatDriftText, isDrift } from './drift/report.js'

export const drift = defineCommand({
  name: 'drift',
  usage: '[FILE|FOLDER|GLOB]...',
  summary: 'compare config files with what routers run',
  examples: [
    'routerfile drift routers',
    'routerfile drift routers -E router.env --format json',
    `routerfile drift routers --filter 'name contains "eu"'`,
  ],
  page: 'docs/live.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...networkFlags,
    'no-ignore': selectionFlags['no-ignore'],
    'allow-empty': selectionFlags['allow-empty'],
    ...configurationFlags,
    ...createFormatFlag(['text', 'json']),
  },
  run: async (options, streams) => {
    const project = openProjectFor(options, streams)
    const selected = await project.selectFiles(readSelection(options))
    const network = await readRunningFiles(options, streams, {
      flag: '--target',
      release: async (path) => (await project.configurationFor(path)).options.target,
    })
    const results = compareNetwork(selected, network, { isPart: options.filter !== undefined })
    streams.out(options.format === 'json' ? formatDriftJson(results) : formatDriftText(results))
    return results.some(isDrift) ? 1 : 0
  },
})
