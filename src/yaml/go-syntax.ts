import { fields } from './fields.js'
import type { Field } from './fields.js'
import { resolve } from './nodes.js'
import type { ListNode, MapNode, Node, Scalar } from './nodes.js'
import { strayOctet } from './utf8.js'

const nil = 'interface {}(nil)'
// Go sorts the keys of a map by type first; the order of the types depends on the program.
const kinds = ['null', 'text', 'unsigned', 'int', 'float', 'bool']

/** A value as Go prints it with `%#v`. Written without recursion, as nodes may be nested deeply. */
export function goSyntax(root: Node): string {
  let syntax = ''
  const pending: (Node | string)[] = [root]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const node = typeof part === 'string' ? part : resolve(part)
    if (typeof node === 'string') syntax += node
    else if (node.kind === 'list') pushList(pending, node)
    else if (node.kind === 'map') pushMap(pending, node)
    else syntax += goScalar(node)
  }
  return syntax
}

// Backwards, because the parts are taken from the end.
function pushList(pending: (Node | string)[], { items }: ListNode): void {
  pending.push('}')
  for (const [index, item] of items.toReversed().entries()) {
    if (index > 0) pending.push(', ')
    pending.push(item)
  }
  pending.push('[]interface {}{')
}

function pushMap(pending: (Node | string)[], map: MapNode): void {
  pending.push('}')
  for (const [index, { key, value }] of [...fields(map).table.values()]
    .sort(compareKeys)
    .toReversed()
    .entries()) {
    if (index > 0) pending.push(', ')
    pending.push(value, `${goScalar(key)}:`)
  }
  pending.push('map[interface {}]interface {}{')
}

function compareKeys({ key: a }: Field, { key: b }: Field): number {
  if (a.kind !== b.kind) return kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
  if (a.kind === 'text' && b.kind === 'text') return compareText(a.value, b.value)
  // Of several NaN, Go gives no order.
  if (Number.isNaN(a.value) || Number.isNaN(b.value))
    return Number(Number.isNaN(b.value)) - Number(Number.isNaN(a.value))
  return a.value === b.value ? 0 : (a.value ?? 0) < (b.value ?? 0) ? -1 : 1
}

// By code points, as the octets of UTF-8 are ordered.
function compareText(a: string, b: string): number {
  for (let index = 0; index < a.length && index < b.length;) {
    const left = a.codePointAt(index) ?? 0
    const right = b.codePointAt(index) ?? 0
    if (left !== right) return left - right
    index += left > 0xffff ? 2 : 1
  }
  return a.length - b.length
}

function goScalar(node: Scalar): string {
  switch (node.kind) {
    case 'null':
      return nil
    case 'text':
      return quote(node.value)
    case 'unsigned':
      return `0x${node.value.toString(16)}`
    case 'float':
      return goFloat(node.value)
    default:
      return String(node.value)
  }
}

function goFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return Object.is(value, -0) ? '-0' : String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const escapes = new Map([
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

function quote(text: string): string {
  // Made here, as hardly any file has a key that is printed so, and sets of that many characters take time.
  const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u
  let quoted = ''
  for (const character of text)
    quoted += escapes.get(character) ?? (printable.test(character) ? character : escape(character))
  return `"${quoted}"`
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (strayOctet(code) >= 0) return `\\x${strayOctet(code).toString(16)}`
  const digits = code.toString(16)
  if (code < 0x80) return `\\x${digits.padStart(2, '0')}`
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}
