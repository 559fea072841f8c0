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
  /** The SHA-256 of the client's secret (RFC 7636). */
  readonly challenge: string
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly startedBy: SignInClient
  /** The session of the user who signed in, and how. */
  session?: Omit<Grant, 'client' | 'scopes'> & { id: string }
  code?: string
}

/** The time in ms for signing in, and for exchanging the code. */
const lifetime = 10 * 60_000

/**
 * Maximum number of requests to remember. A new one replaces the oldest of the client with the most, so that nobody can
 * end the requests of others by sending many.
 */
const maxRequests = 10_000

/** Open requests, in memory: a restart ends them, and the client begins again. */
export type AuthRequests = {
  /** Remembers the request of a client at an address, which requests from this process do not have. */
  readonly add: (request: Omit<AuthRequest, 'id'>, address: string | undefined) => AuthRequest
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
  const requests = new Map<string, { request: AuthRequest; begunAt: number; client: string }>()
  /** The ids of the requests of each client, the oldest first. */
  const idsByClient = new Map<string, Set<string>>()
  const codes = new Map<string, string>()
  const remove = (id: string): void => {
    const known = requests.get(id)
    if (!known) return
    const { request, client } = known
    codes.delete(request.code ?? '')
    requests.delete(id)
    const ids = idsByClient.get(client)
    ids?.delete(id)
    if (ids?.size === 0) idsByClient.delete(client)
  }
  const removeExpired = (): void => {
    // The oldest ones come first.
    for (const [id, { begunAt }] of requests) {
      if (isWithinTime(lifetime, begunAt, now())) break
      remove(id)
    }
  }
  const removeOldestOfMost = (): void => {
    let most: ReadonlySet<string> = new Set()
    for (const ids of idsByClient.values()) if (ids.size > most.size) most = ids
    const [oldest] = most
    if (oldest !== undefined) remove(oldest)
  }
  const find = (id: string | undefined): AuthRequest | undefined => {
    const known = id === undefined ? undefined : requests.get(id)
    return known && isWithinTime(lifetime, known.begunAt, now()) ? known.request : undefined
  }
  return {
    find,
    add: (sent, address) => {
      removeExpired()
      if (requests.size >= maxRequests) removeOldestOfMost()
      const request = { ...sent, id: newId() }
      const client = address === undefined ? '' : toRateLimitKey(address)
      requests.set(request.id, { request, begunAt: now(), client })
      idsByClient.set(client, (idsByClient.get(client) ?? new Set()).add(request.id))
      return request
    },
    issueCode: (request) => {
      codes.delete(request.code ?? '')
      request.code = Buffer.from(random(32)).toString('base64url')
      // If the request has ended meanwhile, its code is not valid.
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
