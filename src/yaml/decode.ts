import {
  formatTag,
  getImpliedTag,
  isMergeKey,
  listMergedNodes,
  resolveAlias,
  readFields,
} from './nodes.js'
import { Fault } from './scanner.js'
import type { Node, Scalar, AliasNode, MapNode, Field, ListNode, Span } from './nodes.js'
import type { Parser } from './parser.js'
import { quoteSpan, findYamlLineEnd } from './recovery/lines.js'
import { decodeUtf8, encodeUtf8, getStrayOctet, measureBreak, isBreak } from './characters.js'
import type { Scanner } from './scanner.js'

/** A reason why yaml.v2 cannot read a text. */
export type YamlProblem = Span & {
  /** Stable identifier of the kind of problem. */
  code: string
  /** For users: what was found, in backticks, and what to write. */
  message: string
  /** The exact message of yaml.v2. */
  routerMessage: string
  /** The starts of lines in the wrong column, and by how many columns to move each. */
  moves?: readonly { line: number; shift: number }[]
  /** `crashes` if the document is null, because the router then writes into a nil map. */
  outcome: 'refuses' | 'crashes'
}

export function toFirstLine({ text, length }: Scanner, { start, end }: Span): Span {
  const from = Math.min(start, length)
  return { start: from, end: Math.max(from, Math.min(end, length, findYamlLineEnd(text, from))) }
}

/**
 * Creates a function that returns the line of an offset, counted from zero as in yaml.v2. The function is fast as long
 * as offsets increase.
 */
export function createLineNumberGetter({
  text,
  length,
  readBuffer,
}: Scanner): (offset: number) => number {
  let countedEnd = 0
  let lineCount = 0
  return (offset) => {
    if (offset < countedEnd) countedEnd = lineCount = 0
    for (; countedEnd < Math.min(offset, length); countedEnd++) {
      if (!isBreak(text.charCodeAt(countedEnd))) continue
      lineCount++
      countedEnd += measureBreak(text, countedEnd) - 1
    }
    const swallowedCount =
      readBuffer?.swallowedBreaks.filter((position) => position < offset).length ?? 0
    // After a last line without a line break, yaml.v2 is on the next line.
    return lineCount - swallowedCount + (offset > length ? 1 : 0)
  }
}

/**
 * The message of yaml.v2. It has no line number if the number would be 0, or if the reader or decoder of yaml.v2 found
 * the fault.
 */
export function formatRouterMessage(
  { source, noticedAt, message }: Fault,
  getLineNumber: (offset: number) => number,
): string {
  const line = source === 'scanner' || source === 'parser' ? getLineNumber(noticedAt) : 0
  if (line === 0) return `yaml: ${message}`
  return `yaml: line ${source === 'scanner' ? line + 1 : line}: ${message}`
}

/** Problems of the nodes of a parsed document, in the order in which yaml.v2 finds them. */
export function findDecodingProblems({
  root,
  scanner,
  mayFailDecoding,
  tagMismatches,
}: Parser): YamlProblem[] {
  // yaml.v2 does not decode anything if the document is a list.
  if (root === undefined || root.kind === 'list' || !mayFailDecoding) return []
  return Array.from(findDecodingFaults(root, tagMismatches), ([node, fault]) => {
    const { code } = fault
    const message = explainFault(fault, node, quoteSpan(scanner.text, node))
    return {
      code,
      ...toFirstLine(scanner, node),
      message,
      routerMessage: formatRouterMessage(fault, () => 0),
      outcome: 'refuses',
    }
  })
}

function explainFault({ code }: Fault, node: Node, excerpt: string): string {
  switch (code) {
    case 'invalid-key':
      return `a key cannot be a map or a list, found ${excerpt}; quote it if it is a string`
    case 'bad-merge':
      return `expected a map or a list of maps after \`<<\`, found ${excerpt}`
    case 'excessive-aliasing':
      return 'the aliases in this file expand to more values than the router accepts; replace some aliases with their values'
    case 'recursive-anchor':
      return `the alias ${excerpt} is inside its own anchor; replace it with its value`
    default:
      return `${excerpt} does not match its tag \`${formatNodeTag(node)}\`; correct the value or remove the tag`
  }
}

