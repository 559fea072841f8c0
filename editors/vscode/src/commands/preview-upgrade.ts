import { commands } from 'vscode'
import type { EditorCommand } from '../command.js'
import { findDocument } from '../command.js'
import { getFileName } from '../names.js'
import { findPreview, rememberPreview } from '../upgrade-preview.js'
import type { UpgradePreview } from '../upgrade-preview.js'
import { countUpgradeChanges, formatRefusals } from '../upgrade-notes.js'
import { askForReleases } from '../upgrade-releases.js'
import {
  applyUpgrade as apply,
  offerUpgrade,
  showNotes,
  upgradeFiles,
  writeUpgradeView,
} from '../upgrades.js'

/** Shows what an upgrade of the router changes in a file as a diff, and offers to apply it. */
export const previewUpgrade: EditorCommand = {
  name: 'routerfile.previewUpgrade',
  run: async (services, parameters) => {
    const { uri } = await findDocument(parameters)
    const [, given] = parameters
    const releases =
      typeof given === 'string' ? { to: given } : await askForReleases(services, [uri])
    const [result] = await upgradeFiles(services, { uris: [uri], releases })
    if (!result) return
    if ('refusal' in result) throw new Error(formatRefusals([result]))
    const { upgrade, isChanged } = result
    const { from, to } = upgrade
    const view = await writeUpgradeView(services.views, { uri, upgrade })
    const preview = { uris: [uri], changed: [uri], releases: { from, to } }
    rememberPreview(view.toString(), preview)
    const title = `Upgrade of ${getFileName(uri.path)} from ${from} to ${to}`
    await commands.executeCommand('vscode.diff', uri, view, title)
    await offerUpgrade(services, preview, {
      message: countUpgradeChanges(upgrade),
      apply: isChanged ? 'Apply' : undefined,
    })
  },
}

/** Applies the upgrade in the active preview. This is a button of its diff. */
export const applyUpgrade: EditorCommand = {
  name: 'routerfile.applyUpgrade',
  run: (services) => apply(services, getPreview()),
}

/** Shows notes on the upgrade in the active preview. This is a button of its diff. */
export const showUpgradeNotes: EditorCommand = {
  name: 'routerfile.showUpgradeNotes',
  run: (services) => showNotes(services, getPreview()),
}

function getPreview(): UpgradePreview {
  const preview = findPreview()
  if (!preview) throw new Error('Open the preview of an upgrade first.')
  return preview
}
