import type { Command } from '../command.js'
import { lint } from './lint.js'

/** A command as the help lists it; the code of all but the first is loaded when it runs. */
export type Entry = {
  name: string
  /** What comes behind the name in the help. */
  usage: string
  summary: string
  load: () => Promise<Command> | Command
}

const others = () => import('./others.js')

/** Every command; the first runs where none is named. */
export const commands: readonly [Entry, ...Entry[]] = [
  { name: 'lint', usage: '[FILE|FOLDER|GLOB|-]...', summary: 'say what the router would do with files (the default command)', load: () => lint },
  { name: 'fix', usage: '[FILE|FOLDER|GLOB|-]...', summary: 'the same, and fix what can be fixed (lint --fix)', load: async () => (await others()).fix },
  { name: 'effective', usage: 'FILE', summary: 'print every value that the router uses, and where it comes from', load: async () => (await others()).effective },
  { name: 'explain', usage: 'KEY', summary: 'say what a key means, by its path or its name', load: async () => (await others()).explain },
  { name: 'rules', usage: '', summary: 'list the rules of the linter', load: async () => (await others()).rules },
  { name: 'schema', usage: '', summary: 'print the JSON Schema of the file, for editors', load: async () => (await others()).schema },
  { name: 'targets', usage: '', summary: 'list the releases that can be targeted', load: async () => (await others()).targets },
]
