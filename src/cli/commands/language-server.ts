import { defineCommand } from '../command.js'
import { commonFlags } from '../flags.js'

/** The language server; it ends the process when its client exits. */
export const languageServer = defineCommand({
  name: 'language-server',
  usage: '[--stdio]',
  summary: 'run the language server for editors',
  examples: ['routerfile language-server --stdio'],
  page: 'docs/editor.md',
  bundle: 'program',
  flags: {
    help: commonFlags.help,
    stdio: { help: 'use stdin and stdout (default)' },
    pipe: { value: 'FILE', help: 'use a named pipe' },
    socket: { value: 'PORT', help: 'use a TCP socket' },
    'node-ipc': { help: 'use the channel of the parent Node process' },
    clientProcessId: { value: 'ID', help: 'exit when this process ends' },
  },
  run: async () => {
    await import('../../../server/language-server.js')
    return new Promise(() => undefined)
  },
})
