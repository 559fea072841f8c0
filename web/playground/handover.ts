import { formatCount } from '../../src/document/words.js'
import type { OpenedFile } from '../shared/opened-file.js'
import { describeTooLarge, takeFitting } from '../shared/read-files.js'
import type { Handover } from '../shared/visit.js'
import { readLimits } from './workbench.js'

/**
 * Selects the files of another tool to open, within the limits, in the same order. The file at `place` is selected
 * before all others. `refused` has messages about the files that are left out.
 */
export function selectHandedFiles({ files, place }: Handover): {
  files: readonly OpenedFile[]
  refused: readonly string[]
} {
  const { maxSize } = readLimits
  const large = files.filter(({ text }) => text.length > maxSize)
  const small = files.filter(({ text }) => text.length <= maxSize)
  const shownFirst = [...small].sort(
    (a, b) => Number(b.name === place.name) - Number(a.name === place.name),
  )
  const taken = new Set(takeFitting(shownFirst, ({ text }) => text.length, readLimits))
  const rest = small.length - taken.size
  return {
    files: small.filter((file) => taken.has(file)),
    refused: [
      ...large.map(({ name, text }) => describeTooLarge(name, text.length, readLimits)),
      ...(rest > 0 ? [`${formatCount(rest, 'other file')} stayed in the mesh.`] : []),
    ],
  }
}
