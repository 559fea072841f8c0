import type { Json } from '../document/record.js'
import type { FormatTraits, Format, ScalarValue, Wrap } from '../formats/format.js'
import type { Condition } from './conditions.js'

/** What the router does about an invalid value. */
export type Outcome =
  | 'refuses'
  | 'crashes'
  /** As if the key were absent. */
  | 'ignores'
  | 'clamps'
  /** Accepted as written; the part of the router that needs the value uses `x-instead` later. */
  | 'changes-later'
  /** Accepted as written; the part of the router that needs the value fails on first use. */
  | 'fails-later'
  /** Accepted as written and never used. */
  | 'unused'
  | 'accepts'

/** How a value is invalid; `null` is a key without a value, `above` a value over the upper bound. */
export const failures = ['missing', 'null', 'type', 'format', 'range', 'above'] as const

export type ValueFailure = (typeof failures)[number]

/**
 * When the router reads a key: when it loads the file, when it starts, when it first uses the part that the key
 * configures, or later, if at all. `enroll`: only `ziti router enroll` reads the key, not the running router.
 */
export type Phase = 'load' | 'start' | 'use' | 'later' | 'enroll'

/** A documented change of a key between releases. */
export type Change = {
  /** The releases that the change applies to, as ranges like '>=1.4.0'. */
  in: readonly string[]
  kind: 'fatal' | 'silently-ignored' | 'no-effect' | 'effective-value' | 'relaxed' | 'info'
  what: string
  /** What the change means for an existing file. */
  effect: string
  /**
   * Which files the change affects: files that have the key, files that do not, all files, or files for which the
   * reader or a rule reports the change.
   */
  hits: 'written' | 'absent' | 'always' | 'told'
  /** If set, the change only affects files in which a string at or below the key matches this pattern. */
  values?: string
  /** If set, the change only affects the key in this section; other sections share the key. */
  within?: string
  /**
   * The value to write so that later releases behave as earlier releases did without the key. Absent if that is the
   * earlier default; null if no value does this.
   */
  keep?: Json
}

/**
 * The facts of a key in releases outside `in` that differ from the current facts; null for a fact that did not exist in
 * those releases.
 */
export type EarlierFacts = {
  in: readonly string[]
  before: Partial<{ [Name in keyof KeyFacts]: KeyFacts[Name] | null }>
}

/** The kinds of things that keys define or refer to by name. */
export type NamedThing = 'host' | 'group'

/** An example of a list entry: its purpose (`label`), and its optional keys with sample values (`with`). */
export type EntryExample = {
  label: string
  /** More about the purpose; absent if the explanation of its mode or binding says enough. */
  detail?: string
  with?: Readonly<Record<string, Json>>
}

/** The description of a key in releases outside `in`. */
export type EarlierDescription = { in: readonly string[]; description: string }

/**
 * The facts of a key, with references resolved. The keys below it are given by their indexes in the table. Texts for
 * people are in a separate table.
 */
