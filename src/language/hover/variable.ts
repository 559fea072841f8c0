import type { Span } from '../../document/diagnostic.js'
import type { VariableReference } from '../../document/environment.js'
import { listVariableReferences } from '../../document/environment.js'
import { hiddenSecret } from '../../document/secrets.js'
import { createSecretVariableTest } from '../../schema/secret-values.js'
import { formatCode } from '../../document/markdown.js'
import type { View } from '../view.js'

export function findVariableReference(
  text: string,
  { start, end }: Span,
  offset: number,
): VariableReference | undefined {
  const value = text.slice(start, end)
  if (!value.includes('$')) return undefined
  return listVariableReferences(value)
    .map((found) => ({ ...found, start: start + found.start, end: start + found.end }))
    .findLast((found) => found.start <= offset && offset <= found.end)
}

/**
 * Describes a variable, without its value if the value may be secret. Undefined if the key is secret and `name` is more
 * than a name, because the rest may be part of the secret.
 */
export function describeVariable(
  { readResult, findVariable }: View,
  name: string,
  isSecretKey: boolean,
): string | undefined {
  // The text after the name, such as `default` in `${NAME:-default}`, may be a secret.
  const isName = /^\w+$/.test(name)
  if (isSecretKey && !isName) return undefined
  const code = formatCode(isName ? name : name.replace(/(?<=\w)(\W{1,2}).*$/s, `$1${hiddenSecret}`))
  const { environment } = readResult
  if (environment === undefined)
    return `${code}: the value is not known here; set \`env\` or \`envFile\` in \`routerfile.config.json\` or in the settings of the editor`
  const value = environment[name]
  if (value === undefined) return `${code} is not set; the router reads an empty string`
  const place = findVariable?.(name)
  const origin = place ? `, set in ${place.label}` : ''
  return isSecretKey || createSecretVariableTest(readResult)(name)
    ? `${code} is set to a value that may be secret, so it is not shown${origin}`
    : `${code} = ${formatCode(value === '' ? '""' : value)}${origin}`
}
