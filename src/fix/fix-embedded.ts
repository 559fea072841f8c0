import type { Diagnostic } from '../document/diagnostic.js'
import { withoutFix } from '../document/diagnostic.js'
import { applyEdits, diffTexts } from '../edit/edits.js'
import { lint } from '../lint/lint.js'
import type { EditedFile } from '../embedded/edit-embedded.js'
import { applyEditedFiles, editEmbedded } from '../embedded/edit-embedded.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { findEmbedded } from '../embedded/embedded.js'
import type { IsRouterFile } from '../embedded/embedded.js'
import { createEncoder } from '../embedded/encode.js'
import { fix } from './fix.js'
import type { FixOptions, FixResult } from './fix.js'

type FixedFile = EditedFile & { applied: Diagnostic[] }

/**
 * Fixes the router files embedded in another file. A router file whose fixes would change other parts of the outer file
 * stays as it is.
 */
export function fixEmbedded(
  text: string,
  options: FixOptions,
  isRouterFile: IsRouterFile,
): Pick<FixResult, 'text' | 'applied'> {
  const files = findEmbedded(text, isRouterFile)
  const fixedFiles = files.flatMap((file) => fixFile(file, options, text) ?? [])
  const { text: fixedText, appliedFiles } = applyEditedFiles(text, files, fixedFiles)
  return { text: fixedText, applied: appliedFiles.flatMap(({ applied }) => applied) }
}

/**
 * Fixes one router file; undefined if nothing can be fixed. If the string cannot hold the fixed text, tries again with
 * only those fixes that the string can hold by themselves.
 */
function fixFile(
  file: EmbeddedFile,
  options: FixOptions,
  outerText: string,
): FixedFile | undefined {
  const encode = createEncoder(outerText)
  const diagnose = (changedText: string): Diagnostic[] =>
    lint(changedText, options).map((diagnostic) => {
      const { fix: lintFix } = diagnostic
      const canEncode =
        lintFix && encode(file, () => diffTexts(file.text, applyEdits(changedText, lintFix.edits)))
      return canEncode ? diagnostic : withoutFix(diagnostic)
    })
  for (const fixOptions of [options, { ...options, diagnose }]) {
    const { text: newText, applied } = fix(file.text, fixOptions)
    if (newText === file.text) return undefined
    const editedFile = editEmbedded(file, newText, outerText)
    if (editedFile) return { ...editedFile, applied }
  }
  return undefined
}
