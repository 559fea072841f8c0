import type { Command } from '../command.js'

export const showOutput: Command = {
  name: 'routerfile.showOutput',
  run: ({ client }) => client.outputChannel.show(),
}
