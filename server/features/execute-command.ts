import type { WorkspaceEdit } from 'vscode-languageserver'
import { ErrorCodes, ExecuteCommandRequest, ResponseError } from 'vscode-languageserver'
import { catalog } from '../../src/lint/catalog.js'
import { getRuleUrl } from '../../src/lint/rule.js'
import { createRefusal, defineWorkspaceFeature } from '../feature.js'
import type { Session } from '../session.js'

/** Commands that editors can bind to keys and menus. */
export const commandNames = {
  /** Makes the changes of a code action, for clients that only know commands: [edit]. */
  applyEdit: 'routerfile.applyEdit',
  /** Explains a rule in Markdown, and opens its page: [rule]. */
  explainRule: 'routerfile.explainRule',
  /** Reads the files of the folders again. */
  scan: 'routerfile.scan',
  /** Turns a rule off in the configuration of a file: [uri, rule]. */
  disableRule: 'routerfile.switchOffRule',
} as const

type RunCommand = (session: Session, parameters: readonly unknown[]) => Promise<unknown>

const commands: ReadonlyMap<string, RunCommand> = new Map<string, RunCommand>([
  [commandNames.applyEdit, applyGivenEdit],
  [commandNames.explainRule, explainRule],
  [commandNames.scan, scanFolders],
  [commandNames.disableRule, disableRule],
])

export const executeCommand = defineWorkspaceFeature({
  method: ExecuteCommandRequest.type,
  capability: { executeCommandProvider: { commands: [...commands.keys()] } },
  handle: async ({ params: { command, arguments: parameters = [] }, session }) => {
    const run = commands.get(command)
    if (!run) throw new ResponseError(ErrorCodes.InvalidParams, `unknown command "${command}"`)
    return run(session, parameters)
  },
})

async function applyGivenEdit(session: Session, [edit]: readonly unknown[]): Promise<null> {
  if (!isWorkspaceEdit(edit))
    throw createRefusal(`${commandNames.applyEdit} takes the changes of a code action`)
  return applyEdit(session, edit)
}

async function explainRule(
  { connection, client }: Session,
  [id]: readonly unknown[],
): Promise<string> {
  const rule = catalog.find((known) => known.id === id)
  if (!rule) throw createRefusal(`unknown rule \`${String(id)}\``)
  const page = getRuleUrl(rule.id)
  if (page !== undefined && client.showsDocuments)
    await connection.window.showDocument({ uri: page, external: true }).catch(() => undefined)
  return [`**${rule.id}**: ${rule.summary}`, rule.why, page && `[${page}](${page})`]
    .filter(Boolean)
    .join('\n\n')
}

async function scanFolders({ scan }: Session): Promise<null> {
  await scan()
  return null
}

async function disableRule(session: Session, [uri, rule]: readonly unknown[]): Promise<null> {
  const edit =
    typeof uri === 'string' && typeof rule === 'string' ? session.disableRule(uri, rule) : undefined
  if (!edit) throw createRefusal('there is no configuration file that can be changed')
  return applyEdit(session, edit)
}

async function applyEdit({ connection, client }: Session, edit: WorkspaceEdit): Promise<null> {
  if (!client.appliesEdits) throw createRefusal('the editor does not let servers change files')
  const { applied, failureReason } = await connection.workspace.applyEdit(edit)
  if (!applied)
    throw createRefusal(
      `the editor did not make the changes${failureReason === undefined ? '' : `: ${failureReason}`}`,
    )
  return null
}

const isWorkspaceEdit = (value: unknown): value is WorkspaceEdit =>
  typeof value === 'object' && value !== null && ('changes' in value || 'documentChanges' in value)
