import type { Edit } from '../document/diagnostic.js'
import { formatScalar } from '../edit/edit.js'
import { findFilePath, listFileValues } from './file-values.js'
import type { View } from './view.js'

/**
 * Edits of the values that name moved files. `move` gets the path in a value and returns the new path, or undefined if
 * the file stays where it is. A path with a variable in it stays as written.
 */
export const renameFiles = (view: View, move: (path: string) => string | undefined): Edit[] =>
  (listFileValues(view) ?? []).flatMap((value): Edit[] => {
    const { node } = value
    const path = findFilePath(view, value)
    if (node.kind !== 'text' || path === undefined) return []
    const written = view.text.slice(node.start, node.end)
    const to = written.includes(path) ? move(path) : undefined
    if (to === undefined || to === path) return []
    const isSafe = /^[\w./][\w./@+-]*$/.test(to)
    const text = isSafe
      ? written.replace(path, () => to)
      : formatScalar(node.value.replace(path, () => to))
    return [{ start: node.start, end: node.end, text }]
  })
