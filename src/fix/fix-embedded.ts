import type { Diagnostic } from '../document/diagnostic.js'
import { withoutFix } from '../document/diagnostic.js'
import { applyEdits, diffTexts } from '../edit/edits.js'
import { lint } from '../lint/lint.js'
import type { EditedFile } from '../embedded/edit-embedded.js'
import { applyEdited, editEmbedded } from '../embedded/edit-embedded.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { findEmbedded } from '../embedded/embedded.js'
import type { IsRouterFile } from '../embedded/embedded.js'
import { createEncoder } from '../embedded/encode.js'
import { fix } from './fix.js'
import type { FixOptions, FixResult } from './fix.js'

type FixedFile = EditedFile & { applied: Diagnostic[] }

/**
 * Fixes the router files in a text. The outer file is read as before, except for the fixed strings; a fix for which that
 * is not so is left out.
 */
export function fixEmbedded(
  text: string,
  options: FixOptions,
  isRouterFile: IsRouterFile,
): Pick<FixResult, 'text' | 'applied'> {
  const files = findEmbedded(text, isRouterFile)
  const fixed = files.flatMap((file) => fixOne(file, options, text) ?? [])
  const { text: after, made } = applyEdited(text, files, fixed)
  return { text: after, applied: made.flatMap(({ applied }) => applied) }
}

/** Fixes one file; if that cannot be written as a whole, without the fixes that cannot be written. */
function fixOne(file: EmbeddedFile, options: FixOptions, outerText: string): FixedFile | undefined {
  const encodeOne = createEncoder(outerText)
  const diagnose = (inner: string): Diagnostic[] =>
    lint(inner, options).map((diagnostic) => {
      const { fix: made } = diagnostic
      const canEncode =
        made && encodeOne(file, () => diffTexts(file.text, applyEdits(inner, made.edits)))
      return canEncode ? diagnostic : withoutFix(diagnostic)
    })
  for (const attempt of [options, { ...options, diagnose }]) {
    const { text: inner, applied } = fix(file.text, attempt)
    if (inner === file.text) return undefined
    const edited = editEmbedded(file, inner, outerText)
    if (edited) return { ...edited, applied }
  }
  return undefined
}
