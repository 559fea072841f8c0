import type { Connection, WorkspaceEdit } from 'vscode-languageserver'
import { catalog } from '../src/lint/catalog.js'
import { documentationOf } from '../src/lint/documentation.js'
import { refusal } from './answering.js'
import type { Client } from './client.js'
import { commandNames } from './command-names.js'
import type { SwitchOff } from './configuration-edit.js'

type Means = {
  connection: Connection
  client: Client
  switchOff: SwitchOff
  scan: () => Promise<void>
}

/** What the commands do, by their names. */
export function commandTable({
  connection,
  client,
  switchOff,
  scan,
}: Means): ReadonlyMap<string, (given: readonly unknown[]) => Promise<unknown>> {
  const apply = async (edit: WorkspaceEdit): Promise<null> => {
    if (!client.appliesEdits) throw refusal('the editor does not let servers change files')
    const { applied, failureReason } = await connection.workspace.applyEdit(edit)
    if (!applied)
      throw refusal(
        `the editor did not make the changes${failureReason === undefined ? '' : `: ${failureReason}`}`,
      )
    return null
  }
  return new Map<string, (given: readonly unknown[]) => Promise<unknown>>([
    [
      commandNames.apply,
      async ([edit]) => {
        if (!isEdit(edit)) throw refusal(`${commandNames.apply} takes the changes of a code action`)
        return apply(edit)
      },
    ],
    [commandNames.explain, async ([id]) => explain(id, connection, client)],
    [commandNames.scan, async () => scan().then(() => null)],
    [
      commandNames.switchOff,
      async ([uri, rule]) => {
        const edit =
          typeof uri === 'string' && typeof rule === 'string' ? switchOff(uri, rule) : undefined
        if (!edit) throw refusal('there is no configuration file that can be changed')
        return apply(edit)
      },
    ],
  ])
}

const isEdit = (value: unknown): value is WorkspaceEdit =>
  typeof value === 'object' && value !== null && ('changes' in value || 'documentChanges' in value)

async function explain(
  id: unknown,
  connection: Connection,
  { showsDocuments }: Client,
): Promise<string> {
  const rule = catalog.find((known) => known.id === id)
  if (!rule) throw refusal(`no rule is called \`${String(id)}\``)
  const page = documentationOf(rule.id)
  if (showsDocuments)
    await connection.window.showDocument({ uri: page, external: true }).catch(() => undefined)
  return `**${rule.id}**: ${rule.summary}\n\n${rule.why}\n\n[${page}](${page})`
}
