import type { Uri } from 'vscode'
import { commands, Disposable, TabInputTextDiff, window } from 'vscode'
import type { UpgradeReleases } from './upgrade-releases.js'

/** An upgrade of one file or several, as it is shown; `changed` are the files of which the diff shows a change. */
export type UpgradePreview = {
  uris: readonly Uri[]
  changed: readonly Uri[]
  releases: UpgradeReleases
}

/**
 * The previews of this window: of one file by the address of its text after the upgrade, and of several files by the
 * title of their tab, of which the editor tells nothing else.
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

/** The editor writes the number of files behind the title. */
const findFolderPreview = (label: string): UpgradePreview | undefined =>
  [...previews].find(([title]) => label === title || label.startsWith(`${title} (`))?.[1]

/** Tells the menus whether a preview is in the active tab. The keys of the editor describe one of its two texts only. */
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
