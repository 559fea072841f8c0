import { nameRouter, removeExtension } from './router.js'

/** Where the file of a router is: its whole path, and the path that people see. */
export type RouterPath = { path: string; displayPath: string }

/** The names of the routers of some files. Those that would have the same name are named by their paths. */
export function nameRouters(files: readonly RouterPath[]): string[] {
  const names = files.map(({ path }) => nameRouter(path))
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return files.map(({ displayPath }, index) => {
    const name = names[index] ?? ''
    return counts.get(name) === 1 ? name : removeExtension(displayPath)
  })
}
