import { copyText } from '../yaml/copy-text.js'

export function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined
  return () => (computed ??= { value: compute() }).value
}

/**
 * Remembers only the last value, for callers that handle one file, record or text after another. In a weak map with many
 * short-lived keys, V8 would keep the values until the next full garbage collection.
 */
export function memoizeLast<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let latest: { key: Key; value: Value } | undefined
  return (key) => {
    if (latest?.key !== key) latest = { key, value: compute(key) }
    return latest.value
  }
}

export function memoizePerObject<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const cached = cache.get(key)
    if (cached) return cached.value
    const value = compute(key)
    cache.set(key, { value })
    return value
  }
}

const cacheLimits = { texts: 64, length: 200 }

/**
 * Creates a cache of values by short texts, which is emptied when it is full. Files of a fleet, and versions of a file,
 * often have the same values and the same mistakes.
 */
export function createTextCache<Value>(): (text: string, compute: () => Value) => Value {
  const cache = new Map<string, { value: Value }>()
  return (text, compute) => {
    const cached = cache.get(text)
    if (cached) return cached.value
    const value = compute()
    if (cache.size >= cacheLimits.texts) cache.clear()
    if (text.length <= cacheLimits.length) cache.set(copyText(text), { value })
    return value
  }
}
