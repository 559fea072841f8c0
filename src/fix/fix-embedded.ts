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
 * Fixes the router files in a text. Leaves out a fix that would change how the outer file reads outside of the fixed
 * string.
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

/** Fixes one file. If the outer file cannot hold the result, leaves out each fix that it cannot hold. */
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
