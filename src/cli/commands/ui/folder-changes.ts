import { watch } from 'chokidar'
import { isIgnoredBelow, quietTime } from '../../watched-paths.js'

/** The changes of a folder on the disk. */
export type FolderChanges = {
  /** How often something changed since the start. */
  count: () => number
  /** Waits for a change after change number `seen`, for some seconds at most. */
  wait: (seen: number) => Promise<number>
  close: () => Promise<void>
}

/** How long a page waits at most before it asks again, in milliseconds. */
const maxWait = 25_000

/** Watches a folder. Links out of it are not followed. On a system that reports no changes, the page is not updated. */
export function watchFolder(folder: string): FolderChanges {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const waiting = new Set<() => void>()
  const tellAll = (): void => {
    for (const tell of waiting) tell()
  }
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isIgnoredBelow(folder, path),
  })
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      count += 1
      tellAll()
    }, quietTime)
  })
  watcher.on('error', () => undefined)
  return {
    count: () => count,
    wait: (seen) =>
      count > seen
        ? Promise.resolve(count)
        : new Promise((resolve) => {
            const tell = (): void => {
              clearTimeout(limit)
              waiting.delete(tell)
              resolve(count)
            }
            const limit = setTimeout(tell, maxWait)
            waiting.add(tell)
          }),
    close: async () => {
      clearTimeout(timer)
      tellAll()
      await watcher.close()
    },
  }
}
