import { isPlainObject } from '../document/record.js'

export type PlainObject = Readonly<Record<string, unknown>>

/** The value of a field if it is a non-empty string; undefined in all other cases. */
export function getString(value: unknown, key: string): string | undefined {
  const field = isPlainObject(value) ? value[key] : undefined
  return typeof field === 'string' && field !== '' ? field : undefined
}

export const getNumber = (value: unknown, key: string): number | undefined => {
  const field = isPlainObject(value) ? value[key] : undefined
  return typeof field === 'number' ? field : undefined
}

/** Maximum nesting depth of JSON from a controller, because the functions that process it recurse. */
const maxDepth = 1000

export function isTooDeep(json: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (isInString) {
      if (character === '\\') index += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth > maxDepth) return true
    } else if (character === ']' || character === '}') depth -= 1
  }
  return false
}

export function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
