import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Writes a file so that whoever reads it meanwhile sees the old text or the new one: a new file beside it takes its
 * place. What is no plain file, such as a pipe, is written to. Throws what Node throws.
 */
export function replaceFile(path: string, text: string): void {
  const before = statSync(path, { throwIfNoEntry: false })
  if (before && !before.isFile()) return writeFileSync(path, text)
  const place = before ? realpathSync(path) : path
  const beside = `${place}.${process.pid}.tmp`
  try {
    writeFileSync(beside, text, { flag: 'wx' })
    if (before) chmodSync(beside, before.mode)
    renameSync(beside, place)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
