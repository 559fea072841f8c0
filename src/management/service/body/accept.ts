import type { Operation } from '../../operation.js'
import type { Failure } from '../failure.js'
import { fieldFailure } from '../failure.js'

/** Whether one of the entries of a header asks for a media type, and not with the weight zero. */
function isAsked(entries: readonly string[], mediaType: string): boolean {
  return entries.some((entry) => {
    const [asked = '', ...parameters] = entry
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    if (parameters.some((parameter) => /^q=0?(\.0*)?$/.test(parameter))) return false
    return (
      asked === '*/*' ||
      asked === mediaType ||
      (asked.endsWith('/*') && mediaType.startsWith(asked.slice(0, -1)))
    )
  })
}

/** What is wrong with the header `Accept`: that it wants none of the media types that the operation answers with. Requests with a body get theirs. */
export function checkAccept(header: string | null, { media }: Operation): Failure | undefined {
  const entries = (header ?? '').split(',').filter((entry) => entry.trim() !== '')
  const offered = [...(media === undefined ? [] : [media]), 'application/json']
  if (entries.length === 0 || offered.some((mediaType) => isAsked(entries, mediaType)))
    return undefined
  return {
    ...fieldFailure(
      'Accept',
      `unsupported media type requested, only [${offered.join(' ')}] are available`,
      header,
    ),
    status: 406,
  }
}
