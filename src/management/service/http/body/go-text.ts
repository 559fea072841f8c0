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

/** A text in quotes, as the controller writes it in messages: what cannot be seen is escaped. */
export const quoteText = (text: string): string =>
  `"${text.replaceAll(/["\\]|(?! )[\p{C}\p{Z}]/gu, escapeCharacter)}"`

/** Why a body cannot be read, in the words of the controller. */
export class ReadError extends Error {}

type RenderPart = { text: string } | { value: unknown }

/** The parts of a list or of an object, as texts and values that are still to be written. */
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
  if (!isRecord(value)) return undefined
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

/** A value as the controller writes it in messages: `x`, `5`, `<nil>`, `[a b]`, `map[a:1 b:[x]]`; keys sorted. */
export function formatGoValue(value: unknown): string {
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

/** Whether a value is an object with fields of its own. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
