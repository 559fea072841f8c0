import type { Edit } from '../document/diagnostic.js'
import { applyEdits, diffTexts } from '../edit/edits.js'
import { decodeBase64 } from './decode-scalar.js'
import type { EmbeddedFile } from './embedded-file.js'
import { isSoundYaml } from './embedded.js'
import { encodeEdits } from './encode.js'
import { listScalars, readScalarToken } from './outer-scalars.js'

/** A router file in a string, its new text, and the edits that write it in the outer text. */
export type EditedFile = { file: EmbeddedFile; inner: string; edits: Edit[] }

/** The edits that give an embedded file another text; undefined if its string cannot hold it. */
export function editEmbedded(
  file: EmbeddedFile,
  inner: string,
  outerText: string,
): EditedFile | undefined {
  const edits = encodeEdits(file, diffTexts(file.text, inner), outerText)
  return edits && { file, inner, edits }
}

/**
 * Writes edited files into the outer text. Returns the new text, and the edited files that it contains: an edit that
 * would change how the rest of the outer file is read is left out. `files` are all router files in the text.
 */
export function applyEdited<Edited extends EditedFile>(
  text: string,
  files: readonly EmbeddedFile[],
  edited: readonly Edited[],
): { text: string; made: readonly Edited[] } {
  const isYaml = files.some(({ style }) => style !== 'heredoc')
  if (isYaml && !isSoundYaml(text)) return { text, made: [] }
  const isExact = (some: readonly EditedFile[]): boolean => !isYaml || changesOnly(text, some)
  const made = isExact(edited) ? edited : edited.filter((one) => isExact([one]))
  return { text: applyAll(text, made), made }
}

const applyAll = (text: string, edited: readonly EditedFile[]): string =>
  applyEdits(
    text,
    edited.flatMap(({ edits }) => edits),
  )

/** Whether the YAML library reads the text with the edited files as it reads it now, except for their strings. */
function changesOnly(text: string, edited: readonly EditedFile[]): boolean {
  const after = applyAll(text, edited)
  if (!isSoundYaml(after)) return false
  const old = [...listScalars(text)]
  const now = [...listScalars(after)]
  const editedByStart = new Map(edited.map((one) => [one.file.span.start, one]))
  return (
    old.length === now.length &&
    old.every(({ token }, index) => {
      const value = readScalarToken(now[index]?.token)
      const one = editedByStart.get(token.offset)
      if (!one) return value === readScalarToken(token)
      return one.inner === (one.file.isBase64 ? decodeBase64(value ?? '') : value)
    })
  )
}
