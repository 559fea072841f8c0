import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with some files that is there for one test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(files)
  onTestFinished(() => remove(folder))
  return folder
}

/** A folder with some files that is there until it is removed. */
export function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'routerfile-')))
  write(folder, files)
  return folder
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true })

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
