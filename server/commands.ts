import type { Connection, WorkspaceEdit } from 'vscode-languageserver'
import { catalog } from '../src/lint/catalog.js'
import { getRuleUrl } from '../src/lint/rule.js'
import { createRefusal } from './answering.js'
import type { LspClient } from './client.js'
import type { DisableRule } from './configuration.js'

type CommandDeps = {
  connection: Connection
  client: LspClient
  switchOff: DisableRule
  scan: () => Promise<void>
}

/** What the commands do, by their names. */
export function createCommands({
  connection,
  client,
  switchOff,
  scan,
}: CommandDeps): ReadonlyMap<string, (given: readonly unknown[]) => Promise<unknown>> {
  const apply = async (edit: WorkspaceEdit): Promise<null> => {
    if (!client.appliesEdits) throw createRefusal('the editor does not let servers change files')
    const { applied, failureReason } = await connection.workspace.applyEdit(edit)
    if (!applied)
      throw createRefusal(
        `the editor did not make the changes${failureReason === undefined ? '' : `: ${failureReason}`}`,
      )
    return null
  }
  return new Map<string, (given: readonly unknown[]) => Promise<unknown>>([
    [
      commandNames.apply,
      async ([edit]) => {
        if (!isWorkspaceEdit(edit))
          throw createRefusal(`${commandNames.apply} takes the changes of a code action`)
        return apply(edit)
      },
    ],
    [commandNames.explain, async ([id]) => explainRule(id, connection, client)],
    [commandNames.scan, async () => scan().then(() => null)],
    [
      commandNames.switchOff,
      async ([uri, rule]) => {
        const edit =
          typeof uri === 'string' && typeof rule === 'string' ? switchOff(uri, rule) : undefined
        if (!edit) throw createRefusal('there is no configuration file that can be changed')
        return apply(edit)
      },
    ],
  ])
}

const isWorkspaceEdit = (value: unknown): value is WorkspaceEdit =>
  typeof value === 'object' && value !== null && ('changes' in value || 'documentChanges' in value)

async function explainRule(
  id: unknown,
  connection: Connection,
  { showsDocuments }: LspClient,
): Promise<string> {
  const rule = catalog.find((known) => known.id === id)
  if (!rule) throw createRefusal(`no rule is called \`${String(id)}\``)
  const page = getRuleUrl(rule.id)
  if (showsDocuments)
    await connection.window.showDocument({ uri: page, external: true }).catch(() => undefined)
  return `**${rule.id}**: ${rule.summary}\n\n${rule.why}\n\n[${page}](${page})`
}

/** Commands that clients may have executed. */
export const commandNames = {
  /** Makes the changes of a code action, for clients that only know commands: [edit]. */
  apply: 'routerfile.applyEdit',
  /** Gives what a rule finds and why it matters, as Markdown, and opens its page: [rule]. */
  explain: 'routerfile.explainRule',
  /** Looks through the folders anew. */
  scan: 'routerfile.scan',
  /** Switches a rule off in the configuration of a file: [uri, rule]. */
  switchOff: 'routerfile.switchOffRule',
} as const
