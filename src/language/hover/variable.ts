import type { Span } from '../../document/diagnostic.js'
import type { VariableReference } from '../../document/environment.js'
import { listVariableReferences } from '../../document/environment.js'
import { createSecretVariableTest } from '../../document/secrets.js'
import { formatCode } from '../explanations.js'
import type { View } from '../view.js'

/** The reference to a variable at an offset of a value, if there is one. */
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

/** The value of a variable, and where it is set. The value is left out if it may be secret. */
export function describeVariable(
  { text, reading: { environment }, findVariable }: View,
  name: string,
  isSecretKey: boolean,
): string {
  const code = formatCode(name)
  if (environment === undefined)
    return `${code}: the value is not known here; set \`env\` or \`envFile\` in \`routerfile.config.json\` or in the settings of the editor`
  const value = environment[name]
  if (value === undefined) return `${code} is not set; the router reads an empty string`
  const place = findVariable?.(name)
  const origin = place ? `, set in ${place.label}` : ''
  return isSecretKey || createSecretVariableTest(text, environment)(name)
    ? `${code} is set to a value that may be secret, so it is not shown${origin}`
    : `${code} = ${formatCode(value === '' ? '""' : value)}${origin}`
}
