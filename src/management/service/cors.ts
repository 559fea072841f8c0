import type { Handle, Outgoing } from './exchange.js'

/** What pages may send, in the form in which it is written. */
const headers = new Map(
  ['Accept', 'Authorization', 'Content-Type', 'Mfa-Validation-Code', 'Zt-Session'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** How long browsers need not ask again, in seconds. */
const remembered = '600'

/** Lets pages of an origin, or with `*` those of all, use the service (CORS, as the Fetch standard has it). */
export function withOrigin(handle: Handle, origin: string): Handle {
  const allowed = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Zt-Session',
    ...(origin !== '*' && { vary: 'Origin' }),
  }
  const add = (outgoing: Outgoing): Outgoing => ({
    ...outgoing,
    headers: { ...outgoing.headers, ...allowed },
  })
  return async (incoming, connection) => {
    const asking = incoming.headers.get('origin')
    if (asking === null || (origin !== '*' && asking !== origin))
      return handle(incoming, connection)
    if (
      incoming.method !== 'OPTIONS' ||
      incoming.headers.get('access-control-request-method') === null
    )
      return add(await handle(incoming, connection))
    const wanted = (incoming.headers.get('access-control-request-headers') ?? '')
      .split(',')
      .flatMap((name) => headers.get(name.trim().toLowerCase()) ?? [])
    const may = {
      'access-control-allow-methods': methods,
      'access-control-max-age': remembered,
      ...(wanted.length > 0 && { 'access-control-allow-headers': wanted.join(',') }),
    }
    return add({ status: 200, headers: may, body: null })
  }
}
