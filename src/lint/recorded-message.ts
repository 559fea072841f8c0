import recordings from '../../schemas/router-messages.json'
import type { Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { generalizePath } from '../schema/places.js'

/** The message that a router of a release logged when it stopped because of a value. */
export type RecordedMessage = { release: string; message: string }

/** The kinds of values for which messages were recorded; all values of a kind stop a router in the same way. */
const recordedKinds = new Set(['null', 'int', 'bool', 'list', 'map'])

/**
 * The message that a router of a release line logged for a value of the same kind at the same path; undefined if none
 * was recorded.
 * @param releaseLine Such as `2.0`: the message comes from one of its releases.
 */
export function findRecordedMessage(
  document: Document,
  path: Path,
  releaseLine: string,
): RecordedMessage | undefined {
  const kind = document.find(path)?.value.kind ?? 'missing'
  if (kind !== 'missing' && !recordedKinds.has(kind)) return undefined
  const key = generalizePath(formatPlace(path))
  for (const { message, value, releases, keys } of recordings) {
    if (value !== kind || !keys.some((other) => generalizePath(other) === key)) continue
    const release = releases.find((name) => name.startsWith(`${releaseLine}.`))
    if (release !== undefined) return { release, message }
  }
  return undefined
}

const formatPlace = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
