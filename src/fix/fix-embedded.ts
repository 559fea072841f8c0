import type { Diagnostic, Edit } from '../document/diagnostic.js'
import { withoutFix } from '../document/diagnostic.js'
import { applyEdits, diffTexts } from '../edit/edits.js'
import { lint } from '../lint/lint.js'
import { decodeBase64 } from '../embedded/decode-scalar.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { findEmbedded, isSoundYaml } from '../embedded/embedded.js'
import type { IsRouterFile } from '../embedded/embedded.js'
import { createEncoder, encodeEdits } from '../embedded/encode.js'
import { listScalars, readScalarToken } from '../embedded/outer-scalars.js'
import { fix } from './fix.js'
import type { FixOptions, FixResult } from './fix.js'

type FixedFile = { file: EmbeddedFile; inner: string; edits: Edit[]; applied: Diagnostic[] }

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
  const isYaml = files.some(({ style }) => style !== 'heredoc')
  if (isYaml && !isSoundYaml(text)) return { text, applied: [] }
  const fixed = files.flatMap((file) => fixOne(file, options, text) ?? [])
  const isExact = (some: readonly FixedFile[]): boolean => !isYaml || changesOnly(text, some)
  const made = isExact(fixed) ? fixed : fixed.filter((one) => isExact([one]))
  return {
    text: applyAll(text, made),
    applied: made.flatMap(({ applied }) => applied),
  }
}

const applyAll = (text: string, fixed: readonly FixedFile[]): string =>
  applyEdits(
    text,
    fixed.flatMap(({ edits }) => edits),
  )

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
    const edits = encodeEdits(file, diffTexts(file.text, inner), outerText)
    if (edits) return { file, inner, edits, applied }
  }
  return undefined
}

/** Whether the YAML library reads the text with the fixed files as it reads it now, except for their strings. */
function changesOnly(text: string, fixed: readonly FixedFile[]): boolean {
  const after = applyAll(text, fixed)
  if (!isSoundYaml(after)) return false
  const old = [...listScalars(text)]
  const now = [...listScalars(after)]
  const fixedByStart = new Map(fixed.map((one) => [one.file.span.start, one]))
  return (
    old.length === now.length &&
    old.every(({ token }, index) => {
      const value = readScalarToken(now[index]?.token)
      const one = fixedByStart.get(token.offset)
      if (!one) return value === readScalarToken(token)
      return one.inner === (one.file.isBase64 ? decodeBase64(value ?? '') : value)
    })
  )
}
