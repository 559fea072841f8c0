import type { FormatFacts, Format, ScalarValue, Wrap } from '../formats/format.js'
import type { Condition } from './conditions.js'

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** What the router does when a value is not as it must be. */
export type Outcome =
  | 'refuses'
  | 'crashes'
  /** As if the key were absent. */
  | 'ignores'
  | 'clamps'
  /** Taken as written; the part in question uses `x-instead` later. */
  | 'changes-later'
  /** Taken as written; the part in question fails when it is needed. */
  | 'fails-later'
  /** Taken as written and never used. */
  | 'unused'
  | 'accepts'

/** In what way a value is not as it must be; `null` is a key without a value, `above` a value over the upper bound. */
export const failures = ['missing', 'null', 'type', 'format', 'range', 'above'] as const

export type Failure = (typeof failures)[number]

/**
 * When the router looks at a key: when it loads the file, when it starts, when it first uses the part that the file
 * asks for, or later, if at all; `enroll` where only `ziti router enroll` reads it, and the running router does not.
 */
export type Phase = 'load' | 'start' | 'use' | 'later' | 'enroll'

/** A documented difference between releases, for people. */
export type Change = {
  /** Releases from which on it holds, as ranges like '>=1.4.0'. */
  in: readonly string[]
  kind: 'fatal' | 'silently-ignored' | 'no-effect' | 'effective-value' | 'relaxed' | 'info'
  what: string
  /** What it means for a file that is there already. */
  effect: string
  /** Which files it concerns: those that have the key, those that do not, both, or those about which the reader or a rule says so. */
  hits: 'written' | 'absent' | 'always' | 'told'
  /** It concerns only files in which a text at or below the key matches this pattern. */
  values?: string
  /** Value with which later releases do what earlier ones did without the key, where that is not the earlier default; null where there is none. */
  keep?: Json
}

/** What a key was in releases outside `in`: facts that replace those of today, null where there was none. */
export type Earlier = {
  in: readonly string[]
  before: Partial<{ [Name in keyof Source]: Source[Name] | null }>
}

/** The description of a key in releases outside `in`. */
export type EarlierText = { in: readonly string[]; description: string }

/**
 * A key as a schema file writes it, with references resolved and numbers instead of the keys below it: their
 * places in the table. Texts for people stand in a table of their own.
 */
