import type { Environment } from './environment.js'
import { isHiddenVariable, listVariableReferences } from './environment.js'
import { once } from './lazy.js'

/** Whether a string holds a key, a certificate or a token, which must not appear in any output. */
export const isSecret = (text: string): boolean =>
  /-----BEGIN|^pem:|^pkcs11:|^eyJ[\w-]+\.[\w-]+\./.test(text.trim())

/** Words that suggest a secret, misspellings included. Bounded repetitions keep the time linear for long texts. */
const secretWord = /p[a-z]{0,20}w[a-z]{0,20}d|passphrase|secret|token|jwt/i

/**
 * Strings that are secret in any position: tokens, PINs, passwords in URLs, and what follows `pem:`. The beginning of a
 * token alone does not match.
 */
const secretText =
  /eyJ[\w-]+(?:\.[^\s"']+)?|(?<=pin-value=)[^&;"'\s]+|(?<=pem:).+|(?<=:\/\/[^\s/:@"']{0,100}:)[^\s/@"']+(?=@)/g

const maskText = (text: string): string => text.replaceAll(/\S/g, '*')

const maskToken = (text: string): string => (/^eyJ[\w-]+$/.test(text) ? text : maskText(text))

/** Where the value starts of the first key whose name suggests a secret. */
function findSecretValueStart(line: string): number | undefined {
  const colon = /["']?\s*:/y
  for (const { 0: word, index } of line.matchAll(/[\w-]+/g)) {
    colon.lastIndex = index + word.length
    if (secretWord.test(word) && colon.test(line)) return colon.lastIndex
  }
  return undefined
}

/** The column of the first key in a line, after the dashes of lists. */
const measureIndent = (line: string): number => /^[\s-]*(?:^|\s)|^/.exec(line)?.[0].length ?? 0

/**
 * The lines of a text with stars instead of secrets; every other character stays in its place. Works on the text alone,
 * so broken files and misspelled keys are covered too.
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

/** Whether a string holds a secret, or has one in it; `name` is that of its key, which may be misspelled. */
export const holdsSecret = (text: string, name = ''): boolean =>
  text !== '' &&
  (isSecret(text) || maskSecrets([`${name}: ${text}`]).join('') !== `${name}: ${text}`)

/** Whether a text has a word that suggests a secret. */
export const suggestsSecret = (text: string): boolean => secretWord.test(text)

/** Further words that suggest a secret in the name of a variable, unless it is the path of a file. */
const secretNameWord =
  /pass|credential|private|auth(?!or)|(?:pin|key|tok)s?(?![a-z])(?!_?(?:path|file|dir))/i

/** Whether the value of a variable must not be shown, by its name or by itself. */
const isSecretVariable = (name: string, value = ''): boolean =>
  suggestsSecret(name) || secretNameWord.test(name) || holdsSecret(value)

/**
 * A function that tells whether the value of a variable must not be shown: by its name, by its value, or because the
 * text uses it for a secret.
 */
export function createSecretVariableTest(
  text: string,
  environment: Environment = {},
): (name: string) => boolean {
  const usedForSecrets = once(() => listSecretReferences(text))
  return (name) =>
    isHiddenVariable(environment, name) ||
    isSecretVariable(name, environment[name]) ||
    usedForSecrets().has(name)
}

/** The variables that a text uses as values of keys that hold secrets. */
function listSecretReferences(text: string): ReadonlySet<string> {
  if (!text.includes('$')) return new Set()
  const lines = text.split(/\r\n|\n|\r/)
  const masked = maskSecrets(lines)
  return new Set(
    lines.flatMap((line, index) =>
      line === masked[index]
        ? []
        : listVariableReferences(line)
            .filter(({ start }) => masked[index]?.[start] === '*')
            .map(({ name }) => name),
    ),
  )
}

/** Whether a string refers to a variable that passes a test. */
export const hasVariableThat = (written: string, test: (name: string) => boolean): boolean =>
  written.includes('$') && listVariableReferences(written).some(({ name }) => test(name))

/** Texts without any of these are not scanned line by line. */
const anySign = new RegExp(
  `${secretWord.source}|eyJ|pin-value=|pem:|-----BEGIN|:\\/\\/[^\\s/@]{1,200}@`,
  'i',
)

/** Whether a text has to be scanned line by line for secrets. */
export const mayHoldSecrets = (text: string): boolean => anySign.test(text)

/** Shorter words are not specific: they occur in many sentences. */
const minWordLength = 5

/** A function that removes the secrets of a text from sentences about the text, whole or truncated. */
export function createRedactor(text: string): (sentence: string) => string {
  if (!mayHoldSecrets(text)) return (sentence) => sentence
  const lines = text.split(/\r\n|\n|\r/)
  const hidden = maskSecrets(lines)
  const words = new Set(
    lines.flatMap((line, index) =>
      line === hidden[index] ? [] : listHiddenWords(line, hidden[index] ?? ''),
    ),
  )
  const matchAt = createPrefixMatcher([...words].sort())
  return (sentence) => replaceMatches(sentence, matchAt)
}

/** How many characters of a sentence, from an index on, are the beginning of a hidden word; 0 for too few. */
type MatchAt = (sentence: string, index: number) => number

/** Matches the word that agrees for longest: next to the rest of the sentence in a sorted list of words. */
function createPrefixMatcher(sorted: readonly string[]): MatchAt {
  const starts = new Set(sorted.map((word) => word.slice(0, minWordLength)))
  return (sentence, index) => {
    if (!starts.has(sentence.slice(index, index + minWordLength))) return 0
    const position = countBefore(sorted, sentence.slice(index))
    const neighbours = sorted.slice(Math.max(0, position - 1), position + 1)
    return Math.max(...neighbours.map((word) => countShared(sentence, index, word)))
  }
}

/** How many words of a sorted list come before a text. */
function countBefore(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

function countShared(sentence: string, index: number, word: string): number {
  let length = 0
  while (length < word.length && sentence[index + length] === word[length]) length += 1
  return length
}

/** Replaces each stretch of hidden characters by an ellipsis; matches may overlap. */
function replaceMatches(sentence: string, matchAt: MatchAt): string {
  let result = ''
  let hiddenUntil = 0
  for (let index = 0; index + minWordLength <= sentence.length; index += 1) {
    const length = matchAt(sentence, index)
    if (length < minWordLength) continue
    if (index >= hiddenUntil) result += `${sentence.slice(hiddenUntil, index)}…`
    hiddenUntil = Math.max(hiddenUntil, index + length)
  }
  return result + sentence.slice(hiddenUntil)
}

/** The parts of the secrets of a line; the names of variables are not secret. */
const listHiddenWords = (line: string, shown: string): string[] =>
  [...shown.matchAll(/\*+/g)]
    .flatMap(({ index, 0: stars }) =>
      line.slice(index, index + stars.length).split(/(?:\$\{\w+\}|["'`,{}[\]])+/),
    )
    .filter((word) => word.length >= minWordLength)
