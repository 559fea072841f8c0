import type { ExtensionContext } from 'vscode'
import { start } from './start.js'

/** Web workers have `importScripts`, Node does not. */
const isBrowser = 'importScripts' in globalThis

/** Starts the extension: the same script runs on desktops and in browsers, and loads the client of its host. */
export async function activate(context: ExtensionContext): Promise<void> {
  if (isBrowser) start(context, await import('./browser-client.js'))
  else start(context, await import('./node-client.js'))
}
