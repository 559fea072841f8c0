import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Does nothing, so that the signal waits until the loop of events has its turn. */
const wait = (): void => undefined

/**
 * Writes a file so that it holds all of a text or what it held before: under another name beside it, which then takes
 * its place. What is no plain file, or stands where none can be made, is written in place. Throws what Node throws.
 */
export function writeWhole(path: string, text: string): void {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known && !known.isFile()) return writeFileSync(path, text)
  const place = known ? realpathSync(path) : path
  const beside = `${place}.${process.pid}.part`
  process.on('SIGINT', wait).on('SIGTERM', wait)
  try {
    writeFileSync(beside, text, { flag: 'wx' })
    if (known) chmodSync(beside, known.mode)
    renameSync(beside, place)
  } catch {
    rmSync(beside, { force: true })
    writeFileSync(path, text)
  } finally {
    process.off('SIGINT', wait).off('SIGTERM', wait)
  }
}
