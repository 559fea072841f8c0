import { isPlainObject } from '../../../document/record.js'
import type { Result } from '../call/failure.js'
import { fail, succeed } from '../call/failure.js'

/** Maximum nesting depth of a body: `JSON.stringify`, which is recursive, fails for much deeper values. */
const maxDepth = 1000

/**
 * Parses the JSON of a body. With `ignoresRest`, text after the first list or object is ignored. Of repeated keys, the
 * last one counts; escapes of unpaired surrogates are replaced by U+FFFD. Fails if the JSON is invalid or too deep, or
 * has a number out of range.
 */
export function parseJsonBody(text: string, ignoresRest: boolean): Result<unknown> {
  const wellFormedText = replaceLoneSurrogates(text)
  const value =
    tryParse(wellFormedText) ??
    (ignoresRest ? tryParse(wellFormedText.slice(0, findValueEnd(wellFormedText))) : undefined)
  const reason = value ? findLimitError(value.json) : 'the body is not valid JSON'
  return value && reason === undefined
    ? succeed(value.json)
    : fail('COULD_NOT_PARSE_BODY', reason === undefined ? {} : { reason })
}

function tryParse(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Matches an escape: a surrogate pair, an unpaired surrogate, or any other. */
const escapePattern = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|ud[89a-f][\da-f]{2}|.)/gi

const replaceLoneSurrogates = (text: string): string =>
  /\\ud/i.test(text)
    ? text.replaceAll(escapePattern, (escape) =>
        /^\\ud[^\\]*$/i.test(escape) ? '\\ufffd' : escape,
      )
    : text

/** Finds the end of the list or object at the start of a string. */
function findValueEnd(text: string): number {
  let depth = 0
  // An unclosed string extends to the end of the text, so that no part of it is read twice.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[^]?)*"?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth === 0) return index + 1
  }
  return text.length
}

function findLimitError(value: unknown): string | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `the body is nested too deeply; at most ${maxDepth} levels`
    if (level.includes(Infinity) || level.includes(-Infinity))
      return 'the body has a number that is out of range'
    level = level.flatMap((item): unknown[] =>
      Array.isArray(item) ? item : isPlainObject(item) ? Object.values(item) : [],
    )
  }
  return undefined
}
