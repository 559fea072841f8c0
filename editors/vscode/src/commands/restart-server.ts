import type { Command } from '../command.js'

export const restartServer: Command = {
  name: 'routerfile.restartServer',
  run: async ({ client }) => {
    await client.stop()
    await client.start()
  },
}
