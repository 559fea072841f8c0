/** A scalar as the YAML parser returns it; `unsigned` is an integer that only fits in 64 bits without a sign. */
export type ScalarValue =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  | { kind: 'int' | 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/** A value as loaded: durations in milliseconds, integers as numbers. */
export type LoadedValue = string | number | boolean | readonly string[]

/** The facts about a key that a format may need. */
export type FormatFacts = {
  schemes: readonly string[]
  allowsBrackets: boolean
  /** Whether NaN is refused, as a number out of bounds is. */
  refusesNan: boolean
  wrap: Wrap | undefined
}

/** How Go narrows an integer: to fewer bits, or to a 64-bit duration in nanoseconds. */
export type Wrap = 'int32' | 'uint32' | 'uint16' | 'milliseconds' | 'seconds'

/**
 * The result of reading a value: the loaded value, or a fault. `right` completes "… must be …". A `note` explains that
 * the value is used, but not as written. A value that does not count (`counts`) is checked and then treated as absent.
 * A `phase` is set if the router finds the fault only some time after it reads the key.
 */
export type FormatResult =
  | { value: LoadedValue; note?: string; counts?: boolean }
  | { fault: 'type' | 'format' | 'range'; expected: string; phase?: 'start'; refuses?: true }

/** The systems on which a router runs. */
export const platforms = ['linux', 'windows'] as const

/** The system on which a router runs; `linux` stands for all but Windows, which reads the paths of its identity differently. */
export type Platform = (typeof platforms)[number]

/** How the router reads a string as one type of value. */
export type Format = {
  name: string
  /** Kinds of scalars that the router accepts; others have the wrong type. */
  accepts: readonly ScalarValue['kind'][]
  /** Completes "must be …" for a value of another kind. */
  expected: string
  read: (scalar: ScalarValue, facts: FormatFacts, platform?: Platform) => FormatResult
  /** The most likely meaning of a value in another form, such as a URL; undefined if it is not clear. */
  guessMeaning?: (value: string, facts: FormatFacts) => string | undefined
  /** Normalizes words before they are compared with the allowed ones; without it, they are compared as written. */
  normalize?: (text: string) => string
}

/** Prints a scalar as Go's `%v` does. */
export function formatGoValue(scalar: ScalarValue): string {
  if (scalar.kind === 'text') return scalar.value
  if (scalar.kind === 'null') return '<nil>'
  if (scalar.kind !== 'float') return String(scalar.value)
  if (Object.is(scalar.value, -0)) return '-0'
  if (Number.isNaN(scalar.value)) return 'NaN'
  if (!Number.isFinite(scalar.value)) return scalar.value > 0 ? '+Inf' : '-Inf'
  const magnitude = Math.abs(scalar.value)
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e6)) {
    return scalar.value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
  return String(scalar.value)
}
