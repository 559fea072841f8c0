type TextRange = { start: number; end: number }

/**
 * A string after some levels of decoding. `ranges` has the range in the original string for each character; absent for
 * the original string itself.
 */
type Layer = { text: string; ranges?: readonly TextRange[] }

const getOriginalRange = ({ ranges }: Layer, index: number): TextRange =>
  ranges ? (ranges[index] ?? { start: 0, end: 0 }) : { start: index, end: index + 1 }

/**
 * Maximum number of nested encodings that are decoded. A controller that repeats a value may encode it several times:
 * as form data in a JSON string in an HTML page.
 */
const maxEncodings = 3

/** Minimum length of secrets. Shorter ones are ignored, because they occur in many strings by chance. */
const minLength = 4

const asciiEntities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
  plus: '+',
  sol: '/',
  num: '#',
  dollar: '$',
  percnt: '%',
  commat: '@',
  excl: '!',
  lpar: '(',
  rpar: ')',
  ast: '*',
  comma: ',',
  period: '.',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  Tab: '\t',
  NewLine: '\n',
}

/** The names that HTML gives to the characters from U+00A0 to U+00FF, in the order of the characters. */
const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const namedEntities: ReadonlyMap<string, string> = new Map([
  ...Object.entries(asciiEntities),
  ...latinNames.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
])

const escapedCharacters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
}

/**
 * Matches percent-encoding, HTML character references (numeric ones also without the semicolon), and escapes of JSON,
 * Go and JavaScript.
 */
const encodedPattern =
  /(?:%[\da-f]{2})+|%u[\da-f]{4}|&(?:#\d{1,9}(?:;|(?!\d))|#x[\da-f]{1,9}(?:;|(?![\da-f]))|[a-z]{2,7}\d{0,2};)|\\(?:u[\da-f]{4}|U[\da-f]{8}|x[\da-f]{2}|u\{[\da-f]{1,6}\}|[0-7]{3}|[nrtbf"'\\/])/gi

const toCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** The text that a match of `encodedPattern` stands for; undefined for an unknown name or escape. */
function decodeMatch(encodedText: string): string | undefined {
  if (/^%u/i.test(encodedText)) return toCharacter(Number.parseInt(encodedText.slice(2), 16))
  if (encodedText.startsWith('%')) return decodePercent(encodedText)
  if (encodedText.startsWith('&')) return decodeReference(encodedText.slice(1).replace(/;$/, ''))
  const name = encodedText.slice(1)
  if (/^[0-7]{3}$/.test(name)) return toCharacter(Number.parseInt(name, 8))
  return name.length > 1
    ? toCharacter(Number.parseInt(name.replaceAll(/[ux{}]/gi, ''), 16))
    : escapedCharacters[name]
}

function decodeReference(name: string): string | undefined {
  const hexadecimal = /^#x(.+)$/i.exec(name)?.[1]
  if (hexadecimal !== undefined) return toCharacter(Number.parseInt(hexadecimal, 16))
  return name.startsWith('#')
    ? toCharacter(Number(name.slice(1)))
    : (namedEntities.get(name) ?? namedEntities.get(name.toLowerCase()))
}

function decodePercent(encodedText: string): string {
  const bytes = Uint8Array.from(encodedText.slice(1).split('%'), (digits) =>
    Number.parseInt(digits, 16),
  )
  return new TextDecoder().decode(bytes)
}

/** Decodes every match of `encodedPattern` in a layer once; undefined if no match can be decoded. */
function decodeLayer(layer: Layer): Layer | undefined {
  const { text } = layer
  const matches = [...text.matchAll(encodedPattern)].flatMap(({ 0: encodedText, index }) => {
    const plainText = decodeMatch(encodedText)
    return plainText === undefined ? [] : [{ index, end: index + encodedText.length, plainText }]
  })
  if (matches.length === 0) return undefined
  const parts: string[] = []
  const ranges: TextRange[] = []
  const copy = (start: number, end: number): void => {
    parts.push(text.slice(start, end))
    for (let index = start; index < end; index += 1) ranges.push(getOriginalRange(layer, index))
  }
  let copiedUntil = 0
  for (const { index, end, plainText } of matches) {
    copy(copiedUntil, index)
    copiedUntil = end
    const range = {
      start: getOriginalRange(layer, index).start,
      end: getOriginalRange(layer, end - 1).end,
    }
    parts.push(plainText)
    for (const _ of plainText.split('')) ranges.push(range)
  }
  copy(copiedUntil, text.length)
  return { text: parts.join(''), ranges }
}

function* eachLayer(text: string): Generator<Layer, void> {
  let layer: Layer = { text }
  yield layer
  for (let count = 0; count < maxEncodings; count += 1) {
    const next = decodeLayer(layer)
    if (next === undefined || next.text === layer.text) return
    yield next
    layer = next
  }
}

/** Forms encode a space as a plus sign, so both count as the same character. */
const replacePlusSigns = (text: string): string => text.replaceAll('+', ' ')

function* findOffsets(text: string, part: string): Generator<number, void> {
  for (let index = text.indexOf(part); index >= 0; index = text.indexOf(part, index + part.length))
    yield index
}

/** The UTF-8 bytes of a string, as a string with one character per byte. */
const toBinary = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')

const listBytes = (bytes: string): number[] => bytes.split('').map((byte) => byte.charCodeAt(0))

/**
 * The base64 characters that the given bytes fully determine, for each of the three positions in a three-byte group at
 * which the bytes can start.
 */
function listBase64Cores(bytes: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encodedText = btoa('\0'.repeat(offset) + bytes)
    return encodedText.slice(
      Math.ceil((offset * 8) / 6),
      Math.floor(((offset + bytes.length) * 8) / 6),
    )
  })
}

