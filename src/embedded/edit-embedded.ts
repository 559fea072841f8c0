import type { Edit } from '../document/diagnostic.js'
import { applyEdits, diffTexts } from '../edit/edits.js'
import { decodeBase64 } from './decode-scalar.js'
import type { EmbeddedFile } from './embedded-file.js'
import { parsesWithoutErrors } from './embedded.js'
import { encodeEdits } from './encode.js'
import { listScalars, readScalarToken } from './outer-scalars.js'

/** A router file in a string, its new text, and the edits that write it in the outer text. */
export type EditedFile = { file: EmbeddedFile; newText: string; edits: Edit[] }

/** Replaces the text of an embedded file; undefined if the outer file cannot hold the new text in this string. */
export function editEmbedded(
  file: EmbeddedFile,
  newText: string,
  outerText: string,
): EditedFile | undefined {
  const edits = encodeEdits(file, diffTexts(file.text, newText), outerText)
  return edits && { file, newText, edits }
}

/**
 * Writes edited files into the outer text. Returns the new text and the edited files in it. Leaves out files whose
 * edits would change the rest of the outer YAML, and all files if the outer YAML has errors. `files` are all router
 * files in the text.
 */
export function applyEditedFiles<Edited extends EditedFile>(
  text: string,
  files: readonly EmbeddedFile[],
  editedFiles: readonly Edited[],
): { text: string; appliedFiles: readonly Edited[] } {
  const isYaml = files.some(({ style }) => style !== 'heredoc')
  if (isYaml && !parsesWithoutErrors(text)) return { text, appliedFiles: [] }
  const keepsOuterText = (candidates: readonly EditedFile[]): boolean =>
    !isYaml || changesOnlyStrings(text, candidates)
  if (keepsOuterText(editedFiles))
    return { text: applyAll(text, editedFiles), appliedFiles: editedFiles }
  const appliedFiles: Edited[] = []
  for (const editedFile of editedFiles)
    if (keepsOuterText([...appliedFiles, editedFile])) appliedFiles.push(editedFile)
  return { text: applyAll(text, appliedFiles), appliedFiles }
}

const applyAll = (text: string, editedFiles: readonly EditedFile[]): string =>
  applyEdits(
    text,
    editedFiles.flatMap(({ edits }) => edits),
  )

/** Whether the YAML library reads the edited strings as the new texts, and all other scalars as before. */
function changesOnlyStrings(text: string, editedFiles: readonly EditedFile[]): boolean {
  const newText = applyAll(text, editedFiles)
  if (!parsesWithoutErrors(newText)) return false
  const oldScalars = [...listScalars(text)]
  const newScalars = [...listScalars(newText)]
  const editedByStart = new Map(editedFiles.map((fileEdit) => [fileEdit.file.span.start, fileEdit]))
  return (
    oldScalars.length === newScalars.length &&
    oldScalars.every(({ token }, index) => {
      const value = readScalarToken(newScalars[index]?.token)
      const fileEdit = editedByStart.get(token.offset)
      if (!fileEdit) return value === readScalarToken(token)
      return fileEdit.newText === (fileEdit.file.isBase64 ? decodeBase64(value ?? '') : value)
    })
  )
}
