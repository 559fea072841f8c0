import type { QuickPickItem } from 'vscode'
import { Uri, window } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { languageIds } from '../language.js'
import { showMarkdown } from '../markdown.js'
import type { Explanation } from '../server-commands.js'

/** Explains a key or a rule: the one in the parameters, the one at the cursor, or one chosen from a list. */
export const explain: EditorCommand = {
  name: 'routerfile.explain',
  run: async (services, [subject, position]) => {
    const explanation =
      typeof subject === 'string' && isPosition(position)
        ? await services.call('routerfile.explain', subject, position)
        : typeof subject === 'string'
          ? await services.call('routerfile.explain', subject)
          : subject instanceof Uri
            ? await explainAtCursor(services)
            : await explainFromList(services)
    if (!explanation) return
    const { title, markdown } = explanation
    await showMarkdown(services.views, {
      title: `Explanation of ${title}`,
      markdown,
      command: 'Explain Key or Rule',
    })
  },
}

const isPosition = (value: unknown): value is { line: number; character: number } =>
  typeof value === 'object' &&
  value !== null &&
  'line' in value &&
  typeof value.line === 'number' &&
  'character' in value &&
  typeof value.character === 'number'

/** The editor's context menu passes only the URI of the file, so this explains what is at the cursor. */
async function explainAtCursor({ call }: Services): Promise<Explanation | undefined> {
  const editor = window.activeTextEditor
  if (!editor) return undefined
  const { line, character } = editor.selection.active
  return call('routerfile.explain', editor.document.uri.toString(), { line, character })
}

async function explainFromList(services: Services): Promise<Explanation | undefined> {
  const entries = await services.call('routerfile.explainables')
  const atCursor: QuickPickItem = { label: '$(arrow-small-right) Key at the cursor' }
  const editor = window.activeTextEditor
  const status = editor && services.statusOf(editor.document.uri)
  const isRouterFile =
    status?.kind === 'router' && languageIds.some((id) => id === editor?.document.languageId)
  const choice = await window.showQuickPick(
    [
      ...(isRouterFile ? [atCursor] : []),
      ...entries.map(({ name, kind, summary }) => ({
        label: name,
        description: kind,
        detail: summary,
      })),
    ],
    { title: 'Explain Key or Rule', matchOnDescription: true, matchOnDetail: true },
  )
  if (!choice) return undefined
  return choice === atCursor
    ? explainAtCursor(services)
    : services.call('routerfile.explain', choice.label)
}
