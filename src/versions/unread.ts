import type { EffectiveRow } from '../config/effective.js'
import { formatPath, toPath, toPosition } from '../document/diagnostic.js'
import { once } from '../document/lazy.js'
import type { Analysis } from '../lint/lint.js'
import { findNearest } from '../schema/suggest.js'

/** A key that the router does not read. */
export type UnreadKey = { path: (string | number)[]; line: number }

/** Finds the unread key of a file that was probably meant to set a value that only the other version sets. */
export type UnreadLookup = (row: EffectiveRow, other: EffectiveRow) => UnreadKey | undefined

/** A lookup in one version of a file: a misspelled or misplaced key explains why its value is a default. */
export function createUnreadLookup({ document, reading }: Analysis): UnreadLookup {
  const listUnread = once(() => {
    const read = new Set(reading.origins().map(({ place }) => formatPath(toPath(place))))
    return document.nodes().flatMap((visit) => {
      const path = toPath(visit)
      const { node } = visit
      const name = path.at(-1)
      const isLeaf = node.kind !== 'map' && node.kind !== 'list' && node.kind !== 'alias'
      return isLeaf && typeof name === 'string' && !read.has(formatPath(path))
        ? [{ path, name, node }]
        : []
    })
  })
  return (row, other) => {
    const name = row.path.at(-1)
    if (row.range || !other.range || typeof name !== 'string') return undefined
    const [found, ...more] = listUnread().filter(
      (unread) => findNearest(unread.name, [name]) === name,
    )
    if (!found || more.length > 0) return undefined
    const { line } = toPosition(document.lineStarts(), found.node.start)
    return { path: found.path, line: line + 1 }
  }
}
