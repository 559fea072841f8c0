import type { EditorCommand } from '../command.js'

export const showOutput: EditorCommand = {
  name: 'routerfile.showOutput',
  run: ({ client }) => client.outputChannel.show(),
}