/**
 * Options that the hexadecimal and decimal encodings share. Gaps between bytes include the colons of fingerprints, the
 * dashes of YAML lists, and the prefix `0x`.
 */
const digits = {
  gap: /(?:[\s,:-]|0x)+/gi,
  word: /\w/,
  unify: (text: string): string => text.replaceAll(/[A-F]+/g, (letters) => letters.toLowerCase()),
}

/**
 * Encodings of bytes as text. `joint` replaces each `gap` between digits; `word` matches one character of encoded data.
 * `unify` makes the spelling uniform without changing the length. `listCores` lists strings for the given bytes:
 * uniform text that encodes these bytes contains at least one of the strings.
 */
const byteEncodings = [
  {
    gap: /\s+/g,
    joint: '',
    word: /[\w+/-]/,
    unify: (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/'),
    listCores: listBase64Cores,
  },
  {
    ...digits,
    joint: '',
    listCores: (bytes: string): string[] => [
      listBytes(bytes)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join(''),
    ],
  },
  // Go prints byte slices as decimal numbers.
  { ...digits, joint: ',', listCores: (bytes: string): string[] => [listBytes(bytes).join()] },
]

/** The spellings of a secret that may be encoded as bytes: plain, in JSON, in a URL, in a form, or in base64. */
const listSpellings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll('%20', '+'),
  btoa(toBinary(secret)).replaceAll('=', ''),
]

/**
 * Finds the encoded bytes of the secrets, and extends each range to whole words. Each secret is a string with one
 * character per byte.
 */
function findInBytes(
  text: string,
  secrets: readonly string[],
  addRange: (start: number, end: number) => void,
): void {
  for (const { gap, joint, word, unify, listCores } of byteEncodings) {
    const unifiedText = unify(text.replaceAll(gap, joint))
    for (const core of new Set(secrets.flatMap(listCores))) {
      const gaps = text.matchAll(gap)
      let nextGap = gaps.next().value
      let shift = 0
      /** Converts an offset in `unifiedText` to an offset in `text`. Offsets must ascend from call to call. */
      const locate = (offset: number): number => {
        for (; nextGap && nextGap.index <= offset + shift; nextGap = gaps.next().value)
          shift += nextGap[0].length - joint.length
        return offset + shift
      }
      let end = 0
      for (const offset of findOffsets(unifiedText, core)) {
        let start = locate(offset)
        const last = locate(offset + core.length - 1)
        // The range that was added last already covers this match, because that range extends to the end of a word.
        if (last < end) continue
        while (word.test(text.charAt(start - 1))) start -= 1
        for (end = last + 1; word.test(text.charAt(end));) end += 1
        addRange(start, end)
      }
    }
  }
}

/**
 * Finds the ranges of secrets in a string, plain or encoded: as form data, URL, HTML, JSON, base64, hexadecimal or
 * decimal numbers, or with several of these encodings nested. Ranges may overlap. Secrets of fewer than four characters
 * are ignored. Takes time proportional to the length of the string times the number of secrets.
 */
export function findSecretRanges(text: string, secrets: readonly string[]): TextRange[] {
  const longSecrets = [...new Set(secrets)].filter((secret) => secret.length >= minLength)
  if (longSecrets.length === 0) return []
  // A secret may itself look encoded, so secrets are decoded in the same way as the text.
  const decodedSecrets = [
    ...new Set(
      longSecrets.flatMap((secret) =>
        [...eachLayer(secret)].map((layer) => replacePlusSigns(layer.text)),
      ),
    ),
  ].filter((secret) => secret.length >= minLength)
  const bytes = longSecrets.flatMap(listSpellings).map(toBinary)
  const ranges: TextRange[] = []
  for (const layer of eachLayer(text)) {
    const { text: layerText } = layer
    const decodedText = replacePlusSigns(layerText)
    const addRange = (start: number, end: number): void => {
      ranges.push({
        start: getOriginalRange(layer, start).start,
        end: getOriginalRange(layer, end - 1).end,
      })
    }
    for (const decodedSecret of decodedSecrets)
      for (const start of findOffsets(decodedText, decodedSecret))
        addRange(start, start + decodedSecret.length)
    findInBytes(layerText, bytes, addRange)
  }
  return ranges
}

/** Replaces ranges of a string with a mark; overlapping ranges share one mark. */
export function maskRanges(text: string, ranges: readonly TextRange[], mark: string): string {
  const sortedRanges = [...ranges].sort((left, right) => left.start - right.start)
  let result = ''
  let copiedUntil = 0
  for (const { start, end } of sortedRanges) {
    if (end <= copiedUntil) continue
    if (start >= copiedUntil) result += text.slice(copiedUntil, start) + mark
    copiedUntil = end
  }
  return result + text.slice(copiedUntil)
}
