/** A scalar as the YAML parser returns it; `unsigned` is an integer that only fits in 64 bits without a sign. */
export type ScalarValue =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  | { kind: 'int' | 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/** A value as the router uses it: durations in milliseconds, integers as numbers. */
export type LoadedValue = string | number | boolean | readonly string[]

/** The traits of a key that its format may need. */
export type FormatTraits = {
  schemes: readonly string[]
  allowsBrackets: boolean
  /** Whether the router refuses NaN, as it does for keys with bounds. */
  refusesNan: boolean
  wrap: Wrap | undefined
}

/**
 * How Go converts an integer, which may overflow: to an integer with fewer bits, or from milliseconds or seconds to
 * nanoseconds in 64 bits.
 */
export type Wrap = 'int32' | 'uint32' | 'uint16' | 'milliseconds' | 'seconds'

/**
 * The result of reading a value: the value as the router uses it, or a fault. `note` explains why the value is not used
 * as written. With `counts: false`, the router checks the value and then treats it as absent. `expected` completes
 * "… must be …". `phase` is set if the router finds the fault only some time after it reads the key. With `refuses`,
 * the router refuses to start, whatever the key says about wrong values.
 */
export type FormatResult =
  | { value: LoadedValue; note?: string; counts?: boolean }
  | { fault: 'type' | 'format' | 'range'; expected: string; phase?: 'start'; refuses?: true }

/** The systems on which a router runs. */
export const platforms = ['linux', 'windows'] as const

/** The system on which a router runs. `linux` means any system but Windows, which reads identity paths differently. */
export type Platform = (typeof platforms)[number]

/** A format of scalars, which defines how the router reads them. */
export type Format = {
  name: string
  /** Kinds of scalars that the router accepts; others have the wrong type. */
  accepts: readonly ScalarValue['kind'][]
  /** Completes "must be …" for a scalar of a kind that is not in `accepts`. */
  expected: string
  read: (scalar: ScalarValue, traits: FormatTraits, platform?: Platform) => FormatResult
  /**
   * Rewrites a value that does not have this format, such as a URL instead of an address, as the author most likely
   * meant it; undefined if that is unclear.
   */
  guessMeaning?: (value: string, traits: FormatTraits) => string | undefined
  /** Normalizes a word before it is compared with the allowed words; without it, words are compared as written. */
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
