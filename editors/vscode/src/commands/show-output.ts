import type { EditorCommand } from '../command.js'

export const showOutput: EditorCommand = {
  name: 'routerfile.showOutput',
  run: ({ server }) => server.client.outputChannel.show(),
}
