import { isRecord } from './json-node.js'

type Piece = { text: string } | { value: unknown }

/** The parts of a list or of an object, as texts and values that are still to be written. */
const parts = (name: string, items: readonly (readonly Piece[])[]): Piece[] => [
  { text: `${name}[` },
  ...items.flatMap((item, index) => (index === 0 ? item : [{ text: ' ' }, ...item])),
  { text: ']' },
]

function expand(value: unknown): Piece[] | undefined {
  if (Array.isArray(value))
    return parts(
      '',
      value.map((item) => [{ value: item }]),
    )
  if (!isRecord(value)) return undefined
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return parts(
    'map',
    sorted.map(([key, item]) => [{ text: `${key}:` }, { value: item }]),
  )
}

/** A value as the controller writes it in messages: `x`, `5`, `<nil>`, `[a b]`, `map[a:1 b:[x]]`; keys sorted. */
export function renderValue(value: unknown): string {
  const open: Piece[] = [{ value }]
  let text = ''
  for (let piece = open.pop(); piece; piece = open.pop()) {
    if ('text' in piece) text += piece.text
    else {
      const inner = expand(piece.value)
      if (inner) for (const part of inner.reverse()) open.push(part)
      else text += piece.value === null || piece.value === undefined ? '<nil>' : String(piece.value)
    }
  }
  return text
}
