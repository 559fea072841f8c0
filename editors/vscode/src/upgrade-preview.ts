import type { Uri } from 'vscode'
import { commands, Disposable, TabInputTextDiff, window } from 'vscode'
import type { UpgradeReleases } from './upgrade-releases.js'

/** An upgrade that is shown as a diff. `changed` has those of the `uris` whose text the upgrade changes. */
export type UpgradePreview = {
  uris: readonly Uri[]
  changed: readonly Uri[]
  releases: UpgradeReleases
}

/**
 * The previews of this window. The key for one file is the URI of its text after the upgrade. The key for several files
 * is the title of their tab, because the editor exposes nothing else about such a tab.
 */
const previews = new Map<string, UpgradePreview>()

export const rememberPreview = (key: string, preview: UpgradePreview): void =>
  void previews.set(key, preview)

/** The preview in the active tab. */
export function findPreview(): UpgradePreview | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab
  if (!tab) return undefined
  return tab.input instanceof TabInputTextDiff
    ? previews.get(tab.input.modified.toString())
    : findFolderPreview(tab.label)
}

/** The editor appends the number of files to the title. */
const findFolderPreview = (label: string): UpgradePreview | undefined =>
  [...previews].find(([title]) => label === title || label.startsWith(`${title} (`))?.[1]

/** Tells the menus whether a preview is in the active tab. The editor's own context keys describe only one side of a diff. */
export function followPreviews(): Disposable {
  const update = (): void =>
    void commands.executeCommand(
      'setContext',
      'routerfile.isUpgradePreview',
      findPreview() !== undefined,
    )
  update()
  return Disposable.from(
    window.tabGroups.onDidChangeTabs(update),
    window.tabGroups.onDidChangeTabGroups(update),
  )
}
