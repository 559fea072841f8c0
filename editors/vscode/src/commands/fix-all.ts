import type { EditorCommand } from '../command.js'
import { findDocument } from '../command.js'

export const fixAll: EditorCommand = {
  name: 'routerfile.fixAll',
  run: async ({ call }, parameters) => {
    const { uri } = await findDocument(parameters)
    await call('routerfile.fixAll', uri.toString())
  },
}
