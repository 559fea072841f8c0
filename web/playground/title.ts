import { formatCount } from '../../src/document/words.js'
import type { Workbench } from './workbench.js'

/** The facts about a folder on the board that the title shows. */
type ShownFolder = { folder: string; files: readonly { findings: readonly unknown[] }[] }

/** Whether the page is still there, with its board or its editor in sight. */
const isShown = (root: ShadowRoot, part: 'board' | 'editor'): boolean =>
  root.host.isConnected && (root.querySelector('.shows-board') !== null) === (part === 'board')

/** Says in the title of the page which file is in the editor, and how many findings it has, once that is known. */
export function showFileTitle(root: ShadowRoot, { listFiles, getFile }: Workbench): void {
  if (!isShown(root, 'editor') || listFiles().length === 0) return
  const { name, findings, checked } = getFile()
  const found = checked === undefined ? '' : `: ${formatCount(findings.length, 'finding')}`
  document.title = `${name}${found} | Playground`
}

/** Says in the title of the page which folder is on the board, and what is in it. */
export function showFolderTitle(root: ShadowRoot, { folder, files }: ShownFolder): void {
  if (!isShown(root, 'board')) return
  const name = folder === '.' ? 'This folder' : folder.replace(/^.*\/(?=.)/, '')
  const count = files.reduce((sum, { findings }) => sum + findings.length, 0)
  document.title = `${name}: ${formatCount(files.length, 'file')}, ${formatCount(count, 'finding')} | routerfile ui`
}
