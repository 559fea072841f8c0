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
import { explainRule } from '../commands/explain-rule.js'
import { disableRule } from '../configuration-edits.js'
import { decodeFileName } from '../documents.js'

/** The command of editors that explain a rule in their own view. */
const explainCommand = 'routerfile.explain'

/** The kind with which editors request the fixes of this server only. */
const ownFixAllKind = 'source.fixAll.routerfile'

export const codeAction = defineRangeFeature({
  method: CodeActionRequest.type,
  capability: ({ hasCodeActionLiterals }) => ({
    codeActionProvider: hasCodeActionLiterals
      ? { codeActionKinds: ['quickfix', 'refactor.rewrite', 'source.fixAll', ownFixAllKind] }
      : true,
  }),
  empty: [],
  readsEmbedded: true,
  handle: ({ file, span, params: { context }, session }) => {
    const kinds = selectKinds(file, context)
    const only = kinds?.map((kind) => (kind === ownFixAllKind ? 'source.fixAll' : kind))
    const diagnostics = session.fileFindings.find(file)
    return codeActions(file.view, span, { ...(only && { only }), found: diagnostics }).flatMap(
      (action) =>
        toLspCodeAction(action, {
          file,
          session,
          diagnostics,
          fixAllKind: kinds?.includes(ownFixAllKind) ? ownFixAllKind : 'source.fixAll',
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
        fixAllKind: 'source.fixAll',
      }),
    )
  },
})

/** In longer texts, the fix-all action is only computed if the editor requests it, because it takes long. */
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
  fixAllKind: string
}

/** Converts a code action to a form that the client supports: older clients only support commands. */
function toLspCodeAction(
  action: language.CodeAction,
  context: ActionContext,
): (CodeAction | Command)[] {
  const { file, session, diagnostics, fixAllKind } = context
  const { client } = session
  const actionChange = createChange(action, context)
  if (!actionChange) return []
  const { title = action.title, ...change } = actionChange
  if (!client.hasCodeActionLiterals)
    return [change.command ?? { title, command: applyEdit.name, arguments: [change.edit] }]
  const diagnostic = action.diagnostic === undefined ? undefined : diagnostics[action.diagnostic]
  return [
    {
      title,
      kind: action.kind === 'source.fixAll' ? fixAllKind : toLspKind(action.kind),
      ...(diagnostic && {
        diagnostics: [
          toLspDiagnostic(diagnostic, { uri: file.uri, client, convert: file.convert }),
        ],
      }),
      ...('isPreferred' in action && action.isPreferred && { isPreferred: true }),
      ...change,
    },
  ]
}

const toLspKind = (kind: language.CodeAction['kind']): string =>
  kind === 'configuration' || kind === 'explanation' ? 'quickfix' : kind

/** Creates the edit or the command of an action; undefined if neither is possible. */
function createChange(
  action: language.CodeAction,
  context: ActionContext,
): (Pick<CodeAction, 'edit'> & { title?: string; command?: Command }) | undefined {
  if (action.kind === 'configuration') return disableInConfiguration(action, context)
  if (action.kind !== 'explanation') {
    const edit = createEdit(action, context)
    return edit && { edit }
  }
  const command = findExplainCommand(action.rule, context.session)
  if (command === undefined) return undefined
  return { command: { title: action.title, command, arguments: [action.rule] } }
}

/** Finds the client's own explain command, else the server's if the client can run it and open the rule's page. */
function findExplainCommand(rule: string, { client }: Pick<Session, 'client'>): string | undefined {
  if (client.ownCommands.has(explainCommand)) return explainCommand
  return client.runsCommands && client.showsDocuments && client.findRulePage(rule) !== undefined
    ? explainRule.name
    : undefined
}

/** Creates the edit that turns a rule off, with a title that names the edited file; undefined if it is not possible. */
function disableInConfiguration(
  { title, rule }: Extract<language.CodeAction, { kind: 'configuration' }>,
  { file, session }: ActionContext,
): { title: string; edit: WorkspaceEdit } | undefined {
  const change = session.editConfiguration(file.uri, disableRule(rule))
  if ('why' in change) return undefined
  return { title: `${title} (${decodeFileName(change.uri)})`, edit: change.edit }
}

function createEdit(
  action: Exclude<language.CodeAction, { kind: 'explanation' | 'configuration' }>,
  { file: { uri, convert }, session }: ActionContext,
): WorkspaceEdit | undefined {
  const edits = convert.edits(action.edits)
  return edits && toWorkspaceEdit([{ uri, edits }], session)
}
