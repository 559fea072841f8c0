import type { Position } from 'vscode-languageserver-protocol'
import type { ResultOf } from '../../server/command.js'
import type { effective } from '../../server/commands/effective.js'
import type { explain } from '../../server/commands/explain.js'
import type { explainables } from '../../server/commands/explainables.js'
import type { mesh } from '../../server/commands/mesh.js'
import type { render } from '../../server/commands/render.js'
import type { releases } from '../../server/commands/releases.js'
import type { verdicts } from '../../server/commands/verdicts.js'
import type { upgrade } from '../../server/commands/upgrade.js'

/** The commands of the language server that the site uses, with their parameters and results. */
export type ServerCommands = {
  'routerfile.effective': {
    takes: [uri: string, values?: string]
    gives: ResultOf<typeof effective>
  }
  'routerfile.render': {
    takes: [uri: string, values: string]
    gives: ResultOf<typeof render>
  }
  'routerfile.upgrade': {
    takes: [uri: string, to: string, from: string]
    gives: ResultOf<typeof upgrade>
  }
  'routerfile.verdicts': {
    takes: [uri: string, values?: string]
    gives: ResultOf<typeof verdicts>
  }
  'routerfile.releases': { takes: []; gives: ResultOf<typeof releases> }
  'routerfile.explain': {
    takes: [text: string] | [uri: string, position: Position]
    gives: ResultOf<typeof explain>
  }
  'routerfile.explainables': { takes: []; gives: ResultOf<typeof explainables> }
  'routerfile.mesh': {
    takes: [options: { files: readonly { name: string; text: string }[] }]
    gives: ResultOf<typeof mesh>
  }
}

/** Calls a command of the server; rejects with a message for the user if the server refuses. */
export type CallServer = <Name extends keyof ServerCommands>(
  name: Name,
  ...parameters: ServerCommands[Name]['takes']
) => Promise<ServerCommands[Name]['gives']>

export type ReleaseChoice = ServerCommands['routerfile.releases']['gives'][number]
