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

/**
 * Computes a value once per object, which keeps it. With a `WeakMap`, V8 would keep the values, and what they refer to,
 * until the next full garbage collection: those of thousands of files. Copies of the object do not have the value.
 */
export function memoizePerObject<Of extends object, Made>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const known = Symbol('memoized')
  return (of: Of & { [known]?: { made: Made } }) => {
    const found = of[known]
    if (found) return found.made
    const made = make(of)
    // An object that cannot be extended is asked again each time.
    Reflect.defineProperty(of, known, { value: { made } })
    return made
  }
}
