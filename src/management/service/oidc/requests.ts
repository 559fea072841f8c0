import { toRateLimitKey } from '../auth/attempts.js'
import { isWithinTime } from '../call/times.js'
import type { RandomBytes } from '../call/identifiers.js'
import type { SignInClient } from './same-client.js'
import type { Grant } from './tokens.js'

/** A request of a client to let a user sign in (RFC 6749, section 4.1.1). */
export type AuthRequest = {
  readonly id: string
  readonly client: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** The SHA-256 of the code verifier, which only the client knows (RFC 7636). */
  readonly challenge: string
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly startedBy: SignInClient
  /** The session of the user who signed in, and the methods of the sign-in; absent before the sign-in. */
  session?: Omit<Grant, 'client' | 'scopes'> & { id: string }
  /** The latest code that was issued, if any. */
  code?: string
}

/** How long after the start of a sign-in the client can exchange its code, in ms. */
const lifetime = 10 * 60_000

/**
 * Maximum number of requests to remember. Beyond it, a new request replaces the oldest request of the address with the
 * most requests, so that nobody can end the requests of others by sending many.
 */
const maxRequests = 10_000

/** The sign-ins in progress. They are kept in memory, so a restart ends them, and their clients must begin again. */
export type AuthRequests = {
  /** Remembers the request of a client. `address` is undefined for requests from this process. */
  readonly add: (request: Omit<AuthRequest, 'id'>, address: string | undefined) => AuthRequest
  readonly find: (id: string | undefined) => AuthRequest | undefined
  /** Creates the code for a request; a previous code becomes invalid. */
  readonly issueCode: (request: AuthRequest) => string
  /**
   * Returns the request for which a code was issued, and removes it, because codes work once. Undefined if the code is
   * unknown or has expired.
   */
  readonly take: (code: string) => AuthRequest | undefined
}

export function createAuthRequests({
  now,
  createId,
  random,
}: {
  now: () => number
  createId: () => string
  random: RandomBytes
}): AuthRequests {
  const requests = new Map<
    string,
    { request: AuthRequest; startedAt: number; addressKey: string }
  >()
  /** The ids of the requests from each address, the oldest first. */
  const idsByAddress = new Map<string, Set<string>>()
  const codes = new Map<string, string>()
  const remove = (id: string): void => {
    const entry = requests.get(id)
    if (!entry) return
    const { request, addressKey } = entry
    codes.delete(request.code ?? '')
    requests.delete(id)
    const ids = idsByAddress.get(addressKey)
    ids?.delete(id)
    if (ids?.size === 0) idsByAddress.delete(addressKey)
  }
  const removeExpired = (): void => {
    // The map is in the order in which the requests started, the oldest first.
    for (const [id, { startedAt }] of requests) {
      if (isWithinTime(lifetime, startedAt, now())) break
      remove(id)
    }
  }
  const removeOldestOfLargest = (): void => {
    let largest: ReadonlySet<string> = new Set()
    for (const ids of idsByAddress.values()) if (ids.size > largest.size) largest = ids
    const [oldest] = largest
    if (oldest !== undefined) remove(oldest)
  }
  const find = (id: string | undefined): AuthRequest | undefined => {
    const entry = id === undefined ? undefined : requests.get(id)
    return entry && isWithinTime(lifetime, entry.startedAt, now()) ? entry.request : undefined
  }
  return {
    find,
    add: (fields, address) => {
      removeExpired()
      if (requests.size >= maxRequests) removeOldestOfLargest()
      const request = { ...fields, id: createId() }
      const addressKey = address === undefined ? '' : toRateLimitKey(address)
      requests.set(request.id, { request, startedAt: now(), addressKey })
      idsByAddress.set(addressKey, (idsByAddress.get(addressKey) ?? new Set()).add(request.id))
      return request
    },
    issueCode: (request) => {
      codes.delete(request.code ?? '')
      request.code = Buffer.from(random(32)).toString('base64url')
      // If the request has been removed in the meantime, its code is not valid.
      if (requests.has(request.id)) codes.set(request.code, request.id)
      return request.code
    },
    take: (code) => {
      const request = find(codes.get(code))
      if (request) remove(request.id)
      return request
    },
  }
}
