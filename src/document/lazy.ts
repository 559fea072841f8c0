/** Computes a value on first call and returns the same value afterwards. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** Computes a value again only for another text than the last one, such as for the parts of a file one after another. */
export function memoizeLast<Made>(make: (text: string) => Made): (text: string) => Made {
  let last: { text: string; made: Made } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) }
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
