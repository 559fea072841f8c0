import { isPlainObject } from '../../../../document/record.js'

const namedEscapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
}

const toHex = (code: number, width: number): string => code.toString(16).padStart(width, '0')

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return (
    namedEscapes[character] ??
    (code < 0x80
      ? `\\x${toHex(code, 2)}`
      : code < 0x10000
        ? `\\u${toHex(code, 4)}`
        : `\\U${toHex(code, 8)}`)
  )
}

/** Quotes a string like the controller in messages: invisible characters are escaped. */
export const quoteGoString = (text: string): string =>
  `"${text.replaceAll(/["\\]|(?! )[\p{C}\p{Z}]/gu, escapeCharacter)}"`

/** Why a body cannot be parsed, in the words of the controller. */
export class ReadError extends Error {}

type RenderPart = { text: string } | { value: unknown }

/** Pieces of a list or object: strings, and values that are not formatted yet. */
const toParts = (name: string, items: readonly (readonly RenderPart[])[]): RenderPart[] => [
  { text: `${name}[` },
  ...items.flatMap((item, index) => (index === 0 ? item : [{ text: ' ' }, ...item])),
  { text: ']' },
]

function expandValue(value: unknown): RenderPart[] | undefined {
  if (Array.isArray(value))
    return toParts(
      '',
      value.map((item: unknown) => [{ value: item }]),
    )
  if (!isPlainObject(value)) return undefined
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return toParts(
    'map',
    sorted.map(([key, item]) => [{ text: `${key}:` }, { value: item }]),
  )
}

const formatScalar = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '<nil>'

/**
 * Formats a value like the controller in messages: `x`, `5`, `<nil>`, `[a b]`, `map[a:1 b:[x]]`;
 * keys are sorted.
 */
export function formatDecodedValue(value: unknown): string {
  const open: RenderPart[] = [{ value }]
  let text = ''
  for (let piece = open.pop(); piece; piece = open.pop()) {
    if ('text' in piece) text += piece.text
    else {
      const inner = expandValue(piece.value)
      if (inner) for (const part of inner.reverse()) open.push(part)
      else text += formatScalar(piece.value)
    }
  }
  return text
}
