import type { ResolvedValue, Field, Scalar } from '../document/document.js'
import type { Path, PathNode, Span } from '../document/diagnostic.js'
import type { Failure, Json, Key, Outcome, Phase } from './key.js'

/** The place of a value in the file. */
export type ValuePlace = PathNode & { parent: ValuePlace | undefined; key: Span; phase: Phase }

/** Where something was observed. */
type Observed = {
  place: ValuePlace
  span: Span
}

/** A value that is not as the router expects it, and what the router does about that. */
export type RejectedValue = Observed & {
  key: Key
  value: ResolvedValue
  failure: Failure
  outcome: Outcome
  phase: Phase
  /** What is expected, as the format describes it; absent where the key says it. */
  expected?: string
}

/** A scalar that counts, but not as it is written. */
type OddScalar = Observed & { key: Key; value: Scalar }

/** An entry that the schema knows: its key, the key of the map that has it, and what replaces it in this file. */
export type PlacedEntry = { child: Key; shape: Key; field: Field; place: ValuePlace }

type ObservedEntry = Observed & { entry: PlacedEntry; successor: Successor | undefined }

/** Another key that a key names, and where it is written. */
export type OtherKey = { key: Key; path: Path }

/** A key that replaces another: where it is written, and whether the router would read it in this file. */
export type Successor = OtherKey & { counts: boolean }

/** A required key that is not there. */
type MissingKey = { name: string; child: Key; outcome: Outcome; phase: Phase }

/** A place where a key was probably meant to be; without a path where several entries of a list may be meant. */
export type IntendedPlace = { key: Key | undefined; path: Path | undefined }

/** What is odd about a number beside what its observation is about. */
export type NumberOddity = { written: string; used: string; isWrapped: boolean }

/** What may be true of a scalar beside what its observation is about. */
type Asides = {
  /** Another number is used than the one that is written. */
  oddity?: NumberOddity
  /** Variables of the value that are not set, as written. */
  unset?: readonly string[]
}

/** A number that the router reads as another one. */
export type OddNumber = OddScalar & NumberOddity

/** Everything that reading a file may find, with the facts of each. */
type Observations = {
  'wrong-type': RejectedValue
  'empty-value': RejectedValue
  'bad-format': RejectedValue
  'value-not-allowed': RejectedValue
  /**
   * `storedAs` names the key to whose bounds this release holds the value; `clampedTo` is the bound that is used
   * instead of the value.
   */
  'value-out-of-range': RejectedValue & { storedAs?: string; clampedTo?: string | number }
  /** `note` is what the format says of it; absent for a map or a list instead of a switch. */
  'read-differently': Observed & { key: Key; value: ResolvedValue; given: string; note?: string }
  'doubtful-value': OddScalar & { effect: string }
  'not-a-number': OddScalar & { printed: string }
  'substituted-number': OddScalar & { number: number; used: number }
  'octal-number': OddNumber
  /** `doubt` is the effect of the number that is used, where that one is doubtful. */
  'wrapped-number': OddNumber & { doubt?: string }
  'variable-default': OddScalar & { defaults: readonly string[] }
  /** `text` is the value with nothing instead of the variables. */
  'unset-variable': OddScalar & { variables: readonly string[]; text: string }
  'stored-elsewhere': Observed & { value: ResolvedValue; other: string }
  'key-not-text': Observed & { field: Field }
  /** `meant` is the name of a key that it looks like; `missing` is that key where it is required and not there. */
  'unknown-key': Observed & {
    shape: Key
    field: Field
    meant: string | undefined
    missing?: MissingKey
  }
  /** `holders` are the places that have a key of this name, `replacements` keys that replaced such a key. */
  'misplaced-key': Observed & {
    field: Field
    holders: readonly string[]
    replacements: readonly string[]
    intended: IntendedPlace | undefined
  }
  'missing-key': Observed & MissingKey
  /** `reason` says why the router does not read it in this file; absent where only enrollment does. */
  'unread-key': ObservedEntry & { reason: string | undefined }
  /** `since` is the first release that reads it. */
  'newer-key': ObservedEntry & { since: string }
  'obsolete-key': ObservedEntry
  'never-read': ObservedEntry
  /** `isUsual` where the value is the one that the router uses anyway. */
  'deprecated-key': ObservedEntry & { value: Json | undefined; isUsual: boolean }
  'no-effect': ObservedEntry & { isUsual: boolean }
}

export type ObservationKind = keyof Observations

/** What reading a file found at one place: facts, which a rule puts into words. */
export type Observation = {
  [Kind in ObservationKind]: { kind: Kind } & Observations[Kind] & Asides
}[ObservationKind]

export type ObservationOf<Kind extends ObservationKind> = Extract<Observation, { kind: Kind }>

/** Whether an observation is of a kind. */
export const isObservationOf = <Kind extends ObservationKind>(
  observation: Observation,
  kind: Kind,
): observation is ObservationOf<Kind> => observation.kind === kind

/** Whether the router does not run because of what was observed. */
export const isFatal = (observation: Observation): boolean => {
  const cause =
    observation.kind === 'unknown-key' && observation.missing ? observation.missing : observation
  return 'outcome' in cause && isFatalOutcome(cause.outcome, cause.phase)
}

/** What fails later, if at all, or at enrollment only does not keep the router from running. */
export const isFatalOutcome = (outcome: Outcome, phase: Phase): boolean =>
  (outcome === 'refuses' || outcome === 'crashes') && phase !== 'later' && phase !== 'enroll'
