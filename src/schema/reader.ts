import type { Finding, Path, Span, Way } from '../diagnostic.js'
import type { Document, MapNode, Node } from '../document.js'
import type { Environment } from '../expand.js'
import type { Json, Key, Phase } from './key.js'
import type { Place as SchemaPlace } from './places.js'

/** Where a loaded value comes from. */
export type Origin = 'file' | 'environment' | 'default' | 'fallback' | 'clamped'

/** Where a value comes from that stands somewhere. */
export type Sourced = { place: Place; origin: Origin; span: Span }

/** What one reading of a file collects. */
export type Reader = {
  document: Document
  root: MapNode
  schema: Key
  /** Every place of the schema by name; made when it is first asked for. */
  places: () => ReadonlyMap<string, readonly SchemaPlace[]>
  environment: Environment | undefined
  findings: Finding[]
  /** Where values come from that the file names, alone or those of an entry together. */
  origins: (Sourced | readonly Sourced[])[]
  /** Everything below one path counts for another. */
  moves: { from: Path; to: Path }[]
  /** Places whose text hangs on variables that are not known. */
  unknown: Path[]
  /** What a node, of this document or another, would be as the value of a key; absent while that is tried. */
  attempt: ((key: Key, node: Node, place: Place, document?: Document) => Trial) | undefined
  /** What is known of entries that were read before; absent where nobody reads on. */
  kept: Kept | undefined
  /** How often it was asked what stands elsewhere in the file. */
  far: number
  /** Values that are loaded in another place, by the path of that place. */
  moved: { to: Path; value: Json }[]
}

/** What reading a node on trial gives: what would be wrong about it, and what would be loaded, if that is known. */
export type Trial = { findings: readonly Finding[]; value: Json | undefined; isKnown: boolean }

/** Where a value stands. */
export type Place = Way & { above: Place | undefined; key: Span; phase: Phase }

/** What reading an entry of a list gave, where it says nothing about it and would say the same in any file. */
export type Known = { key: Key; place: Place; value: Json | undefined; origins: readonly Sourced[] }

/** What is known of the entries of one text, for the next version of it. */
export type Kept = WeakMap<MapNode, Known>
