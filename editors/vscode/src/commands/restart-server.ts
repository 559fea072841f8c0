import type { EditorCommand } from '../command.js'

export const restartServer: EditorCommand = {
  name: 'routerfile.restartServer',
  run: async ({ server, routers }) => {
    await server.restart()
    routers.refresh()
  },
}
