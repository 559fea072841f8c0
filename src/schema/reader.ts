import type { Platform } from '../formats/format.js'
import type { Path, Span } from '../document/diagnostic.js'
import type { Document, MapNode, Node } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import type { RouterConfig } from '../generated/config.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from './key.js'
import type { Observation, ValuePlace } from './observation.js'
import type { SchemaPlace } from './places.js'

/** Where a loaded value comes from. */
export type Origin = 'file' | 'environment' | 'default' | 'fallback' | 'clamped'

export type ValueOrigin = { place: ValuePlace; origin: Origin; span: Span }

/** The state of reading a file. */
export type Reader = {
  document: Document
  root: MapNode
  schema: SchemaNode
  /** Every place of the schema by name; computed on first use. */
  places: () => ReadonlyMap<string, readonly SchemaPlace[]>
  environment: Environment | undefined
  /** The system of the router; undefined means any but Windows. */
  platform: Platform | undefined
  observations: Observation[]
  /** Single origins, or grouped by list entry; undefined if they are not needed. */
  origins: (ValueOrigin | readonly ValueOrigin[])[] | undefined
  /** The value at `from`, and everything below it, is loaded at `to`. */
  moves: { from: Path; to: Path }[]
  /** Paths of strings that depend on unknown variables. */
  unknownPaths: Path[]
  /** Results for entries that were read before; undefined if the text will not be read again. */
  entryCache: EntryCache | undefined
  /** How often reading depended on other parts of the file. */
  externalReads: number
  /** Values that are loaded outside of the map in which the file has them. */
  movedValues: { to: Path; value: Json }[]
}

/** The result of reading a node on trial. `isKnown` is false if the value depends on unknown variables. */
export type Trial = {
  observations: readonly Observation[]
  value: Json | undefined
  isKnown: boolean
}

/** Reads a node, of this or another document, as if it were the value of a key. */
export type TryRead = (key: SchemaNode, node: Node, place: ValuePlace, document?: Document) => Trial

/** The result of reading a list entry that would have the same result in any file and at any index. */
export type CachedEntry = {
  key: SchemaNode
  place: ValuePlace
  value: Json | undefined
  /** The observations have the places and nodes of the entry, so they stay valid if the entry moves. */
  observations: readonly Observation[]
  origins: readonly ValueOrigin[]
}

/** Results for the entries of one text, to be reused for its next version. */
export type EntryCache = WeakMap<MapNode, CachedEntry>

/** A configuration in which anything may be missing; whatever is present has the right type. */
export type PartialConfig = Partial<{ [Name in keyof RouterConfig]: Part<RouterConfig[Name]> }>

type Part<Type> = Type extends readonly (infer Item)[]
  ? Part<Item>[]
  : Type extends object
    ? { [Name in keyof Type]?: Part<Type[Name]> }
    : Type
