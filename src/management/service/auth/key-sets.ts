import type { JWK } from 'jose'
import { isRecent } from '../call/times.js'
import { isPlainObject } from '../../../document/record.js'
import type { KeySets } from '../call/context.js'
import type { FetchKeys, KeyResponse } from './fetch-keys.js'

type KeySetOptions = {
  readonly fetch: FetchKeys
  readonly clock: () => Date
}

/**
 * The cached keys of an endpoint. `requestedAt` is the time of the last request, `respondedAt` that of the last valid
 * response, in ms since 1970.
 */
type CachedKeySet = {
  readonly requestedAt: number
  readonly respondedAt: number
  readonly keys: readonly JWK[]
}

/** Minimum time between two requests to an endpoint in ms, even if clients present tokens with unknown key ids. */
const minRequestInterval = 10_000

/** How long, in ms, keys are used without checking that they are still published. */
const maxAge = 600_000

/** Maximum number of endpoints to remember. */
const maxEndpoints = 200

/** Timeout of a request in ms. */
const requestTimeout = 5000

/** Maximum size of a response in bytes; key sets are small. */
const maxBytes = 256 * 1024

/**
 * Fetches and caches key sets (JWKS, RFC 7517). An unknown key id triggers a request (at most one per
 * `minRequestInterval`), so that new keys work soon after they are published. If a request fails, cached keys are used
 * until they are too old. The caller decides which endpoints are allowed; redirects are not followed.
 */
export function createKeySets({ fetch, clock }: KeySetOptions): KeySets {
  const endpoints = new Map<string, Promise<CachedKeySet>>()

  async function request(
    endpoint: string,
    { respondedAt, keys }: Pick<CachedKeySet, 'respondedAt' | 'keys'>,
    now: number,
  ): Promise<CachedKeySet> {
    try {
      const response = await fetch(endpoint, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeout),
      })
      const publishedKeys = response.ok
        ? parseKeySet(JSON.parse(await readLimitedBody(response)))
        : undefined
      return publishedKeys
        ? { requestedAt: now, respondedAt: now, keys: publishedKeys }
        : { requestedAt: now, respondedAt, keys }
    } catch {
      // No connection, a timeout, or an invalid or too long response: the cached keys stay.
      return { requestedAt: now, respondedAt, keys }
    }
  }

  return {
    find: async (endpoint, keyId) => {
      const now = clock().getTime()
      const selectKeys = ({ respondedAt, keys: cachedKeys }: CachedKeySet): readonly JWK[] =>
        isRecent(maxAge, respondedAt, now) ? cachedKeys.filter(({ kid }) => kid === keyId) : []
      const cachedPromise = endpoints.get(endpoint)
      const cached = (await cachedPromise) ?? {
        requestedAt: -Infinity,
        respondedAt: -Infinity,
        keys: [],
      }
      const matchingKeys = selectKeys(cached)
      if (matchingKeys.length > 0 || isRecent(minRequestInterval, cached.requestedAt, now))
        return matchingKeys
      const currentPromise = endpoints.get(endpoint)
      const latestPromise =
        currentPromise && currentPromise !== cachedPromise
          ? currentPromise
          : request(endpoint, cached, now)
      // Forgets the endpoint that was requested longest ago, because whoever may change signers could name any number
      // of endpoints.
      endpoints.delete(endpoint)
      endpoints.set(endpoint, latestPromise)
      for (const oldest of endpoints.keys()) {
        if (endpoints.size <= maxEndpoints) break
        endpoints.delete(oldest)
      }
      return selectKeys(await latestPromise)
    },
  }
}

/** The keys in a key set that have a type (`kty`) and an id (`kid`); undefined if the document is not a key set. */
function parseKeySet(document: unknown): JWK[] | undefined {
  if (!isPlainObject(document) || !Array.isArray(document['keys'])) return undefined
  return document['keys'].filter(isKey)
}

const isKey = (value: unknown): value is JWK & { kid: string } =>
  isPlainObject(value) && typeof value['kty'] === 'string' && typeof value['kid'] === 'string'

async function readLimitedBody({ body }: KeyResponse): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) throw new Error('the response is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
