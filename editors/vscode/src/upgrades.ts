import type { CancellationToken, TextDocument, Uri } from 'vscode'
import { CancellationError, Range, window, workspace, WorkspaceEdit } from 'vscode'
import { formatCount } from '../../../src/document/words.js'
import { repeatForChangedTexts, showProgress } from './changing-texts.js'
import type { Services } from './command.js'
import { showMarkdown } from './markdown.js'
import { setRelease } from './set-release.js'
import { replaceText } from './replace-text.js'
import type { UpgradeResult } from './server-commands.js'
import type { FileUpgrade } from './upgrade-notes.js'
import {
  formatApplied,
  formatFolderNotes,
  formatRefusals,
  formatUpgradeNotes,
} from './upgrade-notes.js'
import type { UpgradePreview } from './upgrade-preview.js'

/**
 * The result of an upgrade for a file, or the reason why it cannot be upgraded. `before` is its text before the
 * upgrade.
 */
type Upgraded = FileUpgrade & { uri: Uri; before: string }

/** A file whose text changes with the upgrade. */
export type ChangedFile = Upgraded & { upgrade: UpgradeResult }

/** Computes an upgrade of files from their current texts. */
export async function upgradeFiles(
  services: Services,
  { uris, releases }: UpgradeRequest,
): Promise<Upgraded[]> {
  const [first, ...others] = uris
  return first && others.length === 0
    ? [await upgradeFile(services, first, releases)]
    : showProgress(formatTitle(uris), (token) =>
        upgradeInOrder(services, { uris, releases }, token),
      )
}

type UpgradeRequest = Pick<UpgradePreview, 'uris' | 'releases'>

const formatTitle = (uris: readonly Uri[]): string =>
  `Upgrade of ${formatCount(uris.length, 'file')}`

async function upgradeInOrder(
  services: Services,
  { uris, releases }: UpgradeRequest,
  token: CancellationToken,
): Promise<Upgraded[]> {
  const files: Upgraded[] = []
  for (const uri of uris) {
    if (token.isCancellationRequested) throw new CancellationError()
    files.push(await upgradeFile(services, uri, releases))
  }
  return files
}

async function upgradeFile(
  { call }: Services,
  uri: Uri,
  { from, to }: UpgradePreview['releases'],
): Promise<Upgraded> {
  const file = workspace.asRelativePath(uri)
  let before = ''
  try {
    // The server can read a text that is open, even where it cannot read files.
    const document = await workspace.openTextDocument(uri)
    before = document.getText()
    const upgrade = await (from === undefined
      ? call('routerfile.upgrade', uri.toString(), to)
      : call('routerfile.upgrade', uri.toString(), to, from))
    // The server does not get texts in languages such as plain text, so it has read the file on disk.
    if (upgrade.version === null && document.isDirty)
      return { uri, file, before, refusal: 'it has changes that are not saved' }
    // A syntax error may hide a key from the server, which the upgrade would then write a second time.
    if (upgrade.fault !== undefined) return { uri, file, before, refusal: upgrade.fault }
    return { uri, file, before, upgrade, isChanged: before !== upgrade.text }
  } catch (error) {
    return { uri, file, before, refusal: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Writes the upgraded text of a file to a view, in the language of the file. The view has the path of the file: a diff
 * of several files shows different paths as a renamed file.
 */
export async function writeUpgradeView(
  views: Services['views'],
  { uri, upgrade: { from, to, text } }: Pick<ChangedFile, 'uri' | 'upgrade'>,
): Promise<Uri> {
  const { languageId: language } = await workspace.openTextDocument(uri)
  return views.write({
    path: uri.path,
    about: `${from} to ${to} ${uri.toString()}`,
    command: 'Preview Upgrade',
    text,
    language,
  })
}

/** Asks whether to apply the upgrade that is shown. The title bar of the diff offers the same while it is open. */
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
  const notes =
    files.length === 1 && only && 'upgrade' in only
      ? formatUpgradeNotes(only.upgrade)
      : formatFolderNotes(files)
  await showMarkdown(services.views, { ...notes, command: 'Preview Upgrade' })
}

/**
 * Applies an upgrade to the current texts of the files whose changes were shown, and offers to check them for its
 * release.
 */
export async function applyUpgrade(services: Services, preview: UpgradePreview): Promise<void> {
  const { files, documents } = await upgradeCurrentTexts(services, preview)
  const edit = new WorkspaceEdit()
  for (const [index, file] of files.entries()) {
    const document = documents[index]
    if (!document || !isChanged(file)) continue
    const { uri, before, upgrade } = file
    const { start, end, replacement } = replaceText(before, upgrade.text)
    const range = new Range(document.positionAt(start), document.positionAt(end))
    edit.replace(uri, document.validateRange(range), replacement)
  }
  const refusals = formatRefusals(files)
  const changedFiles = files.filter(isChanged)
  const [first, ...others] = changedFiles
  if (!first) throw new Error(refusals || 'The upgrade changes nothing.')
  if (!(await workspace.applyEdit(edit))) throw new Error('The files could not be changed.')
  if (refusals) void window.showWarningMessage(refusals)
  if (others.length === 0) await window.showTextDocument(first.uri)
  await offerRelease(services, changedFiles)
}

/**
 * Upgrades the current texts of the files whose changes were shown. A file that the user changes meanwhile is upgraded
 * again, so that each result fits its document when this resolves.
 */
async function upgradeCurrentTexts(
  services: Services,
  { changed, releases }: UpgradePreview,
): Promise<{ files: readonly Upgraded[]; documents: readonly (TextDocument | undefined)[] }> {
  return showProgress(formatTitle(changed), async (token) => {
    let uris: readonly Uri[] = changed
    let documents: readonly (TextDocument | undefined)[] = []
    const results = new Map<Uri, Upgraded>()
    await repeatForChangedTexts(token, async () => {
      for (const file of await upgradeInOrder(services, { uris, releases }, token))
        results.set(file.uri, file)
      // A file that is gone cannot be opened.
      documents = await Promise.all(
        changed.map((uri) => workspace.openTextDocument(uri).then(undefined, () => undefined)),
      )
      uris = changed.filter(
        (uri, index) => (documents[index]?.getText() ?? '') !== results.get(uri)?.before,
      )
      return uris
    })
    return { files: [...results.values()], documents }
  })
}

export const isChanged = (file: Upgraded): file is ChangedFile =>
  'upgrade' in file && file.isChanged

/** Says which releases upgraded files are still checked for, and offers to change that where it is set. */
async function offerRelease(services: Services, files: readonly ChangedFile[]): Promise<void> {
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
