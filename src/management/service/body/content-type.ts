import type { Operation } from '../../operation.js'
import type { Outcome } from '../failure.js'
import { fieldFailure, given, refused } from '../failure.js'
import { quoteText } from './quote-text.js'

const token = "[\\w!#$%&'*+\\-.^`{|}~]+"
const parameter = new RegExp(
  `\\s*;\\s*(${token})\\s*=\\s*(${token}|"(?:\\\\.|[^"\\\\\\r\\n])*")`,
  'y',
)

/** Why a text is no media type, in the words of the controller. */
function faultOfMediaType(base: string, parameters: string): string | undefined {
  const [, type = '', slash = '', subtype = '', rest = ''] =
    new RegExp(`^(${token})?(/)?(${token})?(.*)$`, 's').exec(base) ?? []
  if (type === '') return 'mime: no media type'
  if (slash === '')
    return subtype + rest === ''
      ? faultOfParameters(parameters)
      : 'mime: expected slash after first token'
  if (subtype === '') return 'mime: expected token after slash'
  return rest === ''
    ? faultOfParameters(parameters)
    : 'mime: unexpected content after media subtype'
}

function faultOfParameters(text: string): string | undefined {
  const values = new Map<string, string>()
  parameter.lastIndex = 0
  let end = 0
  for (let found = parameter.exec(text); found; found = parameter.exec(text)) {
    const [, name = '', value = ''] = found
    const key = name.toLowerCase()
    if ((values.get(key) ?? value) !== value) return 'mime: duplicate parameter name'
    values.set(key, value)
    end = parameter.lastIndex
  }
  return ['', ';'].includes(text.slice(end).trim()) ? undefined : 'mime: invalid media parameter'
}

/** The media types that an operation takes. */
const takenBy = ({ body }: Operation): string[] => [
  ...(body && 'text' in body ? [body.text] : []),
  'application/json',
]

/** The media type of a body, in lower case, from the header `Content-Type`; for requests that have a body. */
export function readContentType(header: string | null, operation: Operation): Outcome<string> {
  const text = header === null || header === '' ? 'application/octet-stream' : header
  const base = text.split(';', 1)[0] ?? ''
  const mediaType = base.trim().toLowerCase()
  const reason = faultOfMediaType(mediaType, text.slice(base.length))
  if (reason !== undefined)
    return refused('COULD_NOT_PARSE_BODY', {
      reason: `parsing Content-Type header from ${quoteText(text)} failed, because ${reason}`,
    })
  const taken = takenBy(operation)
  if (taken.includes(mediaType)) return given(mediaType)
  return {
    ok: false,
    failure: {
      ...fieldFailure(
        'Content-Type',
        `unsupported media type ${quoteText(mediaType)}, only [${taken.join(' ')}] are allowed`,
        mediaType,
      ),
      status: 415,
    },
  }
}
