import { watch } from 'chokidar'
import { isIgnoredBelow, quietTime } from '../../watched-paths.js'

export type FolderChanges = {
  /** The number of changes since the start; changes in quick succession count as one. */
  count: () => number
  /** Waits until the count exceeds `seenCount`, but at most `maxWait`, or until `close` is called. Returns the count. */
  wait: (seenCount: number) => Promise<number>
  close: () => Promise<void>
}

/** How long a page waits at most before it asks again, in milliseconds. */
const maxWait = 25_000

/** Watches a folder. Symbolic links are not followed. On a system that reports no changes, the page is not updated. */
export function watchFolder(folder: string): FolderChanges {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const waiters = new Set<() => void>()
  const wakeAll = (): void => {
    for (const wake of waiters) wake()
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
      wakeAll()
    }, quietTime)
  })
  watcher.on('error', () => undefined)
  return {
    count: () => count,
    wait: (seenCount) =>
      count > seenCount
        ? Promise.resolve(count)
        : new Promise((resolve) => {
            const wake = (): void => {
              clearTimeout(timer)
              waiters.delete(wake)
              resolve(count)
            }
            const timer = setTimeout(wake, maxWait)
            waiters.add(wake)
          }),
    close: async () => {
      clearTimeout(timer)
      wakeAll()
      await watcher.close()
    },
  }
}
