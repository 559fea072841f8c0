import type { Edit } from '../document/diagnostic.js'
import { formatScalar } from '../edit/edit.js'
import { findFilePath, listFileValues } from './file-values.js'
import type { View } from './view.js'

/**
 * Edits that update values after files were moved. `move` returns the new path for the path in a value, or undefined if
 * it does not change. Paths that contain a variable are not edited.
 */
export const renameFiles = (view: View, move: (path: string) => string | undefined): Edit[] =>
  (listFileValues(view) ?? []).flatMap((value): Edit[] => {
    const { node } = value
    const path = findFilePath(view, value)
    if (node.kind !== 'text' || path === undefined) return []
    const source = view.text.slice(node.start, node.end)
    const newPath = source.includes(path) ? move(path) : undefined
    if (newPath === undefined || newPath === path) return []
    const isPlainScalar = /^[\w./][\w./@+-]*$/.test(newPath)
    const text = isPlainScalar
      ? source.replace(path, () => newPath)
      : formatScalar(node.value.replace(path, () => newPath))
    return [{ start: node.start, end: node.end, text }]
  })
