import type { CodeLens } from 'vscode-languageserver'
import { CodeLensRequest } from '../protocol.js'
import { codeLenses } from '../../src/language/index.js'
import type { LspClient } from '../client.js'
import { defineFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'

/** The server command of each kind of lens that all editors get. */
const commandsByKind = {
  release: 'routerfile.chooseRelease',
  findings: 'routerfile.showFindings',
} as const

/** Lenses for editors that implement the commands of these lenses themselves. */
const ownLenses = [
  { command: 'routerfile.showEffective', title: 'effective values' },
  { command: 'routerfile.previewUpgrade', title: 'upgrade…' },
] as const

export const codeLens = defineFeature({
  method: CodeLensRequest.type,
  capability: { codeLensProvider: { resolveProvider: false } },
  empty: [],
  handle: ({ file, session }) => listLenses(file, session),
  handleEmbedded: ({ files, session }) => files.flatMap((file) => listLenses(file, session)),
})

function listLenses(file: OpenRouterFile, { fileFindings, client }: Session): CodeLens[] {
  if (!file.settings.codeLens) return []
  const { uri, view, convert } = file
  const isIncomplete = file.kind === 'incomplete'
  const foundLenses = codeLenses(view, fileFindings.find(file), { isIncomplete })
  const lenses = foundLenses.map(({ title, kind, ...span }): CodeLens => {
    const command = commandsByKind[kind]
    return {
      range: convert.range(span),
      command: canRun(client, command)
        ? { title, command, arguments: [uri] }
        : { title, command: '' },
    }
  })
  const supportedLenses =
    foundLenses.length === 0
      ? []
      : ownLenses.filter(({ command }) => client.ownCommands.has(command))
  const range = convert.range({ start: 0, end: 0 })
  return [
    ...lenses,
    ...supportedLenses.map((command) => ({ range, command: { ...command, arguments: [uri] } })),
  ]
}

/** Whether a lens can run a command; if not, editors show only its title. */
const canRun = ({ runsCommands, ownCommands }: LspClient, command: string): boolean =>
  runsCommands || ownCommands.has(command)
