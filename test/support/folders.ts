import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Creates a folder with files that is removed after the test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(files)
  onTestFinished(() => remove(folder))
  return folder
}

/** The folders that the current test file has created. */
const folders = new Set<string>()

/** Creates a folder with files that is removed after the tests of the current file, unless it was removed before. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'routerfile-')))
  folders.add(folder)
  write(folder, files)
  return folder
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  folders.delete(folder)
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Removes the remaining folders after the tests of a file; called before each file. */
export const removeFoldersAtEnd = (): void =>
  afterAll(() => {
    for (const folder of folders) remove(folder)
  })
