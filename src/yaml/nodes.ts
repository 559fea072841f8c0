/** UTF-16 offsets into the text, end exclusive. */
export type Span = { start: number; end: number }

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** What a scalar means to yaml.v2 when it decodes into an interface{}. */
export type Value =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  /** Fits a signed 64-bit integer. */
  | { kind: 'int'; value: bigint }
  /** 2^63 to 2^64-1: a Go uint64, which no reader of an int accepts. */
  | { kind: 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/**
 * Tag and anchor as written before a node. The tag is the resolved one
 * (`!!int` is `tag:yaml.org,2002:int`, `!own` is `!own`).
 */
export type Properties = { tag?: string; anchor?: string }

/** The span covers the content with its quotes or block header, not the tag and the anchor. */
export type Scalar = Span & Properties & { style: ScalarStyle } & Value

/** An absent key or value is a null scalar with an empty span where it would stand. */
export type Pair = { key: Node; value: Node }

/** All pairs as written; `fields` gives the entries that are left of them. */
export type MapNode = Span & Properties & { kind: 'map'; pairs: Pair[]; flow: boolean }

export type ListNode = Span & Properties & { kind: 'list'; items: Node[]; flow: boolean }

export type AliasNode = Span & { kind: 'alias'; name: string; target: Node }

/** One node as written. Scalars carry the value that yaml.v2 decodes into an interface{}. */
export type Node = Scalar | MapNode | ListNode | AliasNode

/** A scalar, with the same order of properties whatever its kind, which keeps its readers fast. */
export function makeScalar(value: Value, span: Span, style: ScalarStyle): Scalar {
  const { start, end } = span
  switch (value.kind) {
    case 'text':
      return { kind: 'text', value: value.value, start, end, style }
    case 'int':
      return { kind: 'int', value: value.value, start, end, style }
    case 'unsigned':
      return { kind: 'unsigned', value: value.value, start, end, style }
    case 'bool':
      return { kind: 'bool', value: value.value, start, end, style }
    case 'float':
      return { kind: 'float', value: value.value, start, end, style }
    case 'null':
      return { kind: 'null', value: null, start, end, style }
  }
}

/** The null scalar of a place where nothing is written. */
export function absent(offset: number): Scalar {
  return { kind: 'null', value: null, start: offset, end: offset, style: 'plain' }
}

/** Whether the node is a map or a list. */
export function isCollection(node: Node): node is MapNode | ListNode {
  return node.kind === 'map' || node.kind === 'list'
}

/** The node behind an alias (through several), else the node itself. */
export function resolve(node: Node): Exclude<Node, AliasNode> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}
