import type { QuickPickItem, Uri } from 'vscode'
import { ConfigurationTarget, window, workspace } from 'vscode'
import type { Command } from '../command.js'
import { findDocument } from '../command.js'
import { toReleaseItem } from '../releases.js'

/** Sets the release that files are checked for, in the settings of the workspace. */
export const chooseRelease: Command = {
  name: 'routerfile.chooseRelease',
  run: async ({ call }, parameters) => {
    const { uri } = await findDocument(parameters)
    const [, release] = parameters
    if (typeof release === 'string') return setRelease(uri, release)
    const releases = await call('routerfile.releases', uri.toString())
    const items: (QuickPickItem & { name: string | undefined })[] = [
      ...releases.map((known) => ({ ...toReleaseItem(known), name: known.name })),
      {
        label: 'No setting',
        description: 'use the release of the configuration file, or the newest LTS release',
        name: undefined,
      },
    ]
    const choice = await window.showQuickPick(items, {
      title: 'Release of the Routers',
      placeHolder: 'Files are checked as this release reads them',
      matchOnDescription: true,
    })
    return choice && setRelease(uri, choice.name)
  },
}

/** The setting of the workspace; without one, that of the user. */
export const setRelease = (uri: Uri, release: string | undefined): Thenable<void> =>
  workspace
    .getConfiguration('routerfile', uri)
    .update(
      'target',
      release,
      workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global,
    )
