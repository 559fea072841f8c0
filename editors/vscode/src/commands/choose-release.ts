import type { QuickPickItem, Uri } from 'vscode'
import { ConfigurationTarget, window, workspace } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { findDocument } from '../command.js'
import { findScope, toReleaseItem } from '../releases.js'

/** Sets the release that files are checked for. */
export const chooseRelease: EditorCommand = {
  name: 'routerfile.chooseRelease',
  run: async (services, parameters) => {
    const { uri } = await findDocument(parameters)
    const [, release] = parameters
    if (typeof release === 'string') return setRelease(services, uri, release)
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
    return choice && setRelease(services, uri, choice.name)
  },
}

/**
 * Changes the release where it is set: in a setting of the editor, or in the configuration file, which is then open and
 * unsaved. Where nothing sets it, the user chooses. Without a release, the setting is removed.
 */
export async function setRelease(
  { call, statusOf }: Services,
  uri: Uri,
  release: string | undefined,
): Promise<void> {
  const settings = workspace.getConfiguration('routerfile', uri)
  const scope = findScope(settings.inspect<string>('target'))
  if (scope) return settings.update('target', release, targets[scope])
  if (release === undefined) {
    const origin = statusOf(uri)?.releaseOrigin
    if (origin !== undefined)
      await window.showInformationMessage(`The release is set in ${origin}. Remove it there.`)
    return
  }
  const place =
    statusOf(uri)?.releaseFrom === 'configuration' ? 'configuration' : await askForPlace()
  if (place === 'configuration') await call('routerfile.chooseRelease', uri.toString(), release)
  if (place === 'setting')
    await settings.update(
      'target',
      release,
      workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global,
    )
}

const targets = {
  workspaceFolderValue: ConfigurationTarget.WorkspaceFolder,
  workspaceValue: ConfigurationTarget.Workspace,
  globalValue: ConfigurationTarget.Global,
} as const

const places: readonly (QuickPickItem & { place: 'configuration' | 'setting' })[] = [
  {
    label: 'Configuration file',
    detail: 'For everybody who works on these files, and on the command line',
    place: 'configuration',
  },
  { label: 'Settings', detail: 'In this editor only', place: 'setting' },
]

const askForPlace = async (): Promise<'configuration' | 'setting' | undefined> =>
  (
    await window.showQuickPick(places, {
      title: 'Release of the Routers',
      placeHolder: 'Where to set it',
    })
  )?.place
