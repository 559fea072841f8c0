/** A function that makes a value when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** A function that makes something of an object when it is first asked for, and forgets it with the object. */
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
