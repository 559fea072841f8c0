/** Whether a text holds a key, a certificate or a token and must not appear in any output. */
export const isSecret = (text: string): boolean =>
  /-----BEGIN|^pem:|^pkcs11:|^eyJ[\w-]+\.[\w-]+\./.test(text.trim())

/** What sounds as if it held a secret, misspelled too. What is bounded keeps long texts from taking more than their length. */
const secretWord = /p[a-z]{0,20}w[a-z]{0,20}d|passphrase|secret|token|jwt/i

/** Texts that are secret wherever they stand: tokens, PINs, passwords in URLs, and what follows `pem:`. The beginning of a token without the rest is none. */
const secretText =
  /eyJ[\w-]+(?:\.[^\s"']+)?|(?<=pin-value=)[^&;"'\s]+|(?<=pem:).+|(?<=:\/\/[^\s/:@"']{0,100}:)[^\s/@"']+(?=@)/g

const maskText = (text: string): string => text.replaceAll(/\S/g, '*')

const maskToken = (text: string): string => (/^eyJ[\w-]+$/.test(text) ? text : maskText(text))

/** Where the value of the first key begins that sounds as if it held a secret. */
function findSecretValueStart(line: string): number | undefined {
  const colon = /["']?\s*:/y
  for (const { 0: word, index } of line.matchAll(/[\w-]+/g)) {
    colon.lastIndex = index + word.length
    if (secretWord.test(word) && colon.test(line)) return colon.lastIndex
  }
  return undefined
}

/** Where the first key of a line stands, behind the dashes of lists. */
const measureIndent = (line: string): number => /^[\s-]*(?:^|\s)|^/.exec(line)?.[0].length ?? 0

/**
 * The lines of a text with stars instead of secrets, every other character where it was. It looks at the text
 * alone, so that it holds for broken files and misspelled keys too.
 */
export function maskSecrets(lines: readonly string[]): string[] {
  let deepest = Infinity
  return lines.map((line) => {
    if (line.trim() === '') return line
    const indent = measureIndent(line)
    if (indent > deepest) return maskText(line)
    const key = findSecretValueStart(line)
    const block = line.indexOf('-----BEGIN')
    const isHolder = key !== undefined || block >= 0 || line.includes('pem:')
    deepest = isHolder
      ? block >= 0 && line.trimStart().startsWith('-----BEGIN')
        ? indent - 1
        : indent
      : Infinity
    const start = Math.min(key ?? Infinity, block >= 0 ? block : Infinity)
    return start === Infinity
      ? line.replaceAll(secretText, maskToken)
      : line.slice(0, start) + maskText(line.slice(start))
  })
}

/** A text without any of the signs is not looked at line by line. */
const anySign = new RegExp(
  `${secretWord.source}|eyJ|pin-value=|pem:|-----BEGIN|:\\/\\/[^\\s/@]{1,200}@`,
  'i',
)

/** Words shorter than this say nothing, and stand in many sentences. */
const minWordLength = 5

/** A function that takes what is secret in a text out of sentences about the text, whole or cut short. */
export function createRedactor(text: string): (sentence: string) => string {
  if (!anySign.test(text)) return (sentence) => sentence
  const lines = text.split(/\r\n|\n|\r/)
  const hidden = maskSecrets(lines)
  const words = new Set(
    lines.flatMap((line, index) =>
      line === hidden[index] ? [] : listHiddenWords(line, hidden[index] ?? ''),
    ),
  )
  return (sentence) => [...words].reduce(redactWord, sentence)
}

const listHiddenWords = (line: string, shown: string): string[] =>
  [...shown.matchAll(/\*+/g)]
    .flatMap(({ index, 0: stars }) => line.slice(index, index + stars.length).split(/["'`,{}[\]]+/))
    .filter((word) => word.length >= minWordLength)

function redactWord(sentence: string, word: string): string {
  const start = sentence.indexOf(word.slice(0, minWordLength))
  if (start < 0) return sentence
  let length = minWordLength
  while (length < word.length && sentence[start + length] === word[length]) length += 1
  return `${sentence.slice(0, start)}…${redactWord(sentence.slice(start + length), word)}`
}
