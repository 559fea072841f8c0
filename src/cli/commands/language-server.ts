import type { Command } from '../command.js'
import { commonFlags } from '../flags.js'

/** The language server, which ends the process when its client does. */
export const languageServer: Command = {
  name: 'language-server',
  usage: '[--stdio]',
  summary: 'serve editors',
  flags: {
    help: commonFlags['help'] ?? { help: '' },
    stdio: { help: 'talk over standard input and output (default)' },
    pipe: { value: 'FILE', help: 'talk over a pipe' },
    socket: { value: 'PORT', help: 'talk over a socket' },
    'node-ipc': { help: 'talk over the channel of a Node that started this one' },
    clientProcessId: { value: 'ID', help: 'process whose end ends the server' },
  },
  run: async () => {
    await import('../../../server/language-server.js')
    return new Promise(() => undefined)
  },
}
