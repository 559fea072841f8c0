import type { Span } from '../document/diagnostic.js'
import { texts } from '../generated/texts.js'
import { selectTexts } from '../schema/texts.js'
import { findFilePath, listFileValues } from './file-values.js'
import type { View } from './view.js'

/** A value that refers to a file. */
export type DocumentLink = Span & {
  /** The target of the link. */
  target: {
    /** A file on the machine. */
    kind: 'file'
    /** Path of the file, with variables expanded; a relative path is not resolved. */
    path: string
  }
  /** The text that editors show when the pointer is over the link. */
  tooltip: string
}

/**
 * Links from values to the files that they refer to. Keys have no links, because editors underline links, and the hover
 * of a key already leads to its page.
 */
export function documentLinks(view: View): DocumentLink[] {
  const keyTexts = selectTexts(texts, view.model.release)
  const links = (listFileValues(view) ?? []).flatMap((value): DocumentLink[] => {
    const { node, key } = value
    const path = findFilePath(view, value)
    return path === undefined
      ? []
      : [
          {
            start: node.start,
            end: node.end,
            target: { kind: 'file', path },
            tooltip: keyTexts[key.index]?.description ?? '',
          },
        ]
  })
  return links.sort((left, right) => left.start - right.start)
}
