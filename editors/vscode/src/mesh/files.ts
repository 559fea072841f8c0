import { Uri, workspace } from 'vscode'
import type { Mesh, MeshFile } from '../server-commands.js'

/** Maximum number of files to read if the server cannot read them. */
const maxFiles = 1000

/** Files of the mesh by the names that the server is given. */
type WorkspaceFiles = { files: MeshFile[]; uris: ReadonlyMap<string, string> }

/** Whether the server reads no files of the workspace: it runs in a browser, or the folders are not on a disk. */
export const isVirtualWorkspace = (): boolean =>
  'importScripts' in globalThis ||
  (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme !== 'file')

/** Reads what may be a router file through the editor; what is open counts as it is in its editor. */
export async function readWorkspaceFiles(): Promise<WorkspaceFiles> {
  const found = await workspace.findFiles('**/*.{yml,yaml,json}', '**/node_modules/**', maxFiles)
  const texts = await Promise.all(
    found.map(async (uri) => ({ uri, text: await readText(uri).catch(() => '') })),
  )
  // A router file says how to reach its controllers; other YAML does not go to the server.
  const files = texts.filter(({ text }) => /(?:^|[{,])[ \t]*["']?ctrl["']?\s*:/m.test(text))
  const named = files.map(({ uri, text }) => ({ uri, text, name: workspace.asRelativePath(uri) }))
  return {
    files: named.map(({ name, text }) => ({ name, text })),
    uris: new Map(named.map(({ name, uri }) => [name, uri.toString()])),
  }
}

async function readText(uri: Uri): Promise<string> {
  const open = workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  )
  return open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri))
}

/** Adds the addresses of files that were given by name. */
export const addUris = (mesh: Mesh, uris: ReadonlyMap<string, string>): Mesh => ({
  ...mesh,
  routers: mesh.routers.map((router) => {
    const uri = router.uri ?? uris.get(router.file ?? '')
    return uri === undefined ? router : { ...router, uri }
  }),
})
