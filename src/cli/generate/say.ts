import type { Diagnostic, Path } from '../../diagnostic.js'
import { positionAt, lineStarts, showPath } from '../../diagnostic.js'
import { parseDocument } from '../../document.js'
import { flagFor } from './flags.js'

/** Where answers stand: in a file, or in flags alone. */
export type Standing = { path: string; text: string } | undefined

/** Says where an answer stands: in a file and its line, or the flag that gives it. */
export function placing(standing: Standing): (path: Path, range?: Diagnostic['range']) => string {
  const document = standing && parseDocument(standing.text)
  const starts = standing ? lineStarts(standing.text) : []
  return (path, range) => {
    const at =
      range ??
      (document && path.length > 0 && document.at(path)
        ? { start: positionAt(starts, document.spanOf(path, 'value').start) }
        : undefined)
    if (standing && at) return `${standing.path}:${at.start.line + 1}:${at.start.character + 1}: `
    const flag = flagFor(String(path[0] ?? ''))
    return flag !== undefined ? `--${flag}: ` : path.length > 0 ? `${showPath(path)}: ` : ''
  }
}

/** Diagnostics as sentences, the gravest first. */
export const sentences = (
  diagnostics: readonly Diagnostic[],
  place: (path: Path) => string,
): string[] =>
  (['error', 'warning', 'info'] as const).flatMap((wanted) =>
    diagnostics
      .filter(({ severity }) => severity === wanted)
      .map(
        ({ path, message }) => `${wanted === 'error' ? '' : `${wanted}: `}${place(path)}${message}`,
      ),
  )