function formatNodeTag(node: Node): string {
  return node.kind === 'alias' ? '' : formatTag(node.tag ?? '')
}

/** The problem of a document that is not a map, which the router requires. */
export function findRootProblem(
  parser: Parser,
  getLineNumber: (offset: number) => number,
): YamlProblem | undefined {
  const { root, scanner, rootStart } = parser
  if (root === undefined) {
    const message = 'the file is empty; a router config file is a map of sections'
    return {
      code: 'empty-document',
      start: 0,
      end: 0,
      message,
      routerMessage: 'EOF',
      outcome: 'refuses',
    }
  }
  if (root.kind === 'map') return undefined
  const hasContent = root.start < root.end
  const span = toFirstLine(scanner, hasContent ? root : { start: rootStart, end: scanner.length })
  const excerpt = quoteSpan(scanner.text, span)
  if (root.kind === 'null') {
    const message = 'the file contains only `null`; a router config file is a map of sections'
    return {
      code: 'null-document',
      ...span,
      message,
      routerMessage: 'assignment to entry in nil map',
      outcome: 'crashes',
    }
  }
  const kindName = root.kind === 'list' ? 'a list' : 'a single value'
  const message = `${excerpt} is ${kindName}; a router config file is a map of sections`
  const messageStart = `yaml: unmarshal errors:\n  line ${getLineNumber(rootStart) + 1}: cannot unmarshal`
  const routerMessage = `${messageStart} ${describeRoot(parser, root)} into map[interface {}]interface {}`
  return { code: 'root-not-map', ...span, message, routerMessage, outcome: 'refuses' }
}

const maxRootBytes = 10
const keptRootBytes = 7

function describeRoot({ rootText }: Parser, root: Node): string {
  if (root.kind === 'list' || root.kind === 'map' || root.kind === 'alias') return '!!seq'
  const tag = formatRootTag(root, rootText)
  // For these tags, yaml.v2 prints the text right after the tag, without quotes.
  if (tag === '!!map' || tag === '!!seq') return `${tag}${rootText}`
  const octets = encodeUtf8(rootText)
  const text =
    octets.length > maxRootBytes ? `${formatOctets(octets.slice(0, keptRootBytes))}...` : rootText
  return `${tag} \`${text}\``
}

function formatRootTag(root: Scalar, text: string): string {
  return root.tag === undefined
    ? getImpliedTag(root, root.style === 'plain', text)
    : formatTag(root.tag)
}

// yaml.v2 cuts between octets; the rest of a cut character cannot be printed.
function formatOctets(octets: readonly number[]): string {
  return decodeUtf8(octets).replace(/\p{Cs}/gu, '\ufffd')
}

// After parsing the whole document, yaml.v2 decodes its nodes, and aliased nodes again at each alias. The following
// functions visit the nodes in the same order. They use a stack of steps, because aliases can be deeply nested.

type DecodeStep =
  /** Nodes of a list, or of the value of a merge key (`isMerged`), which must be maps. */
  | { kind: 'nodes'; nodes: readonly Node[]; isMerged: boolean; nextIndex: number }
  /** `nextIndex` counts keys and values separately: those of pair 1 have the indexes 2 and 3. */
  | { kind: 'pairs'; map: MapNode; nextIndex: number }
  | { kind: 'alias'; alias: AliasNode }

const maxFaults = 100

type DecodeState = {
  readonly steps: DecodeStep[]
  readonly tagMismatches: ReadonlyMap<Node, string>
  readonly faults: Map<Node, Fault>
  readonly followedAliases: Set<AliasNode>
  decodedCount: number
  aliasedCount: number
  /** Whether decoding might never end, so the visit stops. */
  isEndless: boolean
}