export type KeyFacts = {
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
  /** Whether editors leave the key out of their suggestions. */
  'x-not-suggested'?: boolean
  required?: readonly string[]
  properties?: Readonly<Record<string, number>>
  items?: number
  /** The index of the key that describes an entry, by the `binding` of the entry. */
  variants?: Readonly<Record<string, number>>
  'x-unit'?: string
  'x-min'?: string
  'x-max'?: string
  'x-schemes'?: readonly string[]
  'x-brackets'?: boolean
  'x-refuses-nan'?: boolean
  'x-wraps'?: Wrap
  'x-substitutes'?: Readonly<Record<string, number>>
  'x-clamps-to'?: readonly [string, string]
  'x-instead'?: Json
  'x-stored-as'?: string
  'x-same-as'?: string
  'x-phase'?: Phase
  /** The condition under which the key is read when the router starts, and not later. */
  'x-starts-when'?: string
  /** When a value of the wrong type causes the failure, if that is not when the key is read. */
  'x-type-phase'?: Phase
  /** When bounds are checked, if that is later than when the value is read. */
  'x-range-phase'?: Phase
  /** The effect of a value outside the bounds, if the outcome alone does not explain it. */
  'x-range-effect'?: string
  'x-above-effect'?: string
  /** Values that are allowed, but rarely intended. */
  'x-doubtful'?: { readonly below: number | string; readonly effect: string }
  'x-read-when'?: string
  /** Whether an empty string counts as if the key were absent. */
  'x-empty-absent'?: boolean
  /** What the router uses for an empty string. */
  'x-empty-means'?: string
  /** Whether the defaults also apply if the file does not have the key, but the condition in `x-read-when` holds. */
  'x-default-when-read'?: boolean
  /** The key whose value is the default: a key of the same map, or of the nearest map around it. */
  'x-default-from'?: string
  /** The key of the same map that must have a value for `x-default-from` to apply. */
  'x-default-with'?: string
  /** The file that is the default, next to the router file; `*` stands for the path of the router file. */
  'x-default-file'?: string
  /** The format that the router requires for the string if `x-read-when` does not hold. */
  'x-idle-format'?: string
  'x-read-in'?: readonly string[]
  'x-null-as'?: Json
  'x-reads-names'?: 'ignoring-case' | 'ignoring-case-capitalized'
  'x-outcome'?: Readonly<Partial<Record<ValueFailure, Outcome>>>
  'x-secret'?: boolean
  /** Why a value that the router reads changes nothing. */
  'x-no-effect'?: string
  'x-replaced-by'?: string
  /**
   * The value to write under the key that replaces this one, if it differs from the old value; `{}` stands for the old
   * value.
   */
  'x-migrates-as'?: string
  /** `ziti router enroll` uses the value, or writes to the path in the value. */
  'x-enrolls'?: boolean
  'x-history'?: readonly EarlierFacts[]
  /**
   * The content of a map before its entries are read, in the release `standard` of the table. Computed when the table
   * is generated.
   */
  filled?: Readonly<Record<string, Json>>
}

/** What people read about a key, and what editors offer for it. */
export type Texts = {
  description?: string
  examples?: readonly Json[]
  /** What the allowed words of the key mean, the most used first. */
  meanings?: Readonly<Record<string, string>>
  /** Names of keys below this one that most files have in addition to the required keys. */
  usual?: readonly string[]
  /** Names of keys below this one that people set most often, the most used first. */
  often?: readonly string[]
  /** Entries of a list that editors offer. */
  entries?: readonly EntryExample[]
  /** The kind of thing that the value, or each item of a list, defines. */
  defines?: NamedThing
  /** The kind of thing that the value, or each item of a list, refers to; by default `defines`. */
  mentions?: NamedThing
  /** Where the facts come from in the sources of the router. */
  comment?: string
  earlier?: readonly EarlierDescription[]
  changes?: readonly Change[]
  /** The changes in releases after the one that the texts are for. */
  later?: readonly Change[]
}

/**
 * Bounds in the unit of the loaded value. If the router clamps values, those below the bounds become the first number
 * in `clamp`, those above the second.
 */
export type Bounds = {
  min: number
  max: number
  /** Whether `min` and `max` themselves are out of bounds. */
  isExclusive: boolean
  clamp: readonly [number, number]
}

/**
 * A key as the router of one release reads it. The facts that are needed most often are copied from `keyFacts`, because
 * those objects have different shapes, which makes their properties slow to find in V8.
 */
