import type { EditorCommand } from '../command.js'

export const restartServer: EditorCommand = {
  name: 'routerfile.restartServer',
  run: ({ server }) => server.restart(),
}
