import type { Command } from '../command.js'
import type { Given } from '../flags.js'
import { lint } from './lint.js'

const shared = Object.fromEntries(Object.entries(lint.flags).filter(([name]) => name !== 'check' && name !== 'fix'))

/** `lint --fix`, and with --check the question whether there is anything to fix. */
export const fix: Command = {
  flags: { ...shared, check: { help: 'change nothing, name the files that would change, and exit with 1 if there are any' } },
  tables: lint.tables ?? {},
  run: (given, streams, all) => {
    const isChecking = given.has('check')
    const has = (name: string): boolean => (name === 'fix' ? true : name === 'check' ? false : name === 'check-only' ? isChecking : given.has(name))
    const values: Given['values'] = (name) => (name === 'check' ? [] : given.values(name))
    return lint.run({ ...given, has, values, last: (name) => values(name).at(-1) }, streams, all)
  },
}