/**
 * The decoding faults and their nodes, in the order in which yaml.v2 finds them; yaml.v2 stops at the first.
 * `tagMismatches` has the messages for scalars that do not match their tag.
 */
function findDecodingFaults(
  root: Node,
  tagMismatches: ReadonlyMap<Node, string>,
): Map<Node, Fault> {
  const walk: DecodeState = {
    steps: [],
    tagMismatches,
    faults: new Map(),
    followedAliases: new Set(),
    // yaml.v2 also counts the document as a node.
    decodedCount: 1,
    aliasedCount: 0,
    isEndless: false,
  }
  visitNode(walk, root)
  while (!walk.isEndless) {
    const step = walk.steps[walk.steps.length - 1]
    if (step === undefined) break
    takeStep(walk, step)
  }
  return walk.faults
}

function takeStep(walk: DecodeState, step: DecodeStep): void {
  switch (step.kind) {
    case 'nodes':
      return takeNodesStep(walk, step)
    case 'pairs':
      return takePairsStep(walk, step)
    case 'alias':
      walk.followedAliases.delete(step.alias)
      walk.steps.pop()
  }
}

function takeNodesStep(walk: DecodeState, step: DecodeStep & { kind: 'nodes' }): void {
  const node = step.nodes[step.nextIndex++]
  if (node === undefined) walk.steps.pop()
  else if (!step.isMerged || resolveAlias(node).kind === 'map') visitNode(walk, node)
  else
    reportFault(walk, node, 'bad-merge', 'map merge requires map or sequence of maps as the value')
}

function takePairsStep(walk: DecodeState, step: DecodeStep & { kind: 'pairs' }): void {
  const index = step.nextIndex++
  const pair = step.map.pairs[index >> 1]
  if (pair === undefined) walk.steps.pop()
  else if (index % 2 === 1) {
    const key = resolveAlias(pair.key)
    if (key.kind === 'map' || key.kind === 'list') {
      reportFault(walk, pair.key, 'invalid-key', `invalid map key: ${formatGoSyntax(key)}`)
    }
    visitNode(walk, pair.value)
  } else if (isMergeKey(pair.key)) {
    step.nextIndex++
    walk.steps.push({
      kind: 'nodes',
      nodes: listMergedNodes(pair.value),
      isMerged: true,
      nextIndex: 0,
    })
  } else visitNode(walk, pair.key)
}

function visitNode(walk: DecodeState, node: Node): void {
  walk.decodedCount++
  if (walk.followedAliases.size > 0) walk.aliasedCount++
  if (isExcessive(walk)) {
    walk.isEndless = true
    reportFault(walk, node, 'excessive-aliasing', 'document contains excessive aliasing')
  } else if (node.kind === 'alias') followAlias(walk, node)
  else if (node.kind === 'list')
    walk.steps.push({ kind: 'nodes', nodes: node.items, isMerged: false, nextIndex: 0 })
  else if (node.kind === 'map') walk.steps.push({ kind: 'pairs', map: node, nextIndex: 0 })
  else {
    const message = walk.tagMismatches.get(node)
    if (message !== undefined) reportFault(walk, node, 'bad-tagged-value', message)
  }
}

function followAlias(walk: DecodeState, alias: AliasNode): void {
  if (walk.followedAliases.has(alias)) {
    walk.isEndless = true
    reportFault(walk, alias, 'recursive-anchor', `anchor '${alias.name}' value contains itself`)
    return
  }
  walk.followedAliases.add(alias)
  walk.steps.push({ kind: 'alias', alias })
  visitNode(walk, alias.target)
}

// In small documents, 99 % of the nodes may come from aliases; in large documents, at most 10 %.
function isExcessive({ decodedCount, aliasedCount }: DecodeState): boolean {
  if (aliasedCount <= 100 || decodedCount <= 1000) return false
  const scale = Math.min(Math.max((decodedCount - 400_000) / 3_600_000, 0), 1)
  const maxShare = scale === 1 ? 0.1 : 0.99 - 0.89 * scale
  return aliasedCount / decodedCount > maxShare
}

