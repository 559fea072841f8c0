import type { Command } from '../command.js'
import { createFlagValues } from '../flags.js'
import { lint } from './lint.js'

const shared = Object.fromEntries(
  Object.entries(lint.flags).filter(([name]) => name !== 'check' && name !== 'fix'),
)

/** `lint --fix`, and with --check the question whether there is anything to fix. */
export const fix: Command = {
  name: 'fix',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'the same, and fix what can be fixed (lint --fix)',
  order: 2,
  flags: {
    ...shared,
    check: {
      help: 'change nothing, name the files that would change, and exit with 1 if there are any',
    },
  },
  tables: lint.tables ?? {},
  run: (flags, streams, all) => {
    const renamed = [...flags.all].map(
      ([name, values]) => [name === 'check' ? 'check-only' : name, values] as const,
    )
    return lint.run(
      createFlagValues(new Map([...renamed, ['fix', ['']]]), flags.rest),
      streams,
      all,
    )
  },
}
