import { commands, window, workspace } from 'vscode'
import type { Views } from './views.js'

/** Shows a page as the editor's Markdown preview; as text where there is none. */
export async function showMarkdown(
  views: Views,
  { title, markdown }: { title: string; markdown: string },
): Promise<void> {
  const view = views.write({
    name: `${title.replaceAll(/[\\/:]/g, ' ')}.md`,
    about: '',
    text: markdown,
  })
  const document = await workspace.openTextDocument(view)
  const known = await commands.getCommands(true)
  if (known.includes('markdown.showPreviewToSide'))
    await commands.executeCommand('markdown.showPreviewToSide', view)
  else await window.showTextDocument(document, { preview: true, preserveFocus: true })
}
