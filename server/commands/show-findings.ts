import { MessageType, ShowMessageNotification } from '../protocol.js'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import { defineCommand, findRouterFile } from '../command.js'
import { toSpan } from '../../src/document/diagnostic.js'

/**
 * Shows the worst finding of a router file in the editor, or in a message if the editor cannot open a place.
 *
 * Parameters: the address of the file. Result: `{ count }`, the number of all findings.
 */
export const showFindings = defineCommand({
  name: 'routerfile.showFindings',
  takes: ['uri'],
  run: async ({ parameters, session }) => {
    const { connection, client, fleet } = session
    const show = (message: string): Promise<void> =>
      connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Info,
        message: `routerfile: ${message}`,
      })
    const file = findRouterFile(parameters, session)
    const findings = fleet.findDiagnostics(file)
    const worst = findWorst(findings)
    if (!worst) {
      await show('no findings')
      return { count: 0 }
    }
    const isShown =
      client.showsDocuments &&
      (await connection.window
        .showDocument({
          uri: file.uri,
          takeFocus: true,
          selection: file.convert.range(toSpan(worst.range)),
        })
        .then(
          ({ success }) => success,
          () => false,
        ))
    if (!isShown) await show(`line ${worst.range.start.line + 1}: ${worst.message}`)
    return { count: findings.length }
  },
})

/** The first of the most severe findings. */
const findWorst = (findings: readonly Diagnostic[]): Diagnostic | undefined =>
  (['error', 'warning', 'info'] as const)
    .flatMap((severity) => findings.find((finding) => finding.severity === severity) ?? [])
    .at(0)
