/** Whether a text holds a key, a certificate or a token and must not appear in any output. */
export const isSecret = (text: string): boolean => /-----BEGIN|^pem:|^pkcs11:|^eyJ[\w-]+\.[\w-]+\./.test(text.trim())

/** Keys that sound as if they hold a secret, misspelled ones too, up to the colon behind them. */
const secretKey = /(?:p[a-z]*w[a-z]*d|passphrase|secret|token|jwt)[\w-]*["']?\s*:/i

/** Texts that are secret wherever they stand: tokens, PINs, and what follows `pem:`. */
const secretText = /eyJ[\w-]+\.[^\s"']+|(?<=pin-value=)[^&;"'\s]+|(?<=pem:).+/g

const hide = (text: string): string => text.replaceAll(/\S/g, '*')

/** Where the first key of a line stands, behind the dashes of lists. */
const indentOf = (line: string): number => /^[\s-]*(?:^|\s)|^/.exec(line)?.[0].length ?? 0

/**
 * The lines of a text with stars in the place of secrets, every other character where it was. It looks at the text
 * alone, so that it holds for broken files and misspelled keys too.
 */
export function withoutSecrets(lines: readonly string[]): string[] {
  let deepest = Infinity
  return lines.map((line) => {
    if (line.trim() === '') return line
    const indent = indentOf(line)
    if (indent > deepest) return hide(line)
    const key = secretKey.exec(line)
    const block = line.indexOf('-----BEGIN')
    const isHolder = key !== null || block >= 0 || line.includes('pem:')
    deepest = isHolder ? (block >= 0 && line.trimStart().startsWith('-----BEGIN') ? indent - 1 : indent) : Infinity
    const start = Math.min(key ? key.index + key[0].length : Infinity, block >= 0 ? block : Infinity)
    return start === Infinity ? line.replaceAll(secretText, hide) : line.slice(0, start) + hide(line.slice(start))
  })
}

/** A text without any of the signs is not looked at line by line. */
const anySign = /p[a-z]*w[a-z]*d|passphrase|secret|token|jwt|eyJ|pin-value=|pem:|-----BEGIN/i

/** Words shorter than this say nothing, and stand in many sentences. */
const shortest = 5

/** A function that takes what is secret in a text out of sentences about the text, whole or cut short. */
export function secretsOf(text: string): (sentence: string) => string {
  if (!anySign.test(text)) return (sentence) => sentence
  const lines = text.split(/\r\n|\n|\r/)
  const hidden = withoutSecrets(lines)
  const words = new Set(lines.flatMap((line, index) => (line === hidden[index] ? [] : hiddenIn(line, hidden[index] ?? ''))))
  return (sentence) => [...words].reduce(takeOut, sentence)
}

const hiddenIn = (line: string, shown: string): string[] =>
  [...shown.matchAll(/\*+/g)]
    .flatMap(({ index, 0: stars }) => line.slice(index, index + stars.length).split(/["'`,{}[\]]+/))
    .filter((word) => word.length >= shortest)

function takeOut(sentence: string, word: string): string {
  const start = sentence.indexOf(word.slice(0, shortest))
  if (start < 0) return sentence
  let length = shortest
  while (length < word.length && sentence[start + length] === word[length]) length += 1
  return `${sentence.slice(0, start)}…${takeOut(sentence.slice(start + length), word)}`
}
