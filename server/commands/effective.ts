import { effectiveFile } from '../../src/config/effective-file.js'
import { defineCommand, findHost, findRouterFile, refuseLongFile } from '../command.js'

/**
 * The effective configuration of a router file, as `routerfile effective FILE` prints it. Secrets are shown as `…`.
 *
 * Parameters: the address of the file. Result: `{ text, release }`.
 */
export const effective = defineCommand({
  name: 'routerfile.effective',
  takes: ['uri'],
  run: ({ parameters, session }) => {
    const file = findRouterFile(parameters, session)
    refuseLongFile(file, 100_000, 'effective FILE')
    const { view, uri } = file
    const host = findHost(uri, session)
    const { text } = effectiveFile(view.text, view.options, host ? { host } : {})
    return { text, release: view.options.target }
  },
})
