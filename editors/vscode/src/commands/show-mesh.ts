import type { Webview, WebviewPanel } from 'vscode'
import { Range, Uri, ViewColumn, window, workspace } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { readMesh } from '../mesh/files.js'
import type { MeshUpdate } from '../mesh/message.js'
import { isMeshRequest } from '../mesh/message.js'
import { createMeshPage } from '../mesh/page.js'
import { textFiles } from '../workspace-texts.js'

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

/** The pause after the last change of a file before the network is drawn again, in milliseconds. */
const changeDelay = 400

const isRouterPath = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path)

function openPanel(services: Services): WebviewPanel {
  const media = Uri.joinPath(services.extensionUri, 'media')
  const panel = window.createWebviewPanel(
    'routerfile.mesh',
    'Links Between Routers',
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
  )
  const { webview } = panel
  const icons = Uri.joinPath(services.extensionUri, 'icons')
  panel.iconPath = {
    light: Uri.joinPath(icons, 'router-light.svg'),
    dark: Uri.joinPath(icons, 'router-dark.svg'),
  }
  let disabled: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (): void => {
    clearTimeout(timer)
    void sendMesh(services, webview, disabled)
  }
  const updateSoon = ({ path }: Uri): void => {
    if (!isRouterPath(path)) return
    clearTimeout(timer)
    timer = setTimeout(update, changeDelay)
  }
  const watcher = workspace.createFileSystemWatcher(textFiles)
  const subscriptions = [
    webview.onDidReceiveMessage((request: unknown) => {
      if (!isMeshRequest(request)) return
      if (request.kind === 'open') return void openFile(Uri.parse(request.uri))
      if (request.kind === 'save') return void savePicture(request.text)
      if (request.kind === 'disable') disabled = request.names
      update()
    }),
    watcher,
    watcher.onDidChange(updateSoon),
    watcher.onDidCreate(updateSoon),
    watcher.onDidDelete(updateSoon),
    services.onDidChangeFolders(update),
    workspace.onDidChangeTextDocument(({ document }) => updateSoon(document.uri)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('routerfile')) update()
    }),
  ]
  panel.onDidDispose(() => {
    delete shared.panel
    clearTimeout(timer)
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

/** Opens a router file at its `link` section. */
async function openFile(uri: Uri): Promise<void> {
  const document = await workspace.openTextDocument(uri)
  const place = document.positionAt(/^link\s*:/m.exec(document.getText())?.index ?? 0)
  await window.showTextDocument(document, {
    viewColumn: ViewColumn.One,
    selection: new Range(place, place),
  })
}

/** Writes the picture to a file that the user chooses. */
async function savePicture(text: string): Promise<void> {
  const [folder] = workspace.workspaceFolders ?? []
  const uri = await window.showSaveDialog({
    filters: { SVG: ['svg'] },
    ...(folder && { defaultUri: Uri.joinPath(folder.uri, 'links.svg') }),
  })
  if (uri) await workspace.fs.writeFile(uri, new TextEncoder().encode(text))
}

async function sendMesh(
  { call }: Services,
  webview: Webview,
  disabled: readonly string[],
): Promise<void> {
  const message: MeshUpdate = await readMesh(call, disabled).catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }))
  await webview.postMessage(message)
}

/** Creates a nonce for the content security policy, so that the page runs only our script. */
const createNonce = (): string =>
  Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
