import { effectiveFile } from '../../src/config/effective-file.js'
import { defineCommand, findRouterFile } from '../command.js'

/**
 * The effective configuration of a router file, as `routerfile effective FILE` prints it. Secrets are shown as `…`.
 *
 * Parameters: the address of the file. Result: `{ text, release }`.
 */
export const effective = defineCommand({
  name: 'routerfile.effective',
  takes: ['uri'],
  run: ({ parameters, session }) => {
    const { view } = findRouterFile(parameters, session)
    return { text: effectiveFile(view.text, view.options).text, release: view.options.target }
  },
})
