import type { Webview, WebviewPanel } from 'vscode'
import { Uri, ViewColumn, window, workspace } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { addUris, isVirtualWorkspace, readWorkspaceFiles } from '../mesh/files.js'
import type { MeshUpdate } from '../mesh/message.js'
import { isMeshRequest } from '../mesh/message.js'
import { createMeshPage } from '../mesh/page.js'
import type { Mesh } from '../server-commands.js'

/** The panel; there is at most one. */
const shared: { panel?: WebviewPanel } = {}

/** Shows which routers of the workspace link with each other. */
export const showMesh: EditorCommand = {
  name: 'routerfile.showMesh',
  run: (services) => {
    if (shared.panel) shared.panel.reveal()
    else shared.panel = openPanel(services)
  },
}

function openPanel(services: Services): WebviewPanel {
  const media = Uri.joinPath(services.extensionUri, 'media')
  const panel = window.createWebviewPanel(
    'routerfile.mesh',
    'Links Between Routers',
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
  )
  const { webview } = panel
  panel.iconPath = Uri.joinPath(services.extensionUri, 'icon.svg')
  const update = (): void => void sendMesh(services, webview)
  const subscriptions = [
    webview.onDidReceiveMessage((request: unknown) => {
      if (!isMeshRequest(request)) return
      if (request.kind === 'ready') update()
      else void window.showTextDocument(Uri.parse(request.uri), { viewColumn: ViewColumn.One })
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (/\.ya?ml$/.test(uri.path)) update()
    }),
    workspace.onDidDeleteFiles(update),
    workspace.onDidRenameFiles(update),
  ]
  panel.onDidDispose(() => {
    delete shared.panel
    for (const subscription of subscriptions) subscription.dispose()
  })
  panel.webview.html = createMeshPage({
    script: webview.asWebviewUri(Uri.joinPath(media, 'mesh.js')).toString(),
    style: webview.asWebviewUri(Uri.joinPath(media, 'mesh.css')).toString(),
    source: webview.cspSource,
    nonce: createNonce(),
  })
  return panel
}

async function sendMesh(services: Services, webview: Webview): Promise<void> {
  const message: MeshUpdate = await readMesh(services).then(
    (mesh) => ({ mesh }),
    (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
  )
  await webview.postMessage(message)
}

async function readMesh({ call }: Services): Promise<Mesh> {
  if (!isVirtualWorkspace()) return call('routerfile.mesh', {})
  const { files, uris } = await readWorkspaceFiles()
  return addUris(await call('routerfile.mesh', { files }), uris)
}

/** A word that nobody can guess, which only our script in the page has. */
const createNonce = (): string =>
  Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
