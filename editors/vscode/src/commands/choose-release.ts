import type { QuickPickItem } from 'vscode'
import { window } from 'vscode'
import type { EditorCommand } from '../command.js'
import { findDocument } from '../command.js'
import { toReleaseItem } from '../releases.js'
import { setRelease } from '../set-release.js'

/** Sets the release that files are checked for. */
export const chooseRelease: EditorCommand = {
  name: 'routerfile.chooseRelease',
  run: async (services, parameters) => {
    const { uri } = await findDocument(parameters)
    const [, release] = parameters
    const file = { ...services.statusOf(uri), uri }
    if (typeof release === 'string') return setRelease(services, [file], release)
    const releases = await services.call('routerfile.releases', uri.toString())
    const items: (QuickPickItem & { name: string | undefined })[] = [
      ...releases.map((known) => ({ ...toReleaseItem(known), name: known.name })),
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
