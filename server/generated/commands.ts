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
    name: "routerfile.checkAnswers",
    load: async () => (await serverCommands()).checkAnswers,
  },
  {
    name: "routerfile.chooseRelease",
    load: async () => (await serverCommands()).chooseRelease,
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
    name: "routerfile.explain",
    load: async () => (await serverCommands()).explain,
  },
  {
    name: "routerfile.explainRule",
    load: () => explainRule,
  },
  {
    name: "routerfile.explainables",
    load: async () => (await serverCommands()).explainables,
  },
  {
    name: "routerfile.findFixes",
    load: async () => (await serverCommands()).findFixes,
  },
  {
    name: "routerfile.fixAll",
    load: async () => (await serverCommands()).fixAll,
  },
  {
    name: "routerfile.generate",
    load: async () => (await serverCommands()).generate,
  },
  {
    name: "routerfile.mesh",
    load: async () => (await serverCommands()).mesh,
  },
  {
    name: "routerfile.presets",
    load: async () => (await serverCommands()).presets,
  },
  {
    name: "routerfile.readToken",
    load: async () => (await serverCommands()).readToken,
  },
  {
    name: "routerfile.releases",
    load: async () => (await serverCommands()).releases,
  },
  {
    name: "routerfile.render",
    load: async () => (await serverCommands()).render,
  },
  {
    name: "routerfile.scan",
    load: () => scan,
  },
  {
    name: "routerfile.showFindings",
    load: async () => (await serverCommands()).showFindings,
  },
  {
    name: "routerfile.upgrade",
    load: async () => (await serverCommands()).upgrade,
  },
  {
    name: "routerfile.verdicts",
    load: async () => (await serverCommands()).verdicts,
  },
]
