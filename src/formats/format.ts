/** A scalar as the YAML reader hands it over; `unsigned` is an integer that only fits 64 bits without sign. */
export type ScalarValue =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  | { kind: 'int' | 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/** A value as loaded: durations in milliseconds, integers as numbers. */
export type LoadedValue = string | number | boolean | readonly string[]

/** The facts about a key that a format may ask for. */
export type FormatFacts = {
  schemes: readonly string[]
  brackets: boolean
  wraps: Wrap | undefined
}

/** How Go narrows an integer: to fewer bits, or by turning it into a duration of nanoseconds in 64 bits. */
export type Wrap = 'int32' | 'uint32' | 'uint16' | 'milliseconds' | 'seconds'

/**
 * What reading gives: the loaded value, or a fault. `right` completes "… must be …".
 * A `note` says that the value counts, but not as written; a value that does not count is checked and then
 * as good as absent. A `phase` is that of a fault that shows later than the key is read.
 */
export type FormatResult =
  | { value: LoadedValue; note?: string; counts?: boolean }
  | { fault: 'type' | 'format' | 'range'; right: string; phase?: 'start' }

/** How the router reads the text of one value. */
export type Format = {
  name: string
  /** Kinds of scalars the router's code takes; others are of the wrong type. */
  accepts: readonly ScalarValue['kind'][]
  /** Completes "must be …" for a value of another kind. */
  right: string
  read: (given: ScalarValue, facts: FormatFacts) => FormatResult
  /** The form in which words are compared with the allowed ones; without it, as written. */
  normal?: (text: string) => string
}

/** Prints a scalar as Go's `%v` does. */
export function formatGoValue(given: ScalarValue): string {
  if (given.kind === 'null') return '<nil>'
  if (given.kind !== 'float') return String(given.value)
  if (Object.is(given.value, -0)) return '-0'
  if (Number.isNaN(given.value)) return 'NaN'
  if (!Number.isFinite(given.value)) return given.value > 0 ? '+Inf' : '-Inf'
  const size = Math.abs(given.value)
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) {
    return given.value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
  return String(given.value)
}
