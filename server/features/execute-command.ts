import { ErrorCodes, ExecuteCommandRequest, ResponseError } from '../protocol.js'
import { readParameters } from '../command.js'
import { defineWorkspaceFeature, loadCode } from '../feature.js'
import { commandNames } from '../generated/command-names.js'

/**
 * Runs a command from `commands/`. The code of all commands is loaded when the first one runs. Parameters are never
 * logged, because they may contain an enrollment token.
 */
export const executeCommand = defineWorkspaceFeature({
  method: ExecuteCommandRequest.type,
  capability: { executeCommandProvider: { commands: [...commandNames] } },
  handle: async ({ params: { command, arguments: parameters }, session }) => {
    const { serverCommands } = await loadCode(import('../generated/server-commands.js'))
    const found = serverCommands.find(({ name }) => name === command)
    if (!found) throw new ResponseError(ErrorCodes.InvalidParams, `unknown command "${command}"`)
    return found.run({ parameters: readParameters(parameters ?? [], found), session })
  },
})
