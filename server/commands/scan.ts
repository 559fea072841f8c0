import { defineCommand } from '../command.js'

/**
 * Reads the files of the workspace folders again.
 *
 * Parameters: none. Result: null, once the files are read.
 */
export const scan = defineCommand({
  name: 'routerfile.scan',
  takes: [],
  run: async ({ session }) => {
    await session.scan()
    return null
  },
})
