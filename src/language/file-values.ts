import { expandVariables } from '../document/environment.js'
import { hasLineEnd } from '../document/lines.js'
import { hasMatchingVariable, holdsSecret } from '../document/secrets.js'
import { parseCredential } from '../formats/credential.js'
import { createSecretVariableTest } from '../schema/secret-values.js'
import type { KnownValue } from './collect.js'
import { createCollector } from './collect.js'
import type { View } from './view.js'

/** The formats of values that can refer to a file. */
const fileFormats: readonly string[] = ['path', 'filled-path', 'certificate', 'key']

export const listFileValues = createCollector(
  (value): readonly KnownValue[] => (canReferToFile(value) ? [value] : []),
  (values, parts) => [...values, ...parts.flatMap(({ result }) => result)],
)

const canReferToFile = ({ name, key, node }: KnownValue): boolean =>
  node.kind === 'text' && (fileFormats.includes(key.format?.name ?? '') || name === 'plugins[]')

/**
 * The path of the file that a value refers to, with variables expanded; undefined if it refers to none, if a variable
 * is unknown, or if the path may contain a secret.
 */
export function findFilePath(view: View, value: KnownValue): string | undefined {
  const { node, key } = value
  if (!canReferToFile(value) || node.kind !== 'text') return undefined
  const { text, isUnknown } = expandVariables(node.value, view.readResult.environment)
  if (isUnknown || text === '' || hasLineEnd(text) || holdsSecret(text)) return undefined
  const isSecretVariable = createSecretVariableTest(view.readResult)
  if (hasMatchingVariable(node.value, isSecretVariable)) return undefined
  if (key.format?.name !== 'certificate' && key.format?.name !== 'key') return text
  const location = parseCredential(text)
  return location.kind === 'file' ? location.path : undefined
}
