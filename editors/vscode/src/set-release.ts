import type { QuickPickItem, Uri } from 'vscode'
import { ConfigurationTarget, window, workspace } from 'vscode'
import type { Services } from './command.js'
import { findScope } from './releases.js'
import type { FileStatus } from './server-commands.js'

/** A file and where its release is set, if that is known. */
export type ReleasedFile = Pick<FileStatus, 'releaseFrom' | 'releaseOrigin'> & { uri: Uri }

/**
 * Changes the release of files where it is set: in a setting of the editor, or in a configuration file, which stays
 * open and unsaved. If nothing sets it, the user chooses where. Without a release, removes the setting, but only tells
 * the user where a configuration file sets the release.
 */
export async function setRelease(
  { call }: Services,
  files: readonly ReleasedFile[],
  release: string | undefined,
): Promise<void> {
  const others: ReleasedFile[] = []
  for (const file of files) {
    const settings = workspace.getConfiguration('routerfile', file.uri)
    const scope = findScope(settings.inspect<string>('target'))
    if (!scope) others.push(file)
    else if (settings.get('target') !== release)
      await settings.update('target', release, targets[scope])
  }
  if (release === undefined) {
    const origin = others[0]?.releaseOrigin
    if (origin !== undefined)
      await window.showInformationMessage(`The release is set in ${origin}. Remove it there.`)
    return
  }
  const isUnset = ({ releaseFrom }: ReleasedFile): boolean => releaseFrom !== 'configuration'
  const place = others.some(isUnset) ? await askForPlace() : undefined
  const refusals = new Set<string>()
  for (const file of others) {
    if (isUnset(file) && place !== 'configuration') continue
    await call('routerfile.chooseRelease', file.uri.toString(), release).catch((error: unknown) =>
      refusals.add(error instanceof Error ? error.message : String(error)),
    )
  }
  if (place === 'setting')
    await workspace
      .getConfiguration('routerfile', others.find(isUnset)?.uri)
      .update(
        'target',
        release,
        workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global,
      )
  if (refusals.size > 0) throw new Error([...refusals].join(' '))
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
