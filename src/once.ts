/** A function that makes a value when it is first asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
