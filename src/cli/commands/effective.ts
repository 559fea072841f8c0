import { createEffectiveFile } from '../../config/effective-file.js'
import { defineCommand } from '../command.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { formatRefusal, UsageError } from '../errors.js'
import { listJsonItems, toChunks } from '../ui/text.js'
import { formatReportPath } from '../../project/reports.js'
import { eachShownRow, inspectInput } from './effective/rows.js'

export const effective = defineCommand({
  name: 'effective',
  usage: 'FILE|FILE#PART',
  summary: 'print every value that the router uses, and its origin',
  examples: [
    'routerfile effective router.yml',
    'routerfile effective router.yml --target 1.6 --format json',
    'routerfile effective router.yml --no-origins',
    'routerfile effective configmap.yml#ConfigMap/north:router.yaml',
  ],
  page: 'docs/effective.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...configurationFlags,
    ...createFormatFlag(['yaml', 'json']),
    'no-origins': { help: 'leave out the comments with origins', group: 'Output' },
    'exit-zero': { help: 'exit with 0 even if the router would not run', group: 'Output' },
  },
  run: async (options, { out, err }) => {
    const {
      args: [argument, ...more],
      format = 'yaml',
    } = options
    if (argument === undefined || more.length > 0)
      throw new UsageError('effective takes exactly one file')
    const input = await inspectInput(argument, options, { err })
    const { path, text, host, place, run } = input
    const reportHidden = (count: number, suffix: string): void => {
      const secrets = count === 1 ? 'one secret is' : `${count} secrets are`
      if (count > 0) err(`routerfile: ${secrets} shown as …${suffix}\n`)
    }
    if (format === 'json') {
      let hiddenCount = 0
      const rows = eachShownRow(input, () => {
        hiddenCount += 1
      })
      for (const chunk of toChunks(listJsonItems(rows))) out(chunk)
      out('\n')
      reportHidden(hiddenCount, ' or as the name of a variable')
    } else {
      const { text: output, hiddenCount } = createEffectiveFile(text, input.options, {
        origins: !options.noOrigins,
        host,
        analysis: run.analysis,
        ...(place && { findLine: (range) => place.toOuterRange(range).start.line }),
      })
      out(output)
      const them = hiddenCount === 1 ? 'it' : 'them'
      reportHidden(hiddenCount, `; fill ${them} in before a router uses this output`)
    }
    const error = run.diagnostics().find(({ severity }) => severity === 'error')
    if (!error) return 0
    err(
      formatRefusal(
        formatReportPath({ path, ...(place && { part: place.part.name }) }),
        error.message,
      ),
    )
    return options.exitZero ? 0 : 1
  },
})