function reportFault(walk: DecodeState, node: Node, code: string, message: string): void {
  // A fault that makes decoding endless is recorded even beyond the limit: other code follows aliases unless there is
  // such a fault.
  if ((walk.faults.size < maxFaults || walk.isEndless) && !walk.faults.has(node))
    walk.faults.set(node, new Fault(code, message, 'decoder', node.start))
}

const nil = 'interface {}(nil)'
// Go sorts map keys by the address of their type first, which depends on the compiled program; this is the order in
// `ziti router`.
const kindOrder = ['null', 'text', 'unsigned', 'int', 'float', 'bool']

/** A value as Go prints it with `%#v`. Not recursive, as nodes may be deeply nested. */
function formatGoSyntax(root: Node): string {
  let syntax = ''
  const pendingParts: (Node | string)[] = [root]
  for (let part = pendingParts.pop(); part !== undefined; part = pendingParts.pop()) {
    const node = typeof part === 'string' ? part : resolveAlias(part)
    if (typeof node === 'string') syntax += node
    else if (node.kind === 'list') pushList(pendingParts, node)
    else if (node.kind === 'map') pushMap(pendingParts, node)
    else syntax += formatGoScalar(node)
  }
  return syntax
}

// In reverse order, because the parts are popped from the end.
function pushList(pendingParts: (Node | string)[], { items }: ListNode): void {
  pendingParts.push('}')
  for (const [index, item] of items.toReversed().entries()) {
    if (index > 0) pendingParts.push(', ')
    pendingParts.push(item)
  }
  pendingParts.push('[]interface {}{')
}

function pushMap(pendingParts: (Node | string)[], map: MapNode): void {
  pendingParts.push('}')
  for (const [index, { key, value }] of [...readFields(map).table.values()]
    .sort(compareKeys)
    .toReversed()
    .entries()) {
    if (index > 0) pendingParts.push(', ')
    pendingParts.push(value, `${formatGoScalar(key)}:`)
  }
  pendingParts.push('map[interface {}]interface {}{')
}

function compareKeys({ key: a }: Field, { key: b }: Field): number {
  if (a.kind !== b.kind) return kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)
  if (a.kind === 'text' && b.kind === 'text') return compareText(a.value, b.value)
  // Go does not define an order of several NaN.
  if (Number.isNaN(a.value) || Number.isNaN(b.value))
    return Number(Number.isNaN(b.value)) - Number(Number.isNaN(a.value))
  return a.value === b.value ? 0 : (a.value ?? 0) < (b.value ?? 0) ? -1 : 1
}

// Compares by code points, which gives the order of the UTF-8 octets.
function compareText(a: string, b: string): number {
  for (let index = 0; index < a.length && index < b.length;) {
    const left = a.codePointAt(index) ?? 0
    const right = b.codePointAt(index) ?? 0
    if (left !== right) return left - right
    index += left > 0xffff ? 2 : 1
  }
  return a.length - b.length
}

function formatGoScalar(node: Scalar): string {
  switch (node.kind) {
    case 'null':
      return nil
    case 'text':
      return quoteGoString(node.value)
    case 'unsigned':
      return `0x${node.value.toString(16)}`
    case 'float':
      return formatGoFloat(node.value)
    default:
      return String(node.value)
  }
}

function formatGoFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return Object.is(value, -0) ? '-0' : String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const goEscapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])

function quoteGoString(text: string): string {
  // Compiled only when needed: hardly any file has a key that is printed like this, and compiling these large character
  // sets is slow.
  const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u
  let quotedText = ''
  for (const character of text)
    quotedText +=
      goEscapes.get(character) ??
      (printable.test(character) ? character : escapeGoCharacter(character))
  return `"${quotedText}"`
}

function escapeGoCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (getStrayOctet(code) >= 0) return `\\x${getStrayOctet(code).toString(16)}`
  const digits = code.toString(16)
  if (code < 0x80) return `\\x${digits.padStart(2, '0')}`
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}
