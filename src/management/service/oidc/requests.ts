import type { RandomBytes } from '../identifiers.js'

/** A request of a client to let a user sign in (RFC 6749, section 4.1.1). */
export type AuthRequest = {
  readonly id: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** The SHA-256 of the client's secret (RFC 7636). */
  readonly challenge: string
  readonly state: string | undefined
  readonly nonce: string | undefined
  /** The session of the user who signed in, and how. */
  session?: { id: string; method: string; at: number }
  code?: string
}

/** The time in ms for signing in, and for exchanging the code. */
const lifetime = 10 * 60_000

/** Maximum number of requests to remember; a new one replaces the oldest. */
const maxRequests = 10_000

/** Open requests, in memory: a restart ends them, and the client begins again. */
export type AuthRequests = {
  readonly add: (request: Omit<AuthRequest, 'id'>) => AuthRequest
  readonly find: (id: string | undefined) => AuthRequest | undefined
  /** Creates the code for a request; the previous one becomes invalid. */
  readonly issueCode: (request: AuthRequest) => string
  /** Takes the request of a code, which works once. */
  readonly take: (code: string) => AuthRequest | undefined
}

export function createAuthRequests({
  now,
  newId,
  random,
}: {
  now: () => number
  newId: () => string
  random: RandomBytes
}): AuthRequests {
  const requests = new Map<string, { request: AuthRequest; endsAt: number }>()
  const codes = new Map<string, string>()
  const remove = (id: string): void => {
    codes.delete(requests.get(id)?.request.code ?? '')
    requests.delete(id)
  }
  const find = (id: string | undefined): AuthRequest | undefined => {
    const known = id === undefined ? undefined : requests.get(id)
    return known && known.endsAt > now() ? known.request : undefined
  }
  return {
    find,
    add: (sent) => {
      // The oldest ones come first.
      for (const [id, { endsAt }] of requests) {
        if (endsAt > now() && requests.size < maxRequests) break
        remove(id)
      }
      const request = { ...sent, id: newId() }
      requests.set(request.id, { request, endsAt: now() + lifetime })
      return request
    },
    issueCode: (request) => {
      codes.delete(request.code ?? '')
      request.code = Buffer.from(random(32)).toString('base64url')
      codes.set(request.code, request.id)
      return request.code
    },
    take: (code) => {
      const request = find(codes.get(code))
      if (request) remove(request.id)
      return request
    },
  }
}
