import type { Command } from '../command.js'
import { createFlagValues, inGroup } from '../flags.js'
import { liveFlags } from '../live/flags.js'
import { lint } from './lint.js'

const shared = Object.fromEntries(
  Object.entries(lint.flags).filter(([name]) => name !== 'fix' && !Object.hasOwn(liveFlags, name)),
)

/**
 * `lint --fix`. `--check` without a value asks whether there is anything to fix; with a value it is the flag of `lint`.
 */
export const fix: Command = {
  name: 'fix',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'check files and apply safe fixes',
  order: 2,
  examples: ['routerfile fix router.yml', 'routerfile fix . --dry-run', 'routerfile fix . --check'],
  page: 'docs/fix.md',
  flags: {
    ...shared,
    ...inGroup('Fix', {
      unsafe: { help: 'also apply fixes that change what the router does' },
      'dry-run': { help: 'print fixes as a patch, change nothing' },
      check: {
        ...shared['check'],
        optional: true,
        help: 'alone: list files to fix, exit 1; WHAT: as lint',
      },
    }),
  },
  tables: lint.tables ?? {},
  run: (flags, streams, all) => {
    const values = flags.values('check')
    const checks = values.filter((value) => value !== '')
    const others = [...flags.all].filter(([name]) => name !== 'check')
    return lint.run(
      createFlagValues(
        new Map([
          ...others,
          ['fix', ['']],
          ...(checks.length > 0 ? [['check', checks] as const] : []),
          ...(values.includes('') ? [['check-only', ['']] as const] : []),
        ]),
        flags.rest,
      ),
      streams,
      all,
    )
  },
}
