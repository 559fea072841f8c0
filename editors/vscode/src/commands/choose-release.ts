import { QuickPickItemKind, window } from 'vscode'
import type { EditorCommand } from '../command.js'
import { findDocument } from '../command.js'
import { toReleaseItem } from '../releases.js'
import { setRelease } from '../set-release.js'
import { sortByKind } from '../upgrade-choices.js'
import type { ReleaseItem } from '../upgrade-releases.js'
import { groupReleases } from '../upgrade-releases.js'

/** Sets the release that files are checked for. */
export const chooseRelease: EditorCommand = {
  name: 'routerfile.chooseRelease',
  run: async (services, parameters) => {
    const { uri } = await findDocument(parameters)
    const [, release] = parameters
    const file = { ...services.statusOf(uri), uri }
    if (typeof release === 'string') return setRelease(services, [file], release)
    const releases = await services.call('routerfile.releases', uri.toString())
    const current = releases.filter(({ isCurrent }) => isCurrent)
    const others = releases.filter(({ isCurrent }) => !isCurrent)
    const items: ReleaseItem[] = [
      // The first entry has the focus, so that Enter changes nothing.
      ...current.map((known) => ({ ...toReleaseItem(known), name: known.name })),
      ...groupReleases(sortByKind(others)),
      { label: 'Default', kind: QuickPickItemKind.Separator, name: undefined },
      {
        label: 'No setting',
        description: 'Use the release of the configuration file, or the newest LTS release',
        name: undefined,
      },
    ]
    const choice = await window.showQuickPick(items, {
      title: 'Release of the Routers',
      placeHolder: 'Files are checked as this release reads them',
      matchOnDescription: true,
    })
    return choice && setRelease(services, [file], choice.name)
  },
}
