import { copyText } from '../yaml/copy-text.js'

/** Computes a value on first call and returns the same value afterwards. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** Remembers the value for the last text, for callers that handle one file after another and need it often for each. */
export function memoizeLast<Made>(make: (text: string) => Made): (text: string) => Made {
  let last: { text: string; made: Made } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) }
    return last.made
  }
}

/**
 * Remembers the value for the last object, for callers that handle one file after another. In a weak map with many
 * short-lived keys, V8 would keep the values until the next full garbage collection.
 */
export function memoizeLastObject<Of extends object, Made>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  let last: { of: Of; made: Made } | undefined
  return (of) => {
    if (last?.of !== of) last = { of, made: make(of) }
    return last.made
  }
}

/** Computes a value once per object. The cache does not keep the object alive. */
export function memoizePerObject<Of extends object, Made>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const known = new WeakMap<Of, { made: Made }>()
  return (of) => {
    const found = known.get(of)
    if (found) return found.made
    const made = make(of)
    known.set(of, { made })
    return made
  }
}

/** How many texts are remembered, and how long they may be. */
const maxRemembered = { texts: 64, length: 200 }

/**
 * Remembers the values for the most recent texts: files of a fleet, and versions of a file, have the same values and
 * the same mistakes.
 */
export function createMemory<Made>(): (text: string, make: () => Made) => Made {
  const known = new Map<string, { made: Made }>()
  return (text, make) => {
    const found = known.get(text)
    if (found) return found.made
    const made = make()
    if (known.size >= maxRemembered.texts) known.clear()
    if (text.length <= maxRemembered.length) known.set(copyText(text), { made })
    return made
  }
}
