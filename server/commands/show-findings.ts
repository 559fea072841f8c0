import type { Range } from 'vscode-languageserver'
import { MessageType, ShowMessageNotification } from '../protocol.js'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Parameters } from '../command.js'
import { defineCommand, findRouterFile } from '../command.js'
import { incompleteNotice } from '../../src/language/index.js'
import type { Session } from '../session.js'
import { toSpan } from '../../src/document/diagnostic.js'

/**
 * Shows the most severe finding of a router file, or of the router files in the strings of another file. The editor
 * opens the file at the finding or, if it cannot do that, shows a message.
 *
 * Parameters: the URI of the file. Result: `{ count }`, the number of all findings.
 */
export const showFindings = defineCommand({
  name: 'routerfile.showFindings',
  takes: ['uri'],
  run: async ({ parameters, session }) => {
    const { connection, client } = session
    const show = (message: string): Promise<void> =>
      connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Info,
        message: `routerfile: ${message}`,
      })
    const { findings, toRange, isIncomplete } = collectFindings(parameters, session)
    const worst = findWorst(findings)
    if (!worst) {
      await show(isIncomplete ? incompleteNotice : 'no findings')
      return { count: 0 }
    }
    const isShown =
      client.showsDocuments &&
      (await connection.window
        .showDocument({
          uri: parameters.uri(),
          takeFocus: true,
          selection: toRange(worst),
        })
        .then(
          ({ success }) => success,
          () => false,
        ))
    if (!isShown) await show(`line ${worst.range.start.line + 1}: ${worst.message}`)
    return { count: findings.length }
  },
})

function collectFindings(
  parameters: Parameters,
  session: Session,
): {
  findings: readonly Diagnostic[]
  toRange: (found: Diagnostic) => Range
  isIncomplete?: boolean
} {
  const document = session.documents.get(parameters.uri())
  const isWhole = !document || session.routerFiles.get(document) !== undefined
  const [first, ...others] = isWhole ? [] : session.embeddedFiles.list(document)
  if (first)
    return {
      findings: [first, ...others].flatMap((file) => file.findDiagnostics()),
      toRange: ({ range }) => first.outer.range(toSpan(range)),
    }
  const file = findRouterFile(parameters, session)
  return {
    findings: session.fileFindings.find(file),
    toRange: ({ range }) => file.convert.range(toSpan(range)),
    isIncomplete: file.kind === 'incomplete',
  }
}

const findWorst = (findings: readonly Diagnostic[]): Diagnostic | undefined =>
  (['error', 'warning', 'info'] as const)
    .flatMap((severity) => findings.find((finding) => finding.severity === severity) ?? [])
    .at(0)
