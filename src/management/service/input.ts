import type { Operation } from '../operation.js'
import type { Shapes } from './body/index.js'
import { checkAccept, readBody, readContentType, readQuery } from './body/index.js'
import type { Call } from './handler.js'
import { Refusal, valueOf } from './refusal.js'

/** What the fetch API says of a text where its sender said nothing; a body that may be plain text is that all the same. */
const assumed = 'text/plain;charset=UTF-8'

const typeOf = (header: string | null, { body }: Operation): string | null =>
  header === assumed && !(body && 'text' in body) ? null : header

/** What a request sends with its body, checked by the contract, as are its query and its headers. */
export function inputOf(
  { headers, text }: { headers: Headers; text: string },
  operation: Operation,
  { shapes, search }: { shapes: Shapes; search: URLSearchParams },
): Pick<Call, 'input' | 'sets'> {
  const mediaType =
    text === ''
      ? undefined
      : valueOf(readContentType(typeOf(headers.get('content-type'), operation), operation))
  const failure = text === '' ? checkAccept(headers.get('accept'), operation) : undefined
  if (failure) throw new Refusal(failure)
  const input = valueOf(
    readBody(text, operation, { shapes, ...(mediaType !== undefined && { mediaType }) }),
  )
  valueOf(readQuery(search, operation))
  return { input, sets: operation.method === 'PATCH' ? setsOf(text) : [] }
}

/** What stands behind the first value of a text does not count, so a text that was read may still be none to others. */
function setsOf(text: string): string[] {
  try {
    return Object.entries(Object(JSON.parse(text))).flatMap(([name, value]) =>
      value === null ? [] : [name],
    )
  } catch {
    return []
  }
}
