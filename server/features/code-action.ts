import type { CodeAction, CodeActionContext, Command, WorkspaceEdit } from 'vscode-languageserver'
import { CodeActionRequest } from '../protocol.js'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import { fixConfiguration } from '../../src/language/configuration/fix.js'
import type * as language from '../../src/language/index.js'
import { codeActions } from '../../src/language/index.js'
import { findConfigurationMistakes } from '../configurations.js'
import { toLspDiagnostic } from '../diagnostics.js'
import { defineRangeFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import { toWorkspaceEdit } from '../workspace-edit.js'
import { applyEdit } from '../commands/apply-edit.js'
import { disableRule } from '../configuration-edits.js'

/** The kind with which an editor asks for the fixes of this server only. */
const ownFixAll = 'source.fixAll.routerfile'

export const codeAction = defineRangeFeature({
  method: CodeActionRequest.type,
  capability: ({ hasCodeActionLiterals }) => ({
    codeActionProvider: hasCodeActionLiterals
      ? { codeActionKinds: ['quickfix', 'refactor.rewrite', 'source.fixAll', ownFixAll] }
      : true,
  }),
  empty: [],
  readsEmbedded: true,
  handle: ({ file, span, params: { context }, session }) => {
    const kinds = selectKinds(file, context)
    const only = kinds?.map((kind) => (kind === ownFixAll ? 'source.fixAll' : kind))
    const diagnostics = session.fleet.findDiagnostics(file)
    return codeActions(file.view, span, { ...(only && { only }), found: diagnostics }).flatMap(
      (action) =>
        toLspCodeAction(action, {
          file,
          session,
          diagnostics,
          fixAll: kinds?.includes(ownFixAll) ? ownFixAll : 'source.fixAll',
        }),
    )
  },
  handleConfiguration: ({ configuration, span, params: { context }, session }) => {
    const { only } = context
    if (only && !only.some((kind) => kind === '' || kind === 'quickfix')) return []
    const diagnostics = findConfigurationMistakes(
      configuration,
      session.machine,
      session.settings.settingsFor(configuration.uri),
    )
    return fixConfiguration(configuration.content, span, diagnostics).flatMap((action) =>
      toLspCodeAction(action, {
        file: configuration,
        session,
        diagnostics,
        fixAll: 'source.fixAll',
      }),
    )
  },
})

/** To make all fixes of a longer text takes time, so they are left out unless the editor asks for them. */
const longTextLength = 200_000

const selectKinds = (
  { view }: OpenRouterFile,
  { only }: CodeActionContext,
): readonly string[] | undefined =>
  only ?? (view.text.length > longTextLength ? ['quickfix', 'refactor'] : undefined)

type ActionContext = {
  file: Pick<OpenRouterFile, 'uri' | 'convert'>
  session: Pick<Session, 'client' | 'documents' | 'editConfiguration'>
  /** The findings of the whole file. */
  diagnostics: readonly Diagnostic[]
  /** The kind under which the editor requests all fixes. */
  fixAll: string
}

/** Converts a code action to what the client supports: older ones only support commands. */
function toLspCodeAction(
  action: language.CodeAction,
  context: ActionContext,
): (CodeAction | Command)[] {
  const { file, session, diagnostics, fixAll } = context
  const { client } = session
  const edit = createEdit(action, context)
  if (!edit) return []
  const { title } = action
  if (!client.hasCodeActionLiterals) return [{ title, command: applyEdit.name, arguments: [edit] }]
  const diagnostic = action.diagnostic === undefined ? undefined : diagnostics[action.diagnostic]
  const kind = action.kind === 'configuration' ? 'quickfix' : action.kind
  return [
    {
      title,
      kind: kind === 'source.fixAll' ? fixAll : kind,
      ...(diagnostic && {
        diagnostics: [
          toLspDiagnostic(diagnostic, { uri: file.uri, client, convert: file.convert }),
        ],
      }),
      ...(action.kind !== 'configuration' && action.isPreferred && { isPreferred: true }),
      edit,
    },
  ]
}

function createEdit(
  action: language.CodeAction,
  { file: { uri, convert }, session: { client, documents, editConfiguration } }: ActionContext,
): WorkspaceEdit | undefined {
  if (action.kind === 'configuration') {
    const changed = editConfiguration(uri, disableRule(action.rule))
    return 'edit' in changed ? changed.edit : undefined
  }
  const version = documents.get(uri)?.version ?? 0
  const edits = convert.edits(action.edits)
  return edits && toWorkspaceEdit([{ uri, version, edits }], client)
}
