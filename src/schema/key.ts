import type { Format, Given, Wrap } from '../formats/format.js'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

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

/** In what way a value is not as it must be; `null` is a key without a value. */
export type Failure = 'missing' | 'null' | 'type' | 'format' | 'range'

/**
 * When the router looks at a key: when it loads the file, when it starts, when it first uses the part that the file
 * asks for, or later, if at all.
 */
export type Phase = 'load' | 'start' | 'use' | 'later'

/** One documented difference between releases; `before` patches the key for releases outside `in`. */
export type Change = {
  in: readonly string[]
  kind?: 'fatal' | 'silently-ignored' | 'no-effect' | 'effective-value' | 'relaxed' | 'info'
  what?: string
  effect?: string
  before?: Json
}

/** A key as a schema file writes it. The vocabulary is checked by `schemas/meta.json`. */
export type Source = {
  type?: string | readonly string[]
  allOf?: readonly { $ref: string }[]
  oneOf?: readonly Source[]
  discriminator?: { propertyName: string }
  format?: string
  description?: string
  title?: string
  default?: Json
  const?: string
  enum?: readonly Json[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  examples?: readonly Json[]
  deprecated?: boolean
  required?: readonly string[]
  properties?: Readonly<Record<string, Source>>
  items?: Source
  $comment?: string
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
  'x-read-when'?: string
  'x-read-in'?: readonly string[]
  'x-null-as'?: Json
  'x-reads-names'?: 'ignoring-case'
  'x-outcome'?: Readonly<Partial<Record<Failure, Outcome>>>
  'x-secret'?: boolean
  'x-replaced-by'?: string
  'x-history'?: readonly Change[]
}

/** The schema of the whole file with everything that sections and definitions share under `$defs`. */
export type Bundle = Source & { $defs: Readonly<Record<string, Source>> }

/** Bounds in the unit of the loaded value; a clamped value becomes `clamp`. */
export type Bounds = {
  least: number
  most: number
  /** Whether the bounds themselves lie outside. */
  open: boolean
  clamp: readonly [number, number]
}

/** A key as the router of one release reads it. Nobody but `compile` looks at a `Source`. */
export type Key = {
  source: Source
  /** False where the release does not know the key. */
  read: boolean
  kinds: ReadonlySet<Given['kind'] | 'map' | 'list'>
  /** A key without value is fine, and as good as absent. */
  nullable: boolean
  /** Any value is fine: nothing of it is read. */
  any: boolean
  format: Format | undefined
  /** Value of a list entry written alone stands for the list. */
  alone: boolean
  /** Entries of a list are printed as text, whatever they are. */
  prints: boolean
  words: readonly string[] | undefined
  bounds: Bounds | undefined
  outcome: Readonly<Record<Failure, Outcome>>
  required: readonly string[]
  children: ReadonlyMap<string, Key>
  item: Key | undefined
  /** Alternatives by the value of `binding`. */
  variants: ReadonlyMap<string, Key> | undefined
  /** What a map holds before anything of it is read: the defaults of its keys, durations in milliseconds. */
  filled: Readonly<Record<string, Json>>
  /** What is loaded where the key is absent; undefined where absence means off. */
  absent: Json | undefined
}
