import { defineCommand } from '../command.js'
import { assignGroup, omitFlags } from '../flags.js'
import { liveFlags } from '../project-flags.js'
import { lint, lintFlags, runLint } from './lint.js'

/** `lint --fix`. `--check` without a value lists the files to fix; with a value it is the flag of `lint`. */
export const fix = defineCommand({
  name: 'fix',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'check files and apply safe fixes',
  order: 2,
  examples: ['routerfile fix router.yml', 'routerfile fix . --dry-run', 'routerfile fix . --check'],
  page: 'docs/fix.md',
  flags: {
    ...omitFlags(lintFlags, { ...liveFlags, fix: lintFlags.fix }),
    ...assignGroup('Fix', {
      unsafe: { help: 'also apply fixes that change what the router does' },
      diff: { help: 'print fixes as a patch, exit 1, change nothing' },
      'dry-run': { help: 'print fixes as a patch, change nothing' },
      check: {
        ...lintFlags.check,
        optional: true,
        help: 'list files to fix, exit with 1; WHAT: as for lint',
      },
    }),
  },
  tables: lint.tables ?? {},
  run: async (options, streams) => {
    const { diff, dryRun, unsafe } = options
    const isListing = options.check.includes('')
    const fixing = {
      failsOnFixes: diff || isListing,
      mode:
        diff || dryRun ? ('patch' as const) : isListing ? ('list' as const) : ('write' as const),
      unsafe,
    }
    const check = options.check.filter((value) => value !== '')
    return runLint({ ...options, check }, streams, { fixSettings: fixing })
  },
})
