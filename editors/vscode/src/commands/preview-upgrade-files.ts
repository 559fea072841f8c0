import type { TextDocument } from 'vscode'
import { commands, ProgressLocation, Range, Uri, window, workspace, WorkspaceEdit } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { showMarkdown } from '../markdown.js'
import { getFileName } from '../names.js'
import { replaceText } from '../replace-text.js'
import { searchRouterFiles } from '../router-files.js'
import type { UpgradeView } from '../server-commands.js'
import type { UpgradedFile } from '../upgrade-notes.js'
import { countUpgradedFiles, formatFolderNotes } from '../upgrade-notes.js'
import { describePreview } from '../upgrade-preview.js'
import type { UpgradeReleases } from '../upgrade-releases.js'
import { askForReleases } from '../upgrade-releases.js'
import { askToApply } from './preview-upgrade.js'

/** Shows what an upgrade changes in the router files below a folder, as one diff. */
export const previewUpgradeInFolder: EditorCommand = {
  name: 'routerfile.previewUpgradeInFolder',
  run: (services, [folder]) => previewFiles(services, folder instanceof Uri ? folder : undefined),
}

/** Shows what an upgrade changes in all router files of the workspace, as one diff. */
export const previewUpgradeInWorkspace: EditorCommand = {
  name: 'routerfile.previewUpgradeInWorkspace',
  run: (services) => previewFiles(services, undefined),
}

/** A file with what the upgrade makes of it; the server refuses some, such as controller files. */
type Upgraded = { document: TextDocument; upgrade: UpgradeView }

async function previewFiles(services: Services, folder: Uri | undefined): Promise<void> {
  const uris = (await searchRouterFiles(folder)).map(({ uri }) => uri)
  const [first, ...others] = uris
  if (!first) {
    await window.showInformationMessage('There are no router files here.')
    return
  }
  const releases = await askForReleases(services, [first, ...others])
  const files = await window.withProgress(
    { location: ProgressLocation.Notification, title: `Upgrade of ${uris.length} files` },
    () => upgradeFiles(services, uris, releases),
  )
  const changed = files.filter(({ document, upgrade }) => document.getText() !== upgrade.text)
  if (changed.length > 0) await showChanges(services, changed, folder)
  const named = files.map(({ document, upgrade }): UpgradedFile => ({
    file: workspace.asRelativePath(document.uri),
    upgrade,
  }))
  const wantsIt = await askToApply(
    countUpgradedFiles(named, changed.length),
    changed.length > 0 ? 'Apply to All' : undefined,
    () => showMarkdown(services.views, formatFolderNotes(named)),
  )
  // The files may have changed since.
  if (wantsIt)
    await applyAll(
      await upgradeFiles(
        services,
        changed.map(({ document }) => document.uri),
        releases,
      ),
    )
}

async function upgradeFiles(
  { call }: Services,
  uris: readonly Uri[],
  { from, to }: UpgradeReleases,
): Promise<Upgraded[]> {
  const files: Upgraded[] = []
  for (const uri of uris) {
    // An open text is what the server reads on every host.
    const document = await workspace.openTextDocument(uri)
    const upgrade = await call(
      'routerfile.upgrade',
      ...([uri.toString(), to, ...(from === undefined ? [] : [from])] as const),
    ).catch(() => undefined)
    if (upgrade) files.push({ document, upgrade })
  }
  return files
}

async function showChanges(
  { views }: Services,
  files: readonly Upgraded[],
  folder: Uri | undefined,
): Promise<void> {
  const rows = files.map(
    ({ document: { uri, languageId: language }, upgrade: { from, to, text } }) => {
      const name = `${getFileName(uri.path)} for release ${to}`
      const about = describePreview({ file: uri.toString(), from, to })
      return [uri, uri, views.write({ name, about, text, language })]
    },
  )
  const to = files[0]?.upgrade.to ?? ''
  const place = folder ? workspace.asRelativePath(folder) : 'the workspace'
  await commands.executeCommand('vscode.changes', `Upgrade of ${place} to ${to}`, rows)
}

async function applyAll(files: readonly Upgraded[]): Promise<void> {
  const edit = new WorkspaceEdit()
  for (const { document, upgrade } of files) {
    const { start, end, replacement } = replaceText(document.getText(), upgrade.text)
    const range = new Range(document.positionAt(start), document.positionAt(end))
    edit.replace(document.uri, document.validateRange(range), replacement)
  }
  if (!(await workspace.applyEdit(edit))) throw new Error('The files could not be changed.')
  await window.showInformationMessage(
    `${files.length === 1 ? 'A file is' : `${files.length} files are`} upgraded. Save to keep the changes.`,
  )
}
