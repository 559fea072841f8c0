import type { Operation } from '../../operation.js'
import type { Result, Failure } from '../call/failure.js'
import { createFieldFailure, succeed, fail } from '../call/failure.js'

const listAcceptedTypes = ({ body }: Operation): string[] => [
  ...(body && 'text' in body ? [body.text] : []),
  'application/json',
]

export function readContentType(header: string | null, operation: Operation): Result<string> {
  const mediaType = (header || 'application/octet-stream').split(';', 1)[0]?.trim().toLowerCase()
  if (!mediaType || !/^[\w!#$%&'*+.^`|~-]+(?:\/[\w!#$%&'*+.^`|~-]+)?$/.test(mediaType))
    return fail('COULD_NOT_PARSE_BODY', { reason: 'the header Content-Type is not a media type' })
  const acceptedTypes = listAcceptedTypes(operation)
  if (acceptedTypes.includes(mediaType)) return succeed(mediaType)
  const reason = `unsupported media type; use ${acceptedTypes.join(' or ')}`
  return {
    ok: false,
    failure: { ...createFieldFailure('Content-Type', reason, mediaType), status: 415 },
  }
}

/** Whether an entry of the header `Accept` matches a media type, with a weight above zero. */
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
 * Fails if the header `Accept` matches neither JSON nor the media type of the response. Like controllers, callers use
 * this check only for requests without a body.
 */
export function checkAccept(header: string | null, { media }: Operation): Failure | undefined {
  const entries = (header ?? '').split(',').filter((entry) => entry.trim() !== '')
  const available = [...(media === undefined ? [] : [media]), 'application/json']
  if (entries.length === 0 || available.some((mediaType) => acceptsType(entries, mediaType)))
    return undefined
  const reason = `unsupported media type; available: ${available.join(', ')}`
  return { ...createFieldFailure('Accept', reason, header), status: 406 }
}
