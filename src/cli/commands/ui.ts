import { defineCommand } from '../command.js'
import { uiFlags } from './ui/flags.js'

/** Serves the site with the router files of a folder, on this machine only, until it is interrupted. */
export const ui = defineCommand({
  name: 'ui',
  usage: '[FOLDER]',
  summary: 'open router config files in a browser, with the documentation',
  examples: ['routerfile ui', 'routerfile ui routers/ --port 8080'],
  page: 'docs/ui.md',
  flags: uiFlags,
  run: async (options, streams) => (await import('./ui/serve-ui.js')).serveUi(options, streams),
})
