import type { Edit, Fix, Path } from '../diagnostic.js'
import type { Document } from '../document.js'
import { startOfLine } from './lines.js'
import { remove } from './remove.js'

/** A fix, where its edits can be made. An unsafe one changes what the router does, or loses something that somebody wrote. */
export function offer(
  title: string,
  edits: Edit[] | undefined,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  return edits && { title, edits, ...(kind === 'unsafe' && { unsafe: true }) }
}

/** Takes out what is at a path. Comments on lines of their own that go with it make that unsafe. */
export function offerRemoval(
  document: Document,
  path: Path,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  const name = path.at(-1)
  const edits = remove(document, path)
  return offer(
    `remove \`${typeof name === 'number' ? `${String(path.at(-2))}[${name}]` : String(name)}\``,
    edits,
    edits && losesComments(document, edits) ? 'unsafe' : kind,
  )
}

/** Whether edits take out comments on lines of their own. */
export const losesComments = ({ text, comments }: Document, edits: readonly Edit[]): boolean =>
  comments.some(
    ({ start }) =>
      text.slice(startOfLine(text, start), start).trim() === '' &&
      edits.some((edit) => edit.start <= start && start < edit.end),
  )
