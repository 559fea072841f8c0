import type { Uri } from 'vscode'
import { ProgressLocation, Range, window, workspace, WorkspaceEdit } from 'vscode'
import type { Services } from './command.js'
import { showMarkdown } from './markdown.js'
import { setRelease } from './set-release.js'
import { replaceText } from './replace-text.js'
import type { UpgradeView } from './server-commands.js'
import type { FileUpgrade } from './upgrade-notes.js'
import { formatApplied, formatFolderNotes, formatUpgradeNotes } from './upgrade-notes.js'
import type { UpgradePreview } from './upgrade-preview.js'

/** A file with what the upgrade makes of it, or why it cannot be upgraded. */
export type Upgraded = FileUpgrade & { uri: Uri }

/** What an upgrade makes of files as they are now. */
export async function upgradeFiles(
  services: Services,
  { uris, releases }: UpgradePreview,
): Promise<Upgraded[]> {
  const files: Upgraded[] = []
  const upgradeAll = async (): Promise<void> => {
    for (const uri of uris) files.push(await upgradeFile(services, uri, releases))
  }
  if (uris.length === 1) await upgradeAll()
  else
    await window.withProgress(
      { location: ProgressLocation.Notification, title: `Upgrade of ${uris.length} files` },
      upgradeAll,
    )
  return files
}

async function upgradeFile(
  { call }: Services,
  uri: Uri,
  { from, to }: UpgradePreview['releases'],
): Promise<Upgraded> {
  const file = workspace.asRelativePath(uri)
  try {
    // An open text is what the server reads on every host.
    const document = await workspace.openTextDocument(uri)
    const upgrade = await (from === undefined
      ? call('routerfile.upgrade', uri.toString(), to)
      : call('routerfile.upgrade', uri.toString(), to, from))
    return { uri, file, upgrade, isChanged: document.getText() !== upgrade.text }
  } catch (error) {
    return { uri, file, refusal: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks whether to apply an upgrade that is shown; its title bar offers the same as long as it is open. */
export async function offerUpgrade(
  services: Services,
  preview: UpgradePreview,
  { message, apply }: { message: string; apply: string | undefined },
): Promise<void> {
  const notes = 'Show Notes'
  const buttons = apply === undefined ? [notes] : [apply, notes]
  for (;;) {
    const choice = await window.showInformationMessage(message, ...buttons)
    if (choice === apply && apply !== undefined) return applyUpgrade(services, preview)
    if (choice !== notes) return
    await showNotes(services, preview)
    if (apply === undefined) return
  }
}

export async function showNotes(services: Services, preview: UpgradePreview): Promise<void> {
  const files = await upgradeFiles(services, preview)
  const [only] = files
  await showMarkdown(
    services.views,
    files.length === 1 && only && 'upgrade' in only
      ? formatUpgradeNotes(only.upgrade)
      : formatFolderNotes(files),
  )
}

/** Writes an upgrade into its files, which may have changed since it was shown, and offers to check them for its release. */
export async function applyUpgrade(services: Services, preview: UpgradePreview): Promise<void> {
  const files = (await upgradeFiles(services, preview)).filter(isChanged)
  const [first, ...others] = files
  if (!first) throw new Error('The upgrade changes nothing.')
  const edit = new WorkspaceEdit()
  for (const { uri, upgrade } of files) {
    const document = await workspace.openTextDocument(uri)
    const { start, end, replacement } = replaceText(document.getText(), upgrade.text)
    const range = new Range(document.positionAt(start), document.positionAt(end))
    edit.replace(uri, document.validateRange(range), replacement)
  }
  if (!(await workspace.applyEdit(edit))) throw new Error('The files could not be changed.')
  if (others.length === 0) await window.showTextDocument(first.uri)
  await offerRelease(services, files)
}

type Changed = Upgraded & { upgrade: UpgradeView }

const isChanged = (file: Upgraded): file is Changed => 'upgrade' in file && file.isChanged

/** Says for which releases upgraded files are still checked, and offers to change that where it is set. */
async function offerRelease(services: Services, files: readonly Changed[]): Promise<void> {
  const { message, release } = formatApplied(files.map(({ upgrade }) => upgrade))
  if (release === undefined) {
    await window.showInformationMessage(message)
    return
  }
  const action = `Check for Release ${release}`
  if ((await window.showInformationMessage(message, action)) !== action) return
  const outdated = files.filter(({ upgrade }) => upgrade.checkedFor.release !== release)
  await setRelease(
    services,
    outdated.map(({ uri, upgrade }) => ({ uri, ...upgrade.checkedFor })),
    release,
  )
}
