import type { Path } from './diagnostic.js'

/** Values by path. Descending step by step needs no text of the path, which for large files takes most of the time. */
export type PathTree<T> = { value?: T; next?: Map<string | number, PathTree<T>> }

/** The part of a tree at a path, which is created if nothing is there. */
export function placeInTree<T>(tree: PathTree<T>, path: Path): PathTree<T> {
  let part = tree
  for (const step of path) {
    part.next ??= new Map()
    const next: PathTree<T> = part.next.get(step) ?? {}
    part.next.set(step, next)
    part = next
  }
  return part
}

/** The part of a tree below a step; undefined if nothing is there. */
export const stepInTree = <T>(
  tree: PathTree<T> | undefined,
  step: string | number,
): PathTree<T> | undefined => tree?.next?.get(step)

/** The value of a path; undefined if there is none. */
export function findInTree<T>(tree: PathTree<T>, path: Path): T | undefined {
  let part: PathTree<T> | undefined = tree
  for (const step of path) part = stepInTree(part, step)
  return part?.value
}

/** A path as a key, for maps and sets; to look up many paths, a tree is faster. */
export const toPathKey = (path: Path): string => JSON.stringify(path)

/** Whether a path is equal to another one or below it. */
export const isWithin = (path: Path, ancestor: Path): boolean =>
  ancestor.every((step, index) => step === path[index])

/** Whether two paths are equal. */
export const isSamePath = (left: Path, right: Path): boolean =>
  left.length === right.length && isWithin(left, right)
