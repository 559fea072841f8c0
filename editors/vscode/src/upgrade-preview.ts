import { commands, Disposable, TabInputTextDiff, window } from 'vscode'
import { viewScheme } from './language.js'

/** An upgrade whose diff is open: the address of the file, and the releases. */
export type UpgradePreview = { file: string; from: string; to: string }

/** A preview as the query of a URI. */
export const describePreview = (preview: UpgradePreview): string =>
  new URLSearchParams(preview).toString()

/** The preview in the active tab. */
export function findPreview(): UpgradePreview | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input
  if (!(input instanceof TabInputTextDiff) || input.modified.scheme !== viewScheme) return undefined
  const query = new URLSearchParams(input.modified.query)
  const [file, from, to] = [query.get('file'), query.get('from'), query.get('to')]
  return file === null || from === null || to === null ? undefined : { file, from, to }
}

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
