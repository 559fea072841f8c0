import { dirname } from 'node:path'
import { effectiveFile } from '../../config/effective-file.js'
import { inspect } from '../../lint/lint.js'
import { createLintHost } from '../../project/machine.js'
import { defineCommand } from '../command.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { formatRefusal, UsageError } from '../errors.js'
import { openProjectFor } from '../project-flags.js'
import { readInput } from '../selection-flags.js'
import { listJsonItems, toChunks } from '../ui/text.js'
import { eachShownRow } from './effective/rows.js'

export const effective = defineCommand({
  name: 'effective',
  usage: 'FILE',
  summary: 'print every value that the router uses, and its origin',
  examples: [
    'routerfile effective router.yml',
    'routerfile effective router.yml --target 1.6 --format json',
    'routerfile effective router.yml --no-origins',
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
    const project = openProjectFor(options)
    const { path, text } = readInput(argument)
    const { options: fileOptions } = await project.configurationFor(path)
    const { diagnostics, analysis } = inspect(text, fileOptions, { omitsFixes: true })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const host = createLintHost(fileOptions.checks, [process.cwd(), dirname(path)], Date.now())
    if (format === 'json') {
      let hidden = 0
      const rows = eachShownRow(text, analysis, host, () => {
        hidden += 1
      })
      for (const chunk of toChunks(listJsonItems(rows))) out(chunk)
      out('\n')
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} shown as … or as the name of a variable\n`,
        )
    } else {
      const { text: written, hidden } = effectiveFile(text, fileOptions, {
        origins: !options.noOrigins,
        host,
        analysis,
      })
      out(written)
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} shown as …; fill ${hidden === 1 ? 'it' : 'them'} in before a router uses this output\n`,
        )
    }
    const [error] = errors
    if (!error) return 0
    err(formatRefusal(path, error.message))
    return options.exitZero ? 0 : 1
  },
})
