// Made by `npm run derive`; do not edit.
import type { ServerCommandEntry } from '../command.js'
import { applyEdit } from '../commands/apply-edit.js'
import { disableRule } from '../commands/disable-rule.js'
import { explainRule } from '../commands/explain-rule.js'
import { scan } from '../commands/scan.js'

const serverCommands = () => import('./server-commands.js')

/** Every command of the language server. */
export const commands: readonly [ServerCommandEntry, ...ServerCommandEntry[]] = [
  {
    name: "routerfile.applyEdit",
    load: () => applyEdit,
  },
  {
    name: "routerfile.switchOffRule",
    load: () => disableRule,
  },
  {
    name: "routerfile.effective",
    load: async () => (await serverCommands()).effective,
  },
  {
    name: "routerfile.explainRule",
    load: () => explainRule,
  },
  {
    name: "routerfile.releases",
    load: async () => (await serverCommands()).releases,
  },
  {
    name: "routerfile.scan",
    load: () => scan,
  },
  {
    name: "routerfile.upgrade",
    load: async () => (await serverCommands()).upgrade,
  },
]
