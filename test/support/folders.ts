import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A folder with some files that is there for one test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(files)
  onTestFinished(() => remove(folder))
  return folder
}

/** The folders that the tests of a file have made. */
const folders = new Set<string>()

/** A folder with some files that is there until the tests of the file have ended, or until it is removed. */
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

/** Removes what the tests of a file leave behind; called before each file. */
export const removeFoldersAtEnd = (): void =>
  afterAll(() => {
    for (const folder of folders) remove(folder)
  })
