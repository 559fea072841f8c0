import type { Path, Span } from '../document/diagnostic.js'
import type { Document, MapNode, Node } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import type { RouterConfig } from '../generated/config.js'
import type { Json, Key } from './key.js'
import type { Observation, ValuePlace } from './observation.js'
import type { SchemaPlace } from './places.js'

/** Where a loaded value comes from. */
export type Origin = 'file' | 'environment' | 'default' | 'fallback' | 'clamped'

/** Where a value comes from that stands somewhere. */
export type ValueOrigin = { place: ValuePlace; origin: Origin; span: Span }

/** What one reading of a file collects. */
export type Reader = {
  document: Document
  root: MapNode
  schema: Key
  /** Every place of the schema by name; made when it is first asked for. */
  places: () => ReadonlyMap<string, readonly SchemaPlace[]>
  environment: Environment | undefined
  observations: Observation[]
  /** Where values come from that the file names, alone or those of an entry together. */
  origins: (ValueOrigin | readonly ValueOrigin[])[]
  /** Everything below one path counts for another. */
  moves: { from: Path; to: Path }[]
  /** Places whose text hangs on variables that are not known. */
  unknown: Path[]
  /** What is known of entries that were read before; absent where nobody reads on. */
  entryCache: EntryCache | undefined
  /** How often it was asked what stands elsewhere in the file. */
  externalReads: number
  /** Values that are loaded in another place, by the path of that place. */
  moved: { to: Path; value: Json }[]
}

/** What reading a node on trial gives: what would be wrong about it, and what would be loaded, if that is known. */
export type Trial = {
  observations: readonly Observation[]
  value: Json | undefined
  isKnown: boolean
}

/** Reads a node, of the document or of another, as if it were the value of a key. */
export type TryRead = (key: Key, node: Node, place: ValuePlace, document?: Document) => Trial

/** What reading an entry of a list gave, where it says nothing about it and would say the same in any file. */
export type CachedEntry = {
  key: Key
  place: ValuePlace
  value: Json | undefined
  origins: readonly ValueOrigin[]
}

/** What is known of the entries of one text, for the next version of it. */
export type EntryCache = WeakMap<MapNode, CachedEntry>

/** A configuration of which anything may be missing; what is there is of the right type. */
export type Draft = Partial<{ [Name in keyof RouterConfig]: Part<RouterConfig[Name]> }>

type Part<Type> = Type extends readonly (infer Item)[]
  ? Part<Item>[]
  : Type extends object
    ? { [Name in keyof Type]?: Part<Type[Name]> }
    : Type
