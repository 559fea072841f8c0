import type { Operation } from '../../../operation.js'
import type { Result, Failure } from '../failure.js'
import { createFieldFailure, succeed, fail } from '../failure.js'
import { quoteGoString } from './go-text.js'

const tokenPattern = "[\\w!#$%&'*+\\-.^`{|}~]+"
const parameterPattern = new RegExp(
  `\\s*;\\s*(${tokenPattern})\\s*=\\s*(${tokenPattern}|"(?:\\\\.|[^"\\\\\\r\\n])*")`,
  'y',
)

/** Why a string is not a media type, in the words of the controller. */
function checkMediaType(base: string, parameters: string): string | undefined {
  const [, type = '', slash = '', subtype = '', rest = ''] =
    new RegExp(`^(${tokenPattern})?(/)?(${tokenPattern})?(.*)$`, 's').exec(base) ?? []
  if (type === '') return 'mime: no media type'
  if (slash === '')
    return subtype + rest === ''
      ? checkParameters(parameters)
      : 'mime: expected slash after first token'
  if (subtype === '') return 'mime: expected token after slash'
  return rest === '' ? checkParameters(parameters) : 'mime: unexpected content after media subtype'
}

function checkParameters(text: string): string | undefined {
  const values = new Map<string, string>()
  parameterPattern.lastIndex = 0
  let end = 0
  for (let found = parameterPattern.exec(text); found; found = parameterPattern.exec(text)) {
    const [, name = '', value = ''] = found
    const key = name.toLowerCase()
    if ((values.get(key) ?? value) !== value) return 'mime: duplicate parameter name'
    values.set(key, value)
    end = parameterPattern.lastIndex
  }
  return ['', ';'].includes(text.slice(end).trim()) ? undefined : 'mime: invalid media parameter'
}

/** The media types that an operation accepts. */
const listAcceptedTypes = ({ body }: Operation): string[] => [
  ...(body && 'text' in body ? [body.text] : []),
  'application/json',
]

/** The media type of a request body, in lower case, from the header `Content-Type`. */
export function readContentType(header: string | null, operation: Operation): Result<string> {
  const text = header === null || header === '' ? 'application/octet-stream' : header
  const base = text.split(';', 1)[0] ?? ''
  const mediaType = base.trim().toLowerCase()
  const reason = checkMediaType(mediaType, text.slice(base.length))
  if (reason !== undefined)
    return fail('COULD_NOT_PARSE_BODY', {
      reason: `parsing Content-Type header from ${quoteGoString(text)} failed, because ${reason}`,
    })
  const accepted = listAcceptedTypes(operation)
  if (accepted.includes(mediaType)) return succeed(mediaType)
  return {
    ok: false,
    failure: {
      ...createFieldFailure(
        'Content-Type',
        `unsupported media type ${quoteGoString(mediaType)}, only [${accepted.join(' ')}] are allowed`,
        mediaType,
      ),
      status: 415,
    },
  }
}

/** Whether an entry of the header matches a media type with a weight above zero. */
function acceptsType(entries: readonly string[], mediaType: string): boolean {
  return entries.some((entry) => {
    const [mediaRange = '', ...parameters] = entry
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    if (parameters.some((parameter) => /^q=0?(\.0*)?$/.test(parameter))) return false
    return (
      mediaRange === '*/*' ||
      mediaRange === mediaType ||
      (mediaRange.endsWith('/*') && mediaType.startsWith(mediaRange.slice(0, -1)))
    )
  })
}

/**
 * Refuses a header `Accept` that excludes all media types of the response. Requests with a body are
 * never refused.
 */
export function checkAccept(header: string | null, { media }: Operation): Failure | undefined {
  const entries = (header ?? '').split(',').filter((entry) => entry.trim() !== '')
  const available = [...(media === undefined ? [] : [media]), 'application/json']
  if (entries.length === 0 || available.some((mediaType) => acceptsType(entries, mediaType)))
    return undefined
  return {
    ...createFieldFailure(
      'Accept',
      `unsupported media type requested, only [${available.join(' ')}] are available`,
      header,
    ),
    status: 406,
  }
}
