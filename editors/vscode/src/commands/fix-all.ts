import type { Command } from '../command.js'
import { findDocument } from '../command.js'

export const fixAll: Command = {
  name: 'routerfile.fixAll',
  run: async ({ call }, parameters) => {
    const { uri } = await findDocument(parameters)
    await call('routerfile.fixAll', uri.toString())
  },
}