export type Source = {
  type?: string | readonly string[]
  format?: string
  default?: Json
  const?: string
  enum?: readonly Json[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  deprecated?: boolean
  /** Whether editors keep quiet about it. */
  'x-not-suggested'?: boolean
  required?: readonly string[]
  properties?: Readonly<Record<string, number>>
  items?: number
  /** Alternatives by the value of `binding`. */
  variants?: Readonly<Record<string, number>>
  'x-unit'?: string
  'x-min'?: string
  'x-max'?: string
  'x-schemes'?: readonly string[]
  'x-brackets'?: boolean
  'x-wraps'?: Wrap
  'x-substitutes'?: Readonly<Record<string, number>>
  'x-clamps-to'?: readonly [string, string]
  'x-instead'?: Json
  'x-stored-as'?: string
  'x-same-as'?: string
  'x-phase'?: Phase
  /** The condition under which the key is looked at when the router starts, and not later. */
  'x-starts-when'?: string
  /** When bounds count, where that is later than when the value is read. */
  'x-range-phase'?: Phase
  /** What comes of a value outside the bounds, where the outcome does not say it all. */
  'x-range-effect'?: string
  'x-above-effect'?: string
  /** Values that are allowed and do what hardly anybody wants. */
  'x-doubtful'?: { readonly below: number | string; readonly effect: string }
  'x-read-when'?: string
  'x-read-in'?: readonly string[]
  'x-null-as'?: Json
  'x-reads-names'?: 'ignoring-case'
  'x-outcome'?: Readonly<Partial<Record<Failure, Outcome>>>
  'x-secret'?: boolean
  /** Why a value that the router reads changes nothing. */
  'x-no-effect'?: string
  'x-replaced-by'?: string
  /** What the key that took its place needs to have, where that is not the same value: `{}` stands for the value. */
  'x-carried-as'?: string
  /** `ziti router enroll` uses the value, or writes to the place that it names. */
  'x-enrolls'?: boolean
  'x-history'?: readonly Earlier[]
}

/** Every distinct key of the schema; the last is the file itself. */
export type Table = readonly Source[]

/** What people read about a key. */
export type Texts = {
  description?: string
  examples?: readonly Json[]
  /** Where in the sources of the router the facts were read. */
  comment?: string
  /** Other descriptions, of releases of which today's is not true. */
  earlier?: readonly EarlierText[]
  changes?: readonly Change[]
  /** Of changes, those that came after the release for which the texts are. */
  later?: readonly Change[]
}

/** Bounds in the unit of the loaded value; a clamped value becomes `clamp`. */
export type Bounds = {
  least: number
  most: number
  /** Whether the bounds themselves lie outside. */
  open: boolean
  clamp: readonly [number, number]
}

/** A key as the router of one release reads it. Reading uses no `Source`: each has a shape of its own, so V8 would look up every fact. */
export type Key = {
  /** Its place in the table. */
  readonly index: number
  readonly source: Source
  /** False where the release does not know the key. */
  readonly read: boolean
  readonly kinds: ReadonlySet<ScalarValue['kind'] | 'map' | 'list'>
  /** A key without value is fine, and as good as absent. */
  readonly nullable: boolean
  /** Any value is fine: nothing of it is read. */
  readonly any: boolean
  readonly format: Format | undefined
  /** A text is loaded as a text, and not as what it says. */
  readonly loadsText: boolean
  /** What the format asks for. */
  readonly facts: FormatFacts
  /** Value of a list entry written alone stands for the list. */
  readonly alone: boolean
  /** Entries of a list are printed as text, whatever they are. */
  readonly prints: boolean
  readonly words: readonly string[] | undefined
  readonly bounds: Bounds | undefined
  readonly outcome: Readonly<Record<Failure, Outcome>>
  readonly required: readonly string[]
  /** How many entries a list must have. */
  readonly minItems: number
  /** Numbers that stand for another one. */
  readonly substitutes: Source['x-substitutes']
  /** When the router looks at it, where that is not when it looks at the map that holds it. */
  readonly phase: Phase | undefined
  /** Where it holds, the router looks at the key when it starts. */
  readonly startsWhen: Condition | undefined
  /** When bounds count, where that is later. */
  readonly rangePhase: Phase | undefined
  /** What comes of a value outside the bounds, in words. */
  readonly effects: Readonly<Partial<Record<Failure, string | undefined>>>
  /** Values below this, in the unit of the loaded value, are allowed and do what hardly anybody wants. */
  readonly doubtful: { readonly below: number; readonly effect: string } | undefined
  /** When the router reads it, where it does not always. */
  readonly condition: Condition | undefined
  readonly deprecated: boolean
  readonly secret: boolean
  /** Why a value that the router reads changes nothing. */
  readonly noEffect: string | undefined
  readonly replacedBy: string | undefined
  /** Whether `ziti router enroll` uses the value. */
  readonly enrolls: boolean
  /** The key, of the same map after a dot, as which the value is loaded. */
  readonly sameAs: string | undefined
  /** The key of the same map as which this release stores the value by mistake. */
  readonly storedAs: string | undefined
  /** A map without value has its defaults. */
  readonly filledByNull: boolean
  /** Names of the keys below it are found in other letters too. */
  readonly ignoresCase: boolean
  /** Releases that read it, as ranges, where not all do. */
  readonly readIn: readonly string[] | undefined
  /** Names of the keys below it. */
  readonly names: readonly string[]
  readonly child: (name: string) => Key | undefined
  /** What the entries of a list are. */
  readonly item: Key | undefined
  /** Values of `binding` that decide what else there is; absent where nothing hangs on it. */
  readonly bindings: readonly string[] | undefined
  readonly variant: (binding: string) => Key | undefined
  /** What a map holds before anything of it is read: the defaults of its keys, durations in milliseconds. */
  readonly filled: () => Readonly<Record<string, Json>>
  /** What is loaded where the key is absent; undefined where absence means off. */
  readonly absent: () => Json | undefined
}

/** Whether the router takes no integer for a number. */
export const hasPoint = ({ format }: Key): boolean =>
  format?.name === 'float' || format?.name === 'truncated-float'
