import { commands, Uri, window, workspace } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { searchRouterFiles } from '../router-files.js'
import { countUpgradedFiles } from '../upgrade-notes.js'
import { rememberPreview } from '../upgrade-preview.js'
import { askForReleases } from '../upgrade-releases.js'
import type { ChangedFile } from '../upgrades.js'
import { isChanged, offerUpgrade, upgradeFiles, writeUpgradeView } from '../upgrades.js'

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

async function previewFiles(services: Services, folder: Uri | undefined): Promise<void> {
  const found = await searchRouterFiles(folder)
  const uris = found.files.map(({ uri }) => uri)
  const [first, ...others] = uris
  if (!first) {
    await window.showInformationMessage(`There are no router files here. ${found.notice}`.trim())
    return
  }
  const releases = await askForReleases(services, [first, ...others])
  const files = await upgradeFiles(services, { uris, releases })
  const changedFiles = files.filter(isChanged)
  const preview = { uris, changed: changedFiles.map(({ uri }) => uri), releases }
  const rows = await listChanges(services, changedFiles)
  if (rows.length > 0) {
    const place = folder ? workspace.asRelativePath(folder) : 'the workspace'
    const from = releases.from === undefined ? '' : ` from ${releases.from}`
    const title = `Upgrade of ${place}${from} to ${releases.to}`
    rememberPreview(title, preview)
    await commands.executeCommand('vscode.changes', title, rows)
  }
  const apply = rows.length > 0 ? 'Apply to All' : undefined
  const message = `${countUpgradedFiles(files)} ${found.notice}`.trim()
  await offerUpgrade(services, preview, { message, apply })
}

/**
 * Rows of a multi-file diff: the URI of each changed file, of its text before the upgrade, and of its text after it.
 */
const listChanges = ({ views }: Services, files: readonly ChangedFile[]): Promise<Uri[][]> =>
  Promise.all(files.map(async (file) => [file.uri, file.uri, await writeUpgradeView(views, file)]))
