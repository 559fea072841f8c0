import { defineCommand } from '../command.js'

/**
 * Reads the files of the workspace folders again.
 *
 * Parameters: none. Result: null, after the files were read.
 */
export const scan = defineCommand({
  name: 'routerfile.scan',
  takes: [],
  run: async ({ session }) => {
    await session.scan()
    return null
  },
})
