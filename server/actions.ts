import type {
  CodeAction as ShownAction,
  CodeActionContext,
  CodeLens,
  Command,
  WorkspaceEdit,
} from 'vscode-languageserver'
import type { Diagnostic, Edit, Span } from '../src/document/diagnostic.js'
import type { CodeAction } from '../src/language/index.js'
import { codeActions, codeLenses } from '../src/language/index.js'
import type { LspClient } from './client.js'
import { commandNames } from './commands.js'
import type { DisableRule } from './configuration.js'
import { toLspDiagnostic } from './diagnostics.js'
import { toMultiFileEdit } from './navigation.js'
import type { OpenRouterFile } from './router-files.js'

/** Where somebody wants the fixes of this server alone. */
const ownFixAll = 'source.fixAll.routerfile'

/** In longer texts, all fixes together are only made for who asks for them. */
const longTextLength = 200_000

type ActionDeps = {
  client: LspClient
  version: number
  switchOff: DisableRule
  found: readonly Diagnostic[]
}

/** Changes that are offered for a span, as far as the client understands them. */
export function toLspCodeActions(
  seen: OpenRouterFile,
  span: Span,
  context: CodeActionContext,
  means: ActionDeps,
): (ShownAction | Command)[] {
  const asked =
    context.only ?? (seen.view.text.length > longTextLength ? ['quickfix', 'refactor'] : undefined)
  const only = asked?.map((kind) => (kind === ownFixAll ? 'source.fixAll' : kind))
  const fixAll = asked?.includes(ownFixAll) ? ownFixAll : 'source.fixAll'
  return codeActions(seen.view, span, { ...(only && { only }), found: means.found }).flatMap(
    (action) => toLspCodeAction(seen, action, { ...means, fixAll }),
  )
}

function toLspCodeAction(
  seen: OpenRouterFile,
  action: CodeAction,
  { client, version, switchOff, found: all, fixAll }: ActionDeps & { fixAll: string },
): (ShownAction | Command)[] {
  const edit =
    action.kind === 'configuration'
      ? switchOff(seen.uri, action.rule)
      : toWorkspaceEdit(seen, action.edits, { client, version })
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
        diagnostics: [toLspDiagnostic(found, { uri: seen.uri, client, convert: seen.convert })],
      }),
      ...(action.kind !== 'configuration' && action.isPreferred && { isPreferred: true }),
      edit,
    },
  ]
}

const toWorkspaceEdit = (
  { uri, convert }: OpenRouterFile,
  edits: readonly Edit[],
  { client, version }: Pick<ActionDeps, 'client' | 'version'>,
): WorkspaceEdit => toMultiFileEdit([{ uri, version, edits: edits.map(convert.edit) }], client)

/** What stands above a file, unless it is switched off. */
export const toLspCodeLenses = (
  { view, convert, settings }: OpenRouterFile,
  found: readonly Diagnostic[],
): CodeLens[] =>
  settings.codeLens
    ? codeLenses(view, found).map(({ title, ...span }) => ({
        range: convert.range(span),
        command: { title, command: '' },
      }))
    : []