export type SchemaNode = {
  readonly index: number
  readonly keyFacts: KeyFacts
  /** Whether the release reads the key. */
  readonly isRead: boolean
  readonly kinds: ReadonlySet<ScalarValue['kind'] | 'map' | 'list'>
  /** Whether a key without a value is valid: it counts as absent, or gets its defaults (`nullMeansDefaults`). */
  readonly nullable: boolean
  /** Whether any value is valid, because the router does not check the value. */
  readonly isUnchecked: boolean
  readonly format: Format | undefined
  readonly emptyIsAbsent: boolean
  /** What the router uses instead of an empty string; the loaded value stays empty. */
  readonly emptyMeans: string | undefined
  /** Whether strings are loaded as written, not parsed as durations or flags are. */
  readonly loadsVerbatim: boolean
  readonly formatTraits: FormatTraits
  /** Whether a single entry that is written without a list is read as a list with one entry. */
  readonly acceptsSingleItem: boolean
  readonly convertsItemsToText: boolean
  readonly words: readonly string[] | undefined
  readonly bounds: Bounds | undefined
  readonly outcome: Readonly<Record<ValueFailure, Outcome>>
  readonly required: readonly string[]
  readonly minItems: number
  /** Numbers that the router replaces with other numbers. */
  readonly substitutes: KeyFacts['x-substitutes']
  /** When the router reads the key, if not together with the map that contains it. */
  readonly phase: Phase | undefined
  /** If this condition holds, the router reads the key when it starts. */
  readonly startsWhen: Condition | undefined
  /** When a value of the wrong type causes the failure, if not when the key is read. */
  readonly typePhase: Phase | undefined
  /** When bounds are checked, if that is later than when the value is read. */
  readonly rangePhase: Phase | undefined
  /** The effects of values outside the bounds, as sentences, by `range` and `above`. */
  readonly effects: Readonly<Partial<Record<ValueFailure, string | undefined>>>
  /** Values below this, in the unit of the loaded value, are allowed but rarely intended. */
  readonly doubtful: { readonly below: number; readonly effect: string } | undefined
  /** The condition under which the router reads the key; undefined if it always does. */
  readonly condition: Condition | undefined
  /** How the value is read if the condition does not hold; undefined if it is not read then. */
  readonly idleKey: SchemaNode | undefined
  readonly deprecated: boolean
  readonly isSecret: boolean
  readonly noEffectReason: string | undefined
  readonly replacedBy: string | undefined
  readonly isUsedByEnroll: boolean
  /**
   * The key under which the value is loaded: a path from the root, or for a key of the same map, a dot and its name.
   */
  readonly sameAs: string | undefined
  /** The key of the same map under which this release stores the value by mistake. */
  readonly storedAs: string | undefined
  readonly nullMeansDefaults: boolean
  /** Whether the router ignores case in the names of the keys below this one. */
  readonly ignoresCase: boolean
  /** Whether a spelling that begins with a capital letter takes precedence if several spellings match. */
  readonly prefersCapitalized: boolean
  /** The releases that read the key, as ranges; undefined if all releases do. */
  readonly readIn: readonly string[] | undefined
  readonly release: string
  /** The key in each range of releases that read it alike, oldest first. */
  readonly versions: () => readonly KeyVersion[]
  /** Names of the keys below this one. */
  readonly names: readonly string[]
  readonly child: (name: string) => SchemaNode | undefined
  /** The key of the list entries. */
  readonly item: SchemaNode | undefined
  /** The values of `binding`, if the other keys of the map depend on it; otherwise undefined. */
  readonly bindings: readonly string[] | undefined
  readonly variant: (binding: string) => SchemaNode | undefined
  /** The content of a map before its entries are read: the defaults of its keys, durations in milliseconds. */
  readonly defaultValue: () => Readonly<Record<string, Json>>
  /** What is loaded if the key is absent; undefined if it has no default. */
  readonly absentValue: () => Json | undefined
}

/** A key as releases from `since` on read it, until the next version. */
export type KeyVersion = { since: string; key: SchemaNode }

/** Whether the router reads the number at this key only if it is written with a decimal point. */
export const needsPoint = ({ format }: SchemaNode): boolean =>
  format?.name === 'float' || format?.name === 'truncated-float'
