import { expand } from '../expand.js'
import { parseCredential } from '../formats/credential.js'
import { isSecret } from '../secret.js'
import type { Part } from './part.js'
import { standsAt } from './part.js'
import { holdsSecret } from './shown.js'
import type { View } from './view.js'

/** The path of the file that a value names, as written there with variables replaced; undefined where it names none, or nobody knows which. */
export function fileOf(view: View, part: Part): string | undefined {
  const { node, key } = part
  if (node.kind !== 'text') return undefined
  const { text, unknown } = expand(node.value, view.reading.environment)
  if (unknown || text === '' || /[\r\n]/.test(text) || isSecret(text) || holdsSecret(view, node))
    return undefined
  const format = key?.format?.name ?? ''
  if (['path', 'filled-path'].includes(format) || standsAt(part, ['plugins', '[]'])) return text
  if (format !== 'certificate' && format !== 'key') return undefined
  const location = parseCredential(text)
  return location.kind === 'file' ? location.path : undefined
}
