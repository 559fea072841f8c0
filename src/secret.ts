/** Whether a text holds a key, a certificate or a token and must not appear in any output. */
export const isSecret = (text: string): boolean =>
  /-----BEGIN|^pem:|^pkcs11:|^eyJ[\w-]+\.[\w-]+\./.test(text.trim())

/** What sounds as if it held a secret, misspelled too. What is bounded keeps long texts from taking more than their length. */
const secretWord = /p[a-z]{0,20}w[a-z]{0,20}d|passphrase|secret|token|jwt/i

/** Texts that are secret wherever they stand: tokens, PINs, passwords in URLs, and what follows `pem:`. The beginning of a token without the rest is none. */
const secretText =
  /eyJ[\w-]+(?:\.[^\s"']+)?|(?<=pin-value=)[^&;"'\s]+|(?<=pem:).+|(?<=:\/\/[^\s/:@"']{0,100}:)[^\s/@"']+(?=@)/g

const hide = (text: string): string => text.replaceAll(/\S/g, '*')

const hideText = (text: string): string => (/^eyJ[\w-]+$/.test(text) ? text : hide(text))

/** Where the value of the first key begins that sounds as if it held a secret. */
function endOfSecretKey(line: string): number | undefined {
  const colon = /["']?\s*:/y
  for (const { 0: word, index } of line.matchAll(/[\w-]+/g)) {
    colon.lastIndex = index + word.length
    if (secretWord.test(word) && colon.test(line)) return colon.lastIndex
  }
  return undefined
}

/** Where the first key of a line stands, behind the dashes of lists. */
const indentOf = (line: string): number => /^[\s-]*(?:^|\s)|^/.exec(line)?.[0].length ?? 0

/**
 * The lines of a text with stars instead of secrets, every other character where it was. It looks at the text
 * alone, so that it holds for broken files and misspelled keys too.
 */
export function withoutSecrets(lines: readonly string[]): string[] {
  let deepest = Infinity
  return lines.map((line) => {
    if (line.trim() === '') return line
    const indent = indentOf(line)
    if (indent > deepest) return hide(line)
    const key = endOfSecretKey(line)
    const block = line.indexOf('-----BEGIN')
    const isHolder = key !== undefined || block >= 0 || line.includes('pem:')
    deepest = isHolder
      ? block >= 0 && line.trimStart().startsWith('-----BEGIN')
        ? indent - 1
        : indent
      : Infinity
    const start = Math.min(key ?? Infinity, block >= 0 ? block : Infinity)
    return start === Infinity
      ? line.replaceAll(secretText, hideText)
      : line.slice(0, start) + hide(line.slice(start))
  })
}

/** A text without any of the signs is not looked at line by line. */
const anySign = new RegExp(
  `${secretWord.source}|eyJ|pin-value=|pem:|-----BEGIN|:\\/\\/[^\\s/@]{1,200}@`,
  'i',
)

/** Words shorter than this say nothing, and stand in many sentences. */
const shortest = 5

/** A function that takes what is secret in a text out of sentences about the text, whole or cut short. */
export function secretsOf(text: string): (sentence: string) => string {
  if (!anySign.test(text)) return (sentence) => sentence
  const lines = text.split(/\r\n|\n|\r/)
  const hidden = withoutSecrets(lines)
  const words = new Set(
    lines.flatMap((line, index) =>
      line === hidden[index] ? [] : hiddenIn(line, hidden[index] ?? ''),
    ),
  )
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
