import { execFile } from 'node:child_process'
import type { DynamicFeature, StaticFeature } from 'vscode-languageclient/node'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import type { CreateClient } from './client.js'
import type { RunCommandLine } from './command.js'
import { isReplaced } from './client.js'

class NodeClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!isReplaced(feature)) super.registerFeature(feature)
  }
}

/**
 * Heap for new objects in MB. While a user types, the default of 16 costs up to 40 MB of memory and
 * saves almost no time.
 */
const youngSpace = 4

/** Creates a client that runs the server in its own process, on a desktop or on the machine of a remote workspace. */
export const createClient: CreateClient = (server, options) =>
  new NodeClient(
    'routerfile',
    'routerfile',
    {
      module: server.fsPath,
      transport: TransportKind.ipc,
      options: { execArgv: [`--max-semi-space-size=${youngSpace}`] },
    },
    options,
  )

/** Maximum output of a command, in bytes. */
const maxOutput = 16 * 1024 * 1024

/** The time after which a command is killed, in milliseconds. */
const timeout = 60_000

/** Runs the `routerfile` command that is installed on this machine. */
export const runCommandLine: RunCommandLine = (parameters, cwd) =>
  new Promise((resolve, reject) => {
    const options = { cwd, timeout, maxBuffer: maxOutput }
    execFile('routerfile', parameters, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number')
        reject(
          new Error(
            error.code === 'ENOENT'
              ? 'Install the command line (npm install --global routerfile) and sign in with `routerfile api login`.'
              : `routerfile did not answer within ${timeout / 1000} seconds.`,
          ),
        )
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
