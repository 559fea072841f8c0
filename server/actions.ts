import type {
  CodeAction as ShownAction,
  CodeActionContext,
  CodeLens,
  Command,
  WorkspaceEdit,
} from 'vscode-languageserver'
import type { Diagnostic, Edit, Span } from '../src/diagnostic.js'
import type { CodeAction } from '../src/language/index.js'
import { codeActions, codeLenses } from '../src/language/index.js'
import type { Client } from './client.js'
import { commandNames } from './command-names.js'
import type { SwitchOff } from './configuration-edit.js'
import { shownDiagnostic } from './diagnostics.js'
import { editOf } from './navigation.js'
import type { Seen } from './seeing.js'

/** Where somebody wants the fixes of this server alone. */
const ownFixAll = 'source.fixAll.routerfile'

/** In longer texts, all fixes together are only made for who asks for them. */
const long = 200_000

type Means = { client: Client; version: number; switchOff: SwitchOff; found: readonly Diagnostic[] }

/** Changes that are offered for a span, as far as the client understands them. */
export function actions(
  seen: Seen,
  span: Span,
  context: CodeActionContext,
  means: Means,
): (ShownAction | Command)[] {
  const asked =
    context.only ?? (seen.view.text.length > long ? ['quickfix', 'refactor'] : undefined)
  const only = asked?.map((kind) => (kind === ownFixAll ? 'source.fixAll' : kind))
  const fixAll = asked?.includes(ownFixAll) ? ownFixAll : 'source.fixAll'
  return codeActions(seen.view, span, { ...(only && { only }), found: means.found }).flatMap(
    (action) => shownAction(seen, action, { ...means, fixAll }),
  )
}

function shownAction(
  seen: Seen,
  action: CodeAction,
  { client, version, switchOff, found: all, fixAll }: Means & { fixAll: string },
): (ShownAction | Command)[] {
  const edit =
    action.kind === 'configuration'
      ? switchOff(seen.uri, action.rule)
      : editsIn(seen, action.edits, { client, version })
  if (!edit) return []
  const { title } = action
  if (!client.hasActions) return [{ title, command: commandNames.apply, arguments: [edit] }]
  const found = action.diagnostic === undefined ? undefined : all[action.diagnostic]
  return [
    {
      title,
      kind:
        action.kind === 'configuration'
          ? 'quickfix'
          : action.kind === 'source.fixAll'
            ? fixAll
            : action.kind,
      ...(found && {
        diagnostics: [shownDiagnostic(found, { uri: seen.uri, client, convert: seen.convert })],
      }),
      ...(action.kind !== 'configuration' && action.isPreferred && { isPreferred: true }),
      edit,
    },
  ]
}

const editsIn = (
  { uri, convert }: Seen,
  edits: readonly Edit[],
  { client, version }: Pick<Means, 'client' | 'version'>,
): WorkspaceEdit => editOf([{ uri, version, edits: edits.map(convert.edit) }], client)

/** What stands above a file, unless it is switched off. */
export const lenses = (
  { view, convert, settings }: Seen,
  found: readonly Diagnostic[],
): CodeLens[] =>
  settings.codeLens
    ? codeLenses(view, found).map(({ title, ...span }) => ({
        range: convert.range(span),
        command: { title, command: '' },
      }))
    : []
