import { formatCount } from '../../src/document/words.js'
import type { Workbench } from './workbench.js'

/** The facts about a folder that the title shows. */
type ShownFolder = { folder: string; files: readonly { findings: readonly unknown[] }[] }

/** Returns whether the page is still there and shows this part. */
const isShown = (root: ShadowRoot, part: 'board' | 'editor'): boolean =>
  root.host.isConnected && (root.querySelector('.shows-board') !== null) === (part === 'board')

/** Shows the file in the editor in the page title, with its number of findings once it is known. */
export function showFileTitle(root: ShadowRoot, { listFiles, getFile }: Workbench): void {
  if (!isShown(root, 'editor') || listFiles().length === 0) return
  const { name, findings, checked } = getFile()
  const found = checked === undefined ? '' : `: ${formatCount(findings.length, 'finding')}`
  document.title = `${name}${found} | Playground`
}

/** Shows the folder in the page title, with its numbers of files and findings. */
export function showFolderTitle(root: ShadowRoot, { folder, files }: ShownFolder): void {
  if (!isShown(root, 'board')) return
  const name = folder === '.' ? 'This folder' : folder.replace(/^.*\/(?=.)/, '')
  const count = files.reduce((sum, { findings }) => sum + findings.length, 0)
  document.title = `${name}: ${formatCount(files.length, 'file')}, ${formatCount(count, 'finding')} | routerfile ui`
}
