import type { TextDocument } from 'vscode'
import { commands, Range, Uri, window, workspace, WorkspaceEdit } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { findDocument } from '../command.js'
import { showMarkdown } from '../markdown.js'
import { getFileName } from '../names.js'
import { replaceText } from '../replace-text.js'
import { describePreview, findPreview } from '../upgrade-preview.js'
import type { UpgradeView } from '../server-commands.js'
import { countUpgradeChanges, formatUpgradeNotes } from '../upgrade-notes.js'
import { askForReleases } from '../upgrade-releases.js'
import { setRelease } from './choose-release.js'

/** Shows what an upgrade of the router changes in a file as a diff, and offers to apply it. */
export const previewUpgrade: EditorCommand = {
  name: 'routerfile.previewUpgrade',
  run: async (services, parameters) => {
    const { call, views } = services
    const document = await findDocument(parameters)
    const uri = document.uri.toString()
    const [, given] = parameters
    const { to, from } =
      typeof given === 'string'
        ? { to: given, from: undefined }
        : await askForReleases(services, [document.uri])
    const upgrade = await (from === undefined
      ? call('routerfile.upgrade', uri, to)
      : call('routerfile.upgrade', uri, to, from))
    const fileName = getFileName(document.uri.path)
    const view = views.write({
      name: `${fileName} for release ${upgrade.to}`,
      about: describePreview({ file: uri, from: upgrade.from, to: upgrade.to }),
      text: upgrade.text,
      language: document.languageId,
    })
    const title = `Upgrade of ${fileName} from ${upgrade.from} to ${upgrade.to}`
    await commands.executeCommand('vscode.diff', document.uri, view, title)
    await offer(services, { document, view, upgrade })
  },
}

/** Applies the upgrade whose diff is open: a button of that diff. */
export const applyUpgrade: EditorCommand = {
  name: 'routerfile.applyUpgrade',
  run: async (services) => {
    const preview = findPreview()
    if (!preview) throw new Error('Open the preview of an upgrade first.')
    const { file, from, to } = preview
    const document = await workspace.openTextDocument(Uri.parse(file))
    await apply(services, document, await services.call('routerfile.upgrade', file, to, from))
  },
}

type Preview = { document: TextDocument; view: Uri; upgrade: UpgradeView }

/** Asks whether to apply an upgrade, again after its notes were read. `apply` is the button; absent if nothing changes. */
export async function askToApply(
  message: string,
  apply: string | undefined,
  showNotes: () => Promise<void>,
): Promise<boolean> {
  const notes = 'Show Notes'
  const buttons = apply === undefined ? [notes] : [apply, notes]
  let choice = await window.showInformationMessage(message, ...buttons)
  while (choice === notes) {
    await showNotes()
    if (apply === undefined) return false
    choice = await window.showInformationMessage(message, ...buttons)
  }
  return choice !== undefined
}

async function offer(services: Services, { document, upgrade }: Preview): Promise<void> {
  const { views, call } = services
  const isChanged = document.getText() !== upgrade.text
  const wantsIt = await askToApply(
    countUpgradeChanges(upgrade),
    isChanged ? 'Apply' : undefined,
    () => showMarkdown(views, formatUpgradeNotes(upgrade)),
  )
  // The file may have changed since.
  if (wantsIt)
    await apply(
      services,
      document,
      await call('routerfile.upgrade', document.uri.toString(), upgrade.to, upgrade.from),
    )
}

async function apply(
  services: Services,
  document: TextDocument,
  { text, to }: UpgradeView,
): Promise<void> {
  const edit = new WorkspaceEdit()
  const { start, end, replacement } = replaceText(document.getText(), text)
  const range = [document.positionAt(start), document.positionAt(end)] as const
  edit.replace(document.uri, document.validateRange(new Range(...range)), replacement)
  if (!(await workspace.applyEdit(edit))) throw new Error('The file could not be changed.')
  await window.showTextDocument(document)
  const action = `Check for Release ${to}`
  const choice = await window.showInformationMessage(
    `The file is upgraded to release ${to}. Save it to keep the changes.`,
    action,
  )
  if (choice === action) await setRelease(services, document.uri, to)
}
