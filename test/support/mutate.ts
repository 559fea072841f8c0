/** Creates a generator of numbers from 0 to 1, with the same sequence for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

type Edit = (text: string, pick: (below: number) => number) => string

const pieces = [
  ...[
    ':',
    ': ',
    '- ',
    '-',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '#',
    ' #',
    '&a ',
    '*a',
    '!',
    '!!str ',
    '!!binary ',
    '|',
    '>-\n',
    "'",
    '"',
    '%',
    '@',
    '`',
    '\\',
    '~',
    '<<: ',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '  ',
    '\u0000',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\ud800',
    '🙂',
    '---\n',
    '...\n',
    '${',
    '$NAME',
    '%YAML 1.2\n',
    '<<: *a',
    '*a : 1',
  ],
  ...[
    '0x',
    '1e999',
    '0777',
    '1_000',
    '-0',
    '.nan',
    'yes',
    'null',
    '2001-01-01',
    '5s',
    'tls:a:1',
    '9'.repeat(40),
  ],
]

const cut = (text: string, from: number, to: number, put: string): string =>
  text.slice(0, from) + put + text.slice(to)

const onLines =
  (change: (lines: string[], pick: (below: number) => number) => void): Edit =>
  (text, pick) => {
    const lines = text.split('\n')
    change(lines, pick)
    return lines.join('\n')
  }

/** Edits that may break a text: bytes, lines, indentation, tokens. */
const edits: readonly Edit[] = [
  (text, pick) => cut(text, pick(text.length), text.length, ''),
  (text, pick) => {
    const at = pick(text.length)
    return cut(text, at, at + 1, String.fromCharCode(pick(256)))
  },
  (text, pick) => {
    const at = pick(text.length)
    return cut(text, at, at + 1 + pick(8), '')
  },
  (text, pick) => {
    const at = pick(text.length)
    return cut(text, at, at, pieces[pick(pieces.length)] ?? '')
  },
  (text, pick) => {
    const at = pick(text.length)
    return cut(text, at, at + 1, pieces[pick(pieces.length)] ?? '')
  },
  onLines((lines, pick) => void lines.splice(pick(lines.length), 1)),
  onLines((lines, pick) => {
    const at = pick(lines.length)
    lines.splice(at, 0, lines[at] ?? '')
  }),
  onLines((lines, pick) => {
    const [moved = ''] = lines.splice(pick(lines.length), 1)
    lines.splice(pick(lines.length), 0, moved)
  }),
  onLines((lines, pick) => {
    const at = pick(lines.length)
    lines[at] = ' '.repeat(1 + pick(4)) + (lines[at] ?? '')
  }),
  onLines((lines, pick) => {
    const at = pick(lines.length)
    lines[at] = (lines[at] ?? '').replace(/^ {1,2}/, '')
  }),
  onLines((lines, pick) => {
    const at = pick(lines.length)
    lines[at] = (lines[at] ?? '').replace(/^ +/, '\t')
  }),
  (text, pick) => {
    const at = pick(text.length)
    const from = pick(text.length)
    return cut(text, at, at, text.slice(from, from + pick(40)))
  },
]

/** Applies one to three random edits to a text. */
export function mutate(text: string, next: () => number): string {
  const pick = (below: number): number => Math.floor(next() * Math.max(1, below))
  let result = text
  for (let left = 1 + pick(3); left > 0; left -= 1)
    result = edits[pick(edits.length)]?.(result, pick) ?? result
  return result
}

/** Names of router files in `fixtures` that have little in common. */
export const differentRouters = [
  'samples/public',
  'loaded/public',
  'samples/container',
  'valid/everything-else',
  'samples/home',
  'valid/older-spellings',
]
