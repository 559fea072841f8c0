import { commands, languages, window, workspace } from 'vscode'
import type { Views } from './views.js'

/** Shows a page in the Markdown preview of the editor, or as text if there is no preview. */
export async function showMarkdown(
  views: Views,
  { title, markdown, command }: { title: string; markdown: string; command: string },
): Promise<void> {
  const path = `/${title.replaceAll(/[\\/:]/g, ' ')}`
  const view = views.write({ path, about: '', command, text: markdown })
  const document = await languages.setTextDocumentLanguage(
    await workspace.openTextDocument(view),
    'markdown',
  )
  try {
    await commands.executeCommand('markdown.showPreviewToSide', view)
  } catch {
    await window.showTextDocument(document, { preview: true, preserveFocus: true })
  }
}
