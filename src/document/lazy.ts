import { copyText } from '../yaml/copy-text.js'

export function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined
  return () => (computed ??= { value: compute() }).value
}

/** For callers that handle one file after another and need the value of each file often. */
export function memoizeLast<Value>(compute: (text: string) => Value): (text: string) => Value {
  let latest: { text: string; value: Value } | undefined
  return (text) => {
    if (latest?.text !== text) latest = { text, value: compute(text) }
    return latest.value
  }
}

/** In a weak map with many short-lived keys, V8 would keep the values until the next full garbage collection. */
export function memoizeLastObject<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
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
