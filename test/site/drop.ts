import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'

/** Creates a temporary folder with files for the duration of a callback. */
export async function withFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  act: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    await act(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Drops files and folders from the disk on the middle of the page, as a user does with the mouse. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: Math.round(width / 3),
      y: Math.round(height / 2),
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    })
  await session.detach()
}
