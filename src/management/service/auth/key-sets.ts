import type { JWK } from 'jose'
import { isPlainObject } from '../../../document/record.js'

/** Published keys, looked up by their id. */
export type KeySets = {
  readonly find: (endpoint: string, keyId: string) => Promise<readonly JWK[]>
}

type KeySetOptions = {
  readonly fetch: (
    url: string,
    init: { headers: Record<string, string>; redirect: 'error'; signal: AbortSignal },
  ) => Promise<Response>
  readonly clock: () => Date
  /** Minimum seconds between two requests to an endpoint, whatever clients present. */
  readonly pause?: number
  /** Seconds for which keys are used without checking that they are still published. */
  readonly age?: number
  /** Timeout of an endpoint in seconds. */
  readonly patience?: number
}

/** Cached state of an endpoint: the times of the last request and the last response, in milliseconds, and its keys. */
type CachedKeySet = {
  readonly askedAt: number
  readonly answeredAt: number
  readonly keys: readonly JWK[]
}

/** Maximum size of a response in bytes; key sets are small. */
const maxBytes = 256 * 1024

/**
 * The key sets (RFC 7517) of endpoints. An unknown key triggers a request, so that a new one works immediately. If an
 * endpoint does not respond, the cached keys are used until they are too old. The caller decides which endpoints are
 * allowed; redirects are not followed.
 */
export function createKeySets({
  fetch,
  clock,
  pause = 10,
  age = 600,
  patience = 5,
}: KeySetOptions): KeySets {
  const endpoints = new Map<string, Promise<CachedKeySet>>()

  async function ask(
    endpoint: string,
    { answeredAt, keys }: Pick<CachedKeySet, 'answeredAt' | 'keys'>,
    now: number,
  ): Promise<CachedKeySet> {
    try {
      const response = await fetch(endpoint, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(patience * 1000),
      })
      const found = response.ok ? parseKeySet(JSON.parse(await readBounded(response))) : undefined
      return found
        ? { askedAt: now, answeredAt: now, keys: found }
        : { askedAt: now, answeredAt, keys }
    } catch {
      // No connection, timeout, or invalid JSON: the result is the same for the caller.
      return { askedAt: now, answeredAt, keys }
    }
  }

  return {
    find: async (endpoint, keyId) => {
      const now = clock().getTime()
      const keys = ({ answeredAt, keys: all }: CachedKeySet): readonly JWK[] =>
        now - answeredAt < age * 1000 ? all.filter(({ kid }) => kid === keyId) : []
      const earlier = endpoints.get(endpoint)
      const known = (await earlier) ?? { askedAt: -Infinity, answeredAt: -Infinity, keys: [] }
      const found = keys(known)
      if (found.length > 0 || now - known.askedAt < pause * 1000) return found
      const current = endpoints.get(endpoint)
      const later = current && current !== earlier ? current : ask(endpoint, known, now)
      endpoints.set(endpoint, later)
      return keys(await later)
    },
  }
}

/** The keys of a key set that have an id; undefined if it is not a key set. */
function parseKeySet(document: unknown): JWK[] | undefined {
  if (!isPlainObject(document) || !Array.isArray(document['keys'])) return undefined
  return document['keys'].filter(isKey)
}

const isKey = (value: unknown): value is JWK & { kid: string } =>
  isPlainObject(value) && typeof value['kty'] === 'string' && typeof value['kid'] === 'string'

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? []
  for await (const part of body) {
    length += part.length
    if (length > maxBytes) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
