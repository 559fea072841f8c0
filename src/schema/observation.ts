import type { ResolvedValue, Field, Scalar } from '../document/document.js'
import type { Path, PathNode, Span } from '../document/diagnostic.js'
import type { Json } from '../document/record.js'
import type { ValueFailure, SchemaNode, Outcome, Phase } from './key.js'

export type ValuePlace = PathNode & { parent: ValuePlace | undefined; key: Span; phase: Phase }

type ObservationPlace = {
  place: ValuePlace
  span: Span
}

export type RejectedValue = ObservationPlace & {
  key: SchemaNode
  value: ResolvedValue
  failure: ValueFailure
  outcome: Outcome
  phase: Phase
  /** What is expected, as the format describes it; absent if it follows from the key. */
  expected?: string
}

/** A scalar that the router uses, but probably not as the user intended. */
type OddScalar = ObservationPlace & { key: SchemaNode; value: Scalar }

/** A map entry that the schema knows: its key (`child`), the keys of its map (`shape`), and its nodes and place. */
export type PlacedEntry = {
  child: SchemaNode
  shape: SchemaNode
  field: Field
  place: ValuePlace
}

type ObservedEntry = ObservationPlace & { entry: PlacedEntry; successor: Successor | undefined }

/** Another key that a key refers to, and its path in the file. */
export type OtherKey = { key: SchemaNode; path: Path }

/** A key that replaces another, its path, and whether the router would read it in this file. */
export type Successor = OtherKey & { isReadHere: boolean }

type MissingKey = { name: string; child: SchemaNode; outcome: Outcome; phase: Phase }

/** The place where a key was probably meant to be; without a path if it may be in any of several list entries. */
export type IntendedPlace = { key: SchemaNode | undefined; path: Path | undefined }

/** An integer that is in octal notation, or that wraps to another number: as written, and as the router uses it. */
export type NumberOddity = { writtenText: string; usedText: string; isWrapped: boolean }

/** Facts about a scalar that any observation about it may have. */
type Extras = {
  /** Set if the router uses another number than the one that is written. */
  oddity?: NumberOddity
  /** Variables of the value that are not set, as written. */
  unset?: readonly string[]
}

export type OddNumber = OddScalar & NumberOddity

type Observations = {
  'wrong-type': RejectedValue
  'empty-value': RejectedValue
  'bad-format': RejectedValue
  'value-not-allowed': RejectedValue
  /**
   * `storedAs` names the key whose bounds this release applies to the value; `clampedTo` is the bound that is used
   * instead of the value.
   */
  'value-out-of-range': RejectedValue & { storedAs?: string; clampedTo?: string | number }
  /** `note` is the explanation of the format; absent for a map or a list in place of a boolean. */
  'read-differently': ObservationPlace & {
    key: SchemaNode
    value: ResolvedValue
    writtenText: string
    note?: string
  }
  'doubtful-value': OddScalar & { effect: string }
  'not-a-number': OddScalar & { printed: string }
  'substituted-number': OddScalar & { number: number; usedNumber: number }
  'octal-number': OddNumber
  /** `effect` describes what the used number causes, if that number is doubtful. */
  'wrapped-number': OddNumber & { effect?: string }
  'variable-default': OddScalar & { defaults: readonly string[] }
  /** `variables` are references without braces, as written, that may be meant as plain text. */
  'unbraced-variable': OddScalar & { variables: readonly string[] }
  /** `text` is the value with set variables expanded and unset ones removed. */
  'unset-variable': OddScalar & { variables: readonly string[]; text: string }
  'stored-elsewhere': ObservationPlace & { value: ResolvedValue; otherKey: string }
  'key-not-text': ObservationPlace & { field: Field }
  /** `otherSpelling` is another spelling of the same key in the same map. */
  'ambiguous-key': ObservationPlace & { field: Field; otherSpelling: string }
  /** `suggestedName` is a key with a similar name; `missing` is that key if it is required and missing. */
  'unknown-key': ObservationPlace & {
    shape: SchemaNode
    field: Field
    suggestedName: string | undefined
    missing?: MissingKey
  }
  /**
   * `parentPaths`: the closest maps in which the router reads a key with this name. `replacements`: keys that replaced
   * a key with this name, if there are no such maps. `bindings`: bindings with which the router would read the key at
   * its current place; if there are any, the other lists are empty.
   */
  'misplaced-key': ObservationPlace & {
    field: Field
    parentPaths: readonly string[]
    bindings: readonly string[]
    replacements: readonly string[]
    intended: IntendedPlace | undefined
  }
  'missing-key': ObservationPlace & MissingKey
  /** `reason` explains why the router does not read the key in this file; absent if only enrollment reads it. */
  'unread-key': ObservedEntry & { reason: string | undefined }
  /** `readIn` are the releases that read the key, as ranges. */
  'newer-key': ObservedEntry & { readIn: readonly string[] }
  'obsolete-key': ObservedEntry
  'never-read': ObservedEntry
  /** `isDefaultValue` if the router would use the same value without the key. */
  'deprecated-key': ObservedEntry & { value: Json | undefined; isDefaultValue: boolean }
  'no-effect': ObservedEntry & { isDefaultValue: boolean }
}

export type ObservationKind = keyof Observations

/** What reading a file found at one place. It contains only facts; a rule turns it into a message. */
export type Observation = {
  [Kind in ObservationKind]: { kind: Kind } & Observations[Kind] & Extras
}[ObservationKind]

export type ObservationOf<Kind extends ObservationKind> = Extract<Observation, { kind: Kind }>

export const isObservationOf = <Kind extends ObservationKind>(
  observation: Observation,
  kind: Kind,
): observation is ObservationOf<Kind> => observation.kind === kind

/** Whether an observation keeps the router from running. */
export const isFatal = (observation: Observation): boolean => {
  const cause =
    observation.kind === 'unknown-key' && observation.missing ? observation.missing : observation
  return 'outcome' in cause && isFatalOutcome(cause.outcome, cause.phase)
}

/**
 * Whether an outcome keeps the router from starting, or makes the part that the key configures fail or crash on first
 * use. Failures that may only show later, or only at enrollment, do not count.
 */
export const isFatalOutcome = (outcome: Outcome, phase: Phase): boolean =>
  (outcome === 'refuses' || outcome === 'crashes') && phase !== 'later' && phase !== 'enroll'
