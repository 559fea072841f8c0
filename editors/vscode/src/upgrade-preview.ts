import { commands, Disposable, TabInputTextDiff, Uri, window } from 'vscode'
import { viewScheme } from './language.js'
import type { UpgradeReleases } from './upgrade-releases.js'

/** An upgrade of one file or several, as it is shown; `changed` are the files of which the diff shows a change. */
export type UpgradePreview = {
  uris: readonly Uri[]
  changed: readonly Uri[]
  releases: UpgradeReleases
}

/** The preview of one file as the query of a URI. */
export const describePreview = (preview: { file: string; from: string; to: string }): string =>
  new URLSearchParams(preview).toString()

/** The previews of several files by the title of their tab, of which the editor tells nothing else. */
const folderPreviews = new Map<string, UpgradePreview>()

export const rememberPreview = (title: string, preview: UpgradePreview): void =>
  void folderPreviews.set(title, preview)

/** The preview in the active tab. */
export function findPreview(): UpgradePreview | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab
  if (!tab) return undefined
  if (!(tab.input instanceof TabInputTextDiff)) return findFolderPreview(tab.label)
  if (tab.input.modified.scheme !== viewScheme) return undefined
  const query = new URLSearchParams(tab.input.modified.query)
  const [file, from, to] = [query.get('file'), query.get('from'), query.get('to')]
  if (file === null || from === null || to === null) return undefined
  const uris = [Uri.parse(file)]
  return { uris, changed: uris, releases: { from, to } }
}

/** The editor writes the number of files behind the title. */
const findFolderPreview = (label: string): UpgradePreview | undefined =>
  [...folderPreviews].find(([title]) => label === title || label.startsWith(`${title} (`))?.[1]

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
