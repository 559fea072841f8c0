import { ErrorCodes, ExecuteCommandRequest, ResponseError } from '../protocol.js'
import { readParameters } from '../command.js'
import { defineWorkspaceFeature } from '../feature.js'
import { commands } from '../generated/commands.js'

/** Runs a command from `commands/`. Its parameters may hold an enrollment token, so they are never logged. */
export const executeCommand = defineWorkspaceFeature({
  method: ExecuteCommandRequest.type,
  capability: { executeCommandProvider: { commands: commands.map(({ name }) => name) } },
  handle: async ({ params: { command, arguments: parameters }, session }) => {
    const entry = commands.find(({ name }) => name === command)
    if (!entry) throw new ResponseError(ErrorCodes.InvalidParams, `unknown command "${command}"`)
    const loadedCommand = await entry.load()
    return loadedCommand.run({
      parameters: readParameters(parameters ?? [], loadedCommand),
      session,
    })
  },
})
