import { defineCommand } from '../command.js'
import { serveFlags } from './serve/flags.js'

export const serve = defineCommand({
  name: 'serve',
  usage: '--data FOLDER',
  summary: 'run a local management API for trials and tests',
  examples: [
    'routerfile serve --data records',
    'routerfile serve --data :memory: --port 0 --ctrl-address ctrl.example.com:6262',
    'routerfile serve --data :memory: --routers routers',
    'routerfile serve --data records --export records.jsonl',
  ],
  page: 'docs/service.md',
  flags: serveFlags,
  takesOnlyFlags: true,
  run: async (options, streams) => (await import('./serve/serving.js')).runServe(options, streams),
})
