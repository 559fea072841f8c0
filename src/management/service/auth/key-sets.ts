import type { JWK } from 'jose'
import { isPlainObject } from '../../plain.js'

/** Keys that others publish, looked up by their id. */
export type KeySets = {
  readonly find: (endpoint: string, keyId: string) => Promise<readonly JWK[]>
}

type KeySetOptions = {
  readonly fetch: (
    url: string,
    init: { headers: Record<string, string>; redirect: 'error'; signal: AbortSignal },
  ) => Promise<Response>
  readonly clock: () => Date
  /** Seconds between two requests to an endpoint; so often at most, whatever clients present. */
  readonly pause?: number
  /** Seconds for which keys are used without asking again whether they are still published. */
  readonly age?: number
  /** Seconds that an endpoint has for its answer. */
  readonly patience?: number
}

/** What is known of an endpoint: when it was asked last, when it answered last, in milliseconds, and what. */
type CachedKeySet = {
  readonly askedAt: number
  readonly answeredAt: number
  readonly keys: readonly JWK[]
}

/** Key sets are small; an answer longer than this, in bytes, is none. */
const maxBytes = 256 * 1024

/**
 * The key sets (RFC 7517) of endpoints. An unknown key is asked for, so that a new one works at once; an endpoint that
 * does not answer leaves what is known until it is too old. The caller decides which endpoints may be asked; a redirect is not followed.
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
      // No connection, no answer in time, no JSON: all the same to the one who waits.
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

/** The keys of a key set that can be named; undefined where it is none. */
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
