/** How a line is read with a placeholder in it. */
export type LineText = {
  /** The line up to the cursor. */
  before: string
  /** What is missing between it and the placeholder: the blank behind a colon or a dash. */
  gap: '' | ' '
  /** What follows the placeholder, with the colon or the quote that is missing. */
  after: string
  /** Whether the line has nothing or a single word, so that another place on it may be meant. */
  alone: boolean
  /** Whether a colon was put behind the word, so that it may as well be no key. */
  bare: boolean
  /** The quote before the cursor is not closed on the line. */
  closes: boolean
}

const lead = /^[ \t\ufeff]*(?:-[ \t]+)*(?:-(?=$))?/

/** What may be a key or an item: without colon, indicators, or a comment. */
const word = /^(?:"[^"]*"?|'[^']*'?|[^\s#{}[\],&*!|>'"%@`](?:[^#:{}[\],]|:(?=\S))*|)$/

/** Protocols that stand before a colon in addresses of lists. */
const protocols = /^(?:tls|dtls|tcp|wss?|udp|https?|file|pem)$/

/** Reads the two parts of a line around a cursor. */
export function lexLine(before: string, rest: string): LineText {
  const inside = openAt(before)
  if (inside === '#')
    return { before, gap: '', after: rest, alone: false, bare: false, closes: false }
  const dashes = lead.exec(before)?.[0] ?? ''
  const [tail] = /^(?:(?!\s#|^#).)*/.exec(rest) ?? ['']
  const closes = inside !== '' && !tail.includes(inside)
  const own =
    inside === ''
      ? tail.trimEnd()
      : closes
        ? (/^[^,}\]]*/.exec(tail)?.[0] ?? '').trimEnd() + inside
        : tail
  const body = (before.slice(dashes.length) + own).trim()
  const isWord = word.test(body)
  const after = isWord ? `${own}:` : own + (closes ? '' : rest.slice(own.length))
  return {
    before,
    gap: needsGap(before, inside, dashes),
    after,
    alone: isWord && dashes.trim() === '',
    bare: isWord,
    closes,
  }
}

function needsGap(before: string, inside: string, dashes: string): '' | ' ' {
  if (inside !== '') return ''
  if (before === dashes) return dashes.endsWith('-') ? ' ' : ''
  const from = Math.max(before.lastIndexOf('{'), before.lastIndexOf(','), before.lastIndexOf('['))
  const isItem = before.charAt(from) === '[' || dashes.trim() !== ''
  const [, key] =
    /^\s*("[^"]*"|'[^']*'|[^\s"'#](?:[^#:]|:(?=\S))*):$/.exec(
      before.slice(from < 0 ? dashes.length : from + 1),
    ) ?? []
  return key === undefined || (isItem && protocols.test(key)) ? '' : ' '
}

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The brackets that close those which a text leaves open. */
export function closersOf(text: string): string {
  const open: string[] = []
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|(?<=[\s{[,:]|^)'(?:[^']|'')*'?|(?<=\s|^)#[^\n]*|[{[](?=\s|.)|[\]}]/gm,
  )) {
    const closer = closing[token]
    if (closer !== undefined) open.push(closer)
    else if (token === '}' || token === ']') open.pop()
  }
  return open.reverse().join('')
}

/** The quote that is open at the end of a part of a line, or `#` in a comment. */
function openAt(text: string): '' | '"' | "'" | '#' {
  let open: '' | '"' | "'" = ''
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charAt(offset)
    if (open !== '') {
      if (open === '"' && character === '\\') offset += 1
      else if (character === open) open = ''
    } else if (character === '#' && /^[ \t]?$/.test(text.charAt(offset - 1))) return '#'
    else if (
      (character === '"' || character === "'") &&
      /(?:^|[{,[]|[-:?]\s)\s*(?:[&!]\S+\s+)*$/.test(text.slice(0, offset))
    )
      open = character
  }
  return open
}
