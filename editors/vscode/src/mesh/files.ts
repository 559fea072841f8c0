import { workspace } from 'vscode'
import type { CallServer, Mesh } from '../server-commands.js'
import { readWorkspaceTexts } from '../workspace-texts.js'
import type { MeshResult } from './message.js'

/** Whether the server cannot read the files of the workspace, because it runs in a browser or the folders are not on a disk. */
export const isVirtualWorkspace = (): boolean =>
  'importScripts' in globalThis ||
  (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme !== 'file')

/** The links between the router files of the workspace; `notice` tells the user which files are missing. */
export async function readMesh(
  call: CallServer,
  disabled: readonly string[] = [],
): Promise<MeshResult> {
  if (!isVirtualWorkspace())
    return { mesh: await call('routerfile.mesh', { disabled }), notice: '' }
  const { texts, notice } = await readWorkspaceTexts()
  // Every router file has the key `ctrl`. Other YAML is not sent to the server.
  const files = texts
    .filter(({ text }) => /(?:^|[{,])[ \t]*["']?ctrl["']?\s*:/m.test(text))
    .map(({ uri, text }) => ({ uri, text, name: workspace.asRelativePath(uri) }))
  const uris = new Map(files.map(({ name, uri }) => [name, uri.toString()]))
  const mesh = await call('routerfile.mesh', {
    files: files.map(({ name, text }) => ({ name, text })),
    disabled,
  })
  return { mesh: addUris(mesh, uris), notice }
}

/** Adds the URIs of files that were sent to the server by name. */
const addUris = (mesh: Mesh, uris: ReadonlyMap<string, string>): Mesh => ({
  ...mesh,
  routers: mesh.routers.map((router) => {
    const uri = router.uri ?? uris.get(router.file ?? '')
    return uri === undefined ? router : { ...router, uri }
  }),
})
