import type { Command } from '../command.js'
import { bash } from '../completion/bash.js'
import { fish } from '../completion/fish.js'
import { grammarOf } from '../completion/grammar.js'
import { zsh } from '../completion/zsh.js'
import { common, UsageError } from '../flags.js'

const scripts = { bash, zsh, fish } as const

const shells = ['bash', 'zsh', 'fish'] as const

export const completion: Command = {
  flags: { help: common['help'] ?? { help: '' } },
  words: () => shells,
  run: async ({ rest: [wanted, ...more] }, { out }, all) => {
    const shell = shells.find((name) => name === wanted)
    if (shell === undefined || more.length > 0)
      throw new UsageError(`completion takes one shell: ${shells.join(', ')}`)
    out(scripts[shell](await grammarOf(all)))
    return 0
  },
}
