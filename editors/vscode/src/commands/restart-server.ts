import type { EditorCommand } from '../command.js'

export const restartServer: EditorCommand = {
  name: 'routerfile.restartServer',
  run: async ({ client }) => {
    await client.stop()
    await client.start()
  },
}
