import type { Span } from './diagnostic.js'
import type { Environment } from './environment.js'
import {
  isHiddenVariable,
  listVariableDefaults,
  listVariableNames,
  listVariableReferences,
} from './environment.js'
import { once } from './lazy.js'
import { splitLines } from './lines.js'
import { countWhile } from './search.js'

/** Replaces a secret in output. */
export const hiddenSecret = '…'

/**
 * Whether a string contains a PEM block, or is a PEM block in base64, a JSON Web Token, or a `pem:` or `pkcs11:`
 * location. None of these may be printed.
 */
export const isSecret = (text: string): boolean =>
  /-----BEGIN|^pem:|^pkcs11:|^eyJ[\w-]+\.[\w-]+\.|^LS0tLS1CRUdJ/.test(text.trim())

/** Words that suggest a secret, misspellings included. Bounded repetitions keep the time linear for long texts. */
const secretWordPattern =
  /p[a-z]{0,6}w[a-z]{0,4}d|passphrase|passcode|secret|token|jwt|credential|bearer|cookie|authori[sz]ation|(?:api|access|account|auth|client|encryption|license|master|private|session|shared|signing|ssh)[_-]?keys?(?![a-z])|zt[_-]session/i

/** Words that suggest a secret only if they are whole words of a name: `dbPass`, `AUTH`, `user-pin`. */
const secretNameWords = 'auth creds cred otp pass pin psk pwd totp'.split(' ')

const secretNames: ReadonlySet<string> = new Set(secretNameWords)

/** Of a longer name, only the end is tested, so that the time is linear for long texts. */
const maxNameLength = 200

/** Whether a name contains, in any position, a word that suggests a secret. */
export const suggestsSecret = (name: string): boolean =>
  secretWordPattern.test(name.slice(-maxNameLength))

/** Whether the name of a key suggests that its value, or what is below it, is a secret. */
export const isSecretName = (name: string): boolean => {
  const end = name.slice(-maxNameLength)
  return (
    suggestsSecret(end) ||
    end
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      .split(/[^A-Za-z\d]+/)
      .some((word) => secretNames.has(word.toLowerCase()))
  )
}

/** Names of keys whose value may be the path of a file. Then only the content of the file is secret, not the path. */
const pathKeyPattern = /(?:file|path|dir|folder|location|keys?|credentials?|creds)["']?$/i

const pathPattern =
  /^["']?(?:file:\/\/|\.{0,2}[\\/]|~[\\/]|[A-Za-z]:[\\/]|\$\{?\w+\}?[\\/])[\w .@$ {}\\/-]+\.\w{1,10}["']?\s*(?:#.*)?$/

/** Whether a value is harmless: empty, null, a boolean, or a file path, if the value of the key may be a path. */
const isHarmlessValue = (name: string, value: string): boolean =>
  /^(?:|true|false|null|~)$/i.test(value) || (pathKeyPattern.test(name) && pathPattern.test(value))

/**
 * Strings that are secret in any position: tokens, PINs, signatures of URLs, keys in base64, what follows `pem:`, and
 * passwords after `--user NAME:`, in XML elements and in addresses.
 */
const secretTextPattern =
  /eyJ[\w-]+(?:\.[^\s"']+)?|LS0tLS1CRUdJ[\w+/=-]*|(?<=[?&;](?:pin(?:-value)?|sig|signature|X-Amz-Signature)=)[^&;"'\s]+|(?<="pem:)(?:[^"\\]|\\.)+|(?<='pem:)[^']+|(?<=(?<!["'])pem:).+|(?<=\b[Bb]earer )[\w.~+/=-]{6,}|(?<=\b[Bb]asic )(?=[A-Za-z+/]{0,200}[\d=])[\w+/=]{8,}|(?<=(?:^|\s)(?:-u|--user)[ =]["']?[^\s:"']{1,100}:)[^\s"']+|(?<=<[\w:-]{0,60}(?:p[a-z]{0,6}w[a-z]{0,4}d|secret|token|key)>)[^<\s][^<]*|(?<=\b(?:tls|tcp|dtls|wss?):[^\s:@/"']{1,100}:)[^\s@"']{1,200}(?=@)/g

const maskText = (text: string): string => text.replaceAll(/\S/g, '*')

const maskToken = (text: string): string => (/^eyJ[\w-]+$/.test(text) ? text : maskText(text))

/** Masks what looks secret without regard to keys: passwords in URLs, and strings that match `secretTextPattern`. */
const maskSecretForms = (line: string): string =>
  maskUrlPasswords(line).replaceAll(secretTextPattern, maskToken)

/**
 * Masks passwords in URLs. A password may hold anything, so it ends at the last `@` of the quoted string or the word,
 * or of the line if the word has none. Reads each part of the line only once.
 */
function maskUrlPasswords(line: string): string {
  const lastAt = line.lastIndexOf('@')
  let result = ''
  let copiedEnd = 0
  for (;;) {
    const scheme = line.indexOf('://', copiedEnd)
    if (scheme < 0 || scheme > lastAt) return result + line.slice(copiedEnd)
    const [passwordStart, passwordEnd, scannedEnd] = findPassword(line, scheme + '://'.length)
    result +=
      line.slice(copiedEnd, passwordStart) +
      maskText(line.slice(passwordStart, passwordEnd)) +
      line.slice(passwordEnd, scannedEnd)
    copiedEnd = scannedEnd
  }
}

/**
 * The password of the URL whose user starts at an offset; empty if there is none. Scanning continues at `scannedEnd`.
 */
function findPassword(
  line: string,
  start: number,
): [passwordStart: number, passwordEnd: number, scannedEnd: number] {
  const user = /^[^\s/:@"'`]*:/.exec(line.slice(start, start + maxNameLength))?.[0]
  if (user === undefined) return [start, start, start]
  const passwordStart = start + user.length
  const quote = /(?<!\\)(["'`])[\w+.-]{0,40}:\/\/$/.exec(line.slice(Math.max(0, start - 50), start))
  const stringEnd = quote ? findQuoteEnd(line, passwordStart, quote[1] ?? '') : line.length
  const space = line.slice(passwordStart, stringEnd).search(/\s/)
  const wordEnd = space < 0 ? stringEnd : passwordStart + space
  const findEnd = (end: number): number =>
    passwordStart + line.slice(passwordStart, end).lastIndexOf('@')
  const candidateEnds = [
    ...(quote ? [] : [findEnd(wordEnd)]),
    ...(isPort(line, passwordStart) ? [findEnd(wordEnd)] : [findEnd(stringEnd)]),
  ]
  const passwordEnd = candidateEnds.find((end) => end >= passwordStart)
  return passwordEnd === undefined
    ? [passwordStart, passwordStart, quote ? stringEnd : wordEnd]
    : [passwordStart, passwordEnd, passwordEnd]
}

/** Whether a port may follow instead of a password, as in `http://host:80/`. */
const isPort = (line: string, from: number): boolean =>
  /^\d{0,5}(?:[/?#,\]})"'`\s]|$)/.test(line.slice(from, from + 10))

/** The offset of the quote that closes a string; the end of the line if there is none. */
function findQuoteEnd(line: string, start: number, quote: string): number {
  for (let index = start; index < line.length; index += 1) {
    if (quote === '"' && line[index] === '\\') index += 1
    else if (line[index] === quote) return index
  }
  return line.length
}

/** The column of the first key in a line, after the dashes of lists. */
const measureIndent = (line: string): number => /^[\s-]*(?:^|\s)|^/.exec(line)?.[0].length ?? 0

const commentPattern = /^\s*#+/

/**
 * Matches the text after the name of a key: a colon or `=`, perhaps after a closing quote. Backslashes precede the
 * quote if the text is JSON in a string.
 */
const nameEndPattern = /\\{0,8}["']?\s*[:=]/y

/** Matches the separator between a flag of a command and its value: a blank, or a comma if both are items of a list. */
const flagEndPattern = /["']\s*,|\s/y

/** Finds the first secret value in a line, judging by the keys, and returns its offset; undefined if there is none. */
function findSecretValueStart(line: string): number | undefined {
  let pairName: string | undefined
  const isSecretPair = once(() => line.includes('{') && hasSecretPair(line))
  for (const { 0: word, index } of line.matchAll(/[\w-]+/g)) {
    const wordEnd = index + word.length
    const end =
      findMatchEnd(nameEndPattern, line, wordEnd) ??
      (word.startsWith('--') ? findMatchEnd(flagEndPattern, line, wordEnd) : undefined)
    if (end === undefined) continue
    const name = readName(line, index, wordEnd)
    // In an address such as `pkcs11:/a.so?pin=1234`, `secretTextPattern` finds the PIN; the rest may be shown.
    if (/^pin(?:-value)?$/.test(name) && /[?&;]/.test(line.charAt(index - 1))) continue
    if (name === 'value' && (pairName !== undefined || isSecretPair())) return end
    if (name === 'name') pairName = readPairName(line.slice(end, end + maxNameLength))
    // A short word may also be a host, as in `tls:auth:443`. It only counts as a key if a quote or `=` follows it, or
    // if white space, a quote or a bracket follows its colon.
    const isKey =
      suggestsSecret(name) ||
      (isSecretName(name) &&
        (/["'=]/.test(line.slice(wordEnd, end)) ||
          /^(?:\s|$|["'[{])/.test(line.slice(end, end + 1))))
    if (!isKey) continue
    const value = line.slice(end, end + maxValueLength).trim()
    // An empty value counts as secret, because the secret may be on the lines below the key.
    if (value === '' || !isHarmlessValue(name, value)) return end
  }
  const statement = commentPattern.test(line) ? /\b([\w-]{1,50}) is /.exec(line) : undefined
  return statement && isSecretName(statement[1] ?? '')
    ? statement.index + statement[0].length
    : undefined
}

function findMatchEnd(stickyPattern: RegExp, line: string, start: number): number | undefined {
  stickyPattern.lastIndex = start
  return stickyPattern.test(line) ? stickyPattern.lastIndex : undefined
}

/** The offset of the value after a secret key without a colon, as in a broken file; undefined without such a key. */
function findValueStartWithoutColon(line: string): number | undefined {
  const start = measureIndent(line)
  const word = /^["']?[\w-]+["']?/.exec(line.slice(start, start + maxNameLength))?.[0] ?? ''
  const end = start + word.length
  const textAfter = line.slice(end, end + maxValueLength)
  const isFlag = /^["']?--/.test(word)
  const hasNoColon =
    textAfter === ''
      ? isFlag || !line.trimStart().startsWith('-')
      : /^[ \t]+[^\s:=#]/.test(textAfter)
  return hasNoColon && isSecretName(word.replaceAll(/["']/g, '')) ? end : undefined
}

const maxValueLength = 400

/**
 * The name of a key whose last word is between `start` and `end`. If the key is in quotes, its name is all the text
 * between them, with escapes replaced.
 */
function readName(line: string, start: number, end: number): string {
  const quote = line[end]
  if (quote !== '"' && quote !== "'") return line.slice(start, end)
  const searchStart = Math.max(0, start - maxNameLength)
  const openingQuote = line.slice(searchStart, end).lastIndexOf(quote)
  return openingQuote < 0
    ? line.slice(start, end)
    : unescapeText(line.slice(searchStart + openingQuote + 1, end))
}

/**
 * Replaces the escapes in a double-quoted string. `\n`, `\r` and `\t` become a line feed; of other single-character
 * escapes, only the backslash is removed.
 */
const unescapeText = (text: string): string =>
  text.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U000([\da-f]{5})|(.))/gi,
    (_: string, x?: string, u?: string, long?: string, other?: string): string => {
      const code = x ?? u ?? long
      if (code === undefined)
        return other !== undefined && /[nrt]/.test(other) ? '\n' : (other ?? '')
      return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
    },
  )

/** The name in a pair such as `name: DB_PASSWORD`, `value: …`, if it suggests a secret. */
function readPairName(text: string): string | undefined {
  const name = /^\s*["']?([\w.-]+)/.exec(text)?.[1]
  return name !== undefined && isSecretName(name) ? name : undefined
}

/** Matches a line of a PEM block or of base64 text, with any indentation. */
const pemLinePattern = /^[\s#"'|>-]*(?:[\w+/=\\]+|[A-Z][\w-]+: [\w,-]*[\w-])[\s"',]*$/

const pemStartPattern = /-----BEGIN|LS0tLS1CRUdJ/

/** Matches a line that only ends a string or a collection. Such a line contains no secret. */
const closingLinePattern = /^[\s"'\]},]+$/

/** The end of the PEM block (possibly in base64) at the start of a text; undefined if the block does not end. */
function findPemEnd(text: string): number | undefined {
  if (text.startsWith('LS0tLS1CRUdJ')) return /^[\w+/=-]+/.exec(text)?.[0].length
  const end = text.indexOf('-----END')
  const close = end < 0 ? -1 : text.indexOf('-----', end + '-----END'.length)
  return close < 0 ? undefined : close + '-----'.length
}

/** The open quote and the number of open brackets after a text. */
type OpenDelimiters = { quote: string; depth: number }

function readDelimiters(text: string, { quote, depth }: OpenDelimiters): OpenDelimiters {
  let [openQuote, level] = [quote, depth]
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (openQuote === '"' && character === '\\') index += 1
    else if (openQuote !== '') openQuote = character === openQuote ? '' : openQuote
    else if (character === '"' || character === "'")
      openQuote = /[\s[{,:]/.test(text[index - 1] ?? ' ') ? character : ''
    else if (character === '#' && /^\s?$/.test(text[index - 1] ?? '')) break
    else if (character === '[' || character === '{') level += 1
    else if (character === ']' || character === '}') level -= 1
    if (openQuote === '' && level < 0) break
  }
  return { quote: openQuote, depth: level }
}

const noDelimiters: OpenDelimiters = { quote: '', depth: 0 }

/** Whether a value starts with a quote or a bracket, so that it may continue on lines with less indentation. */
const startsWithDelimiter = (value: string): boolean =>
  /^\s*(?:[&!][^\s]{1,100}\s+)?["'[{]/.test(value)

/** Whether a line starts with a key: in a broken file, a string that is still open ends there. */
const startsWithKey = (line: string): boolean => /^[\s-]*[\w.][\w.-]{0,99}:(?:\s|$)/.test(line)

/**
 * The lines of a text with stars instead of secrets; every other character keeps its position. Works without a schema,
 * so broken files and misspelled keys are covered too.
 */
export function maskSecrets(lines: readonly string[]): string[] {
  const maskedLines = maskLines(lines, new Set())
  const anchors = listSecretAnchors(lines, maskedLines)
  return maskDefaults(lines, anchors.size === 0 ? maskedLines : maskLines(lines, anchors))
}

/**
 * Masks the defaults of secret variables: those whose names suggest a secret, those that masked lines use, and those
 * that `findSecretDefaults` adds.
 */
function maskDefaults(lines: readonly string[], maskedLines: string[]): string[] {
  const text = lines.join('\n')
  const getUsedVariables = once(() => listMaskedVariables(lines, maskedLines))
  const { defaults } = findSecretDefaults(
    text,
    (name) => isSecretName(name) || getUsedVariables().has(name),
  )
  return defaults.length === 0
    ? maskedLines
    : replaceSpans(maskedLines.join('\n'), defaults, maskText).split('\n')
}

/** The variables that masked lines use for secrets. */
const listMaskedVariables = (
  lines: readonly string[],
  maskedLines: readonly string[],
): ReadonlySet<string> =>
  new Set(
    lines.flatMap((line, index) =>
      line === maskedLines[index]
        ? []
        : listVariableNames(line)
            .filter(({ start }) => maskedLines[index]?.[start] === '*')
            .map(({ name }) => name),
    ),
  )

/**
 * Finds the defaults of secret variables. A variable in the default of a secret variable is secret, too, and so is a
 * variable that has the same default as a secret variable.
 */
export function findSecretDefaults(
  text: string,
  isSecretName: (name: string) => boolean,
): { defaults: readonly Span[]; names: ReadonlySet<string> } {
  const defaults = listVariableDefaults(text)
  // For each name or default (`=value`): the names and defaults that are secret if it is secret.
  const dependents = new Map<string, string[]>()
  const addDependent = (source: string, dependent: string): void => {
    const list = dependents.get(source)
    if (list) list.push(dependent)
    else dependents.set(source, [dependent])
  }
  for (const { name, start, end, names } of defaults) {
    for (const inner of names) addDependent(name, inner)
    const value = text.slice(start, end)
    if (names.length > 0 || !isSpecific(value)) continue
    addDependent(name, `=${value}`)
    addDependent(`=${value}`, name)
  }
  const secrets = new Set(defaults.map(({ name }) => name).filter(isSecretName))
  // The loop also visits the names and defaults that it adds.
  for (const secret of secrets)
    for (const follower of dependents.get(secret) ?? []) secrets.add(follower)
  return { defaults: defaults.filter(({ name }) => secrets.has(name)), names: secrets }
}

/** Replaces spans of a text. They must be in the order of their starts, and may be nested. */
function replaceSpans(
  text: string,
  spans: readonly Span[],
  replace: (part: string) => string,
): string {
  let result = ''
  let copiedEnd = 0
  for (const { start, end } of spans) {
    if (end <= copiedEnd) continue
    result += text.slice(copiedEnd, start) + replace(text.slice(Math.max(start, copiedEnd), end))
    copiedEnd = end
  }
  return result + text.slice(copiedEnd)
}

export const hideDefaults = (text: string, isSecretName: (name: string) => boolean): string =>
  replaceSpans(text, findSecretDefaults(text, isSecretName).defaults, () => hiddenSecret)

/** The names of anchors whose values are secret, because a masked value is an alias for them. */
function listSecretAnchors(lines: readonly string[], maskedLines: readonly string[]): Set<string> {
  return new Set(
    lines.flatMap((line, index) =>
      line === maskedLines[index] || !line.includes('*')
        ? []
        : [...line.matchAll(/\*([\w-]+)/g)].flatMap(({ 1: name = '', index: start }) =>
            maskedLines[index]?.[start + 1] === '*' ? [name] : [],
          ),
    ),
  )
}

/** The state after the lines so far, which affects how the next line is masked. */
type MaskState = {
  /**
   * Lines that are indented further than this belong to the current secret. Infinity outside of a secret, and in a PEM
   * block without indentation.
   */
  secretIndent: number
  /** Whether the current secret started in a comment. */
  isComment: boolean
  delimiters: OpenDelimiters
  isInPem: boolean
  /**
   * Which part of a secret is still expected: its value, on any line that is not a key, or the colon after a key such
   * as `? password`.
   */
  expectedPart: 'value' | 'colon' | undefined
  /** The indentation of a `name` that suggests a secret; its `value` has the same indentation. */
  pairIndent: number | undefined
  isSecretObject: boolean
}

/** A line that may hold a secret; `content` has spaces instead of the comment sign. */
type MaskedLine = {
  line: string
  comment: string | undefined
  content: string
  indent: number
  /** Whether the line has a `value` whose `name` is on a line below and suggests a secret. */
  isValueOfPair: boolean
  isOnlyLine: boolean
}

function maskLines(lines: readonly string[], anchors: ReadonlySet<string>): string[] {
  const pairValues = findPairValues(lines)
  const state: MaskState = {
    secretIndent: Infinity,
    isComment: false,
    delimiters: noDelimiters,
    isInPem: false,
    expectedPart: undefined,
    pairIndent: undefined,
    isSecretObject: isKubernetesSecret(lines, 0),
  }
  return lines.map((line, index) => {
    if (line.trim() === '') return line
    if (/^---(?:\s|$)/.test(line)) state.isSecretObject = isKubernetesSecret(lines, index + 1)
    const isValueOfPair = pairValues.has(index)
    const mayHoldSecret =
      isValueOfPair || state.isSecretObject || anchors.size > 0 || affectsNextLine(state)
    if (!mayHoldSecret && !mayHoldSecrets(line)) return line
    const comment = commentPattern.exec(line)?.[0]
    const content =
      comment === undefined ? line : ' '.repeat(comment.length) + line.slice(comment.length)
    const indent = measureIndent(state.isComment ? content : line)
    const isOnlyLine = lines.length === 1
    const maskedLine = { line, comment, content, indent, isValueOfPair, isOnlyLine }
    return continueSecret(maskedLine, state) ?? beginSecret(maskedLine, state, anchors)
  })
}

const affectsNextLine = (state: MaskState): boolean =>
  state.secretIndent !== Infinity ||
  state.delimiters.quote !== '' ||
  state.delimiters.depth > 0 ||
  state.isInPem ||
  state.expectedPart !== undefined ||
  state.pairIndent !== undefined

/** Masks a line in which a secret continues; undefined for other lines. */
function continueSecret(
  { line, comment, indent }: MaskedLine,
  state: MaskState,
): string | undefined {
  if (state.delimiters.quote !== '' && indent <= state.secretIndent && startsWithKey(line))
    state.delimiters = noDelimiters
  if (state.delimiters.quote !== '' || state.delimiters.depth > 0) {
    state.delimiters = readDelimiters(line, state.delimiters)
    return maskText(line)
  }
  if (state.isInPem && line.includes('-----END')) {
    state.isInPem = false
    return maskPem(line, comment)
  }
  if (state.isInPem && pemLinePattern.test(line)) return maskPem(line, comment)
  if (indent > state.secretIndent && (comment !== undefined || !state.isComment))
    return closingLinePattern.test(line) ? line : maskText(line)
  return undefined
}

/** Masks a line from the start of a secret on, and records in `state` whether the secret continues. */
function beginSecret(
  maskedLine: MaskedLine,
  state: MaskState,
  anchors: ReadonlySet<string>,
): string {
  const { line, comment, content, indent } = maskedLine
  state.isInPem = false
  const valueStart = findValueStart(maskedLine, state)
  const pemStart = line.search(pemStartPattern)
  const anchoredValueStart = anchors.size > 0 ? findAnchoredValue(line, anchors) : undefined
  const dataStart =
    state.isSecretObject && /^\s*["']?data["']?\s*:/.test(line) ? line.indexOf(':') + 1 : undefined
  const secretStarts = [
    valueStart,
    anchoredValueStart,
    dataStart,
    pemStart >= 0 ? pemStart : undefined,
  ].filter((start) => start !== undefined)
  if (secretStarts.length === 0 && !line.includes('pem:')) {
    state.secretIndent = Infinity
    if (/^[\s-]*\?\s/.test(line) && isSecretName(line.trim().replace(/["']$/, '')))
      state.expectedPart = 'colon'
    return maskSecretForms(line)
  }
  const start = Math.min(...secretStarts, line.length)
  const secret = line.slice(start)
  state.isComment = comment !== undefined
  if (pemStart >= 0 && line.trimStart().search(pemStartPattern) === 0)
    // A PEM block without indentation is not in a string, so indentation does not tell where the secret ends.
    state.secretIndent = indent > 0 ? indent - 1 : Infinity
  else state.secretIndent = state.isComment ? measureIndent(content) : indent
  if (pemStart >= 0) state.isInPem = !secret.includes('-----END')
  if (startsWithDelimiter(secret))
    state.delimiters = clampDelimiters(readDelimiters(secret, noDelimiters))
  if (secret.trim() === '' && valueStart !== undefined) state.expectedPart = 'value'
  return (
    maskSecretForms(line.slice(0, start)) +
    (start === pemStart ? maskPem(secret) : maskText(secret))
  )
}

/**
 * The offset at which the value of a secret key starts in a line: 0 if the key is on an earlier line, undefined if the
 * line has no such value.
 */
function findValueStart(
  { line, indent, isValueOfPair, isOnlyLine }: MaskedLine,
  state: MaskState,
): number | undefined {
  const isAwaited =
    state.expectedPart === 'colon'
      ? /^\s*:/.test(line)
      : state.expectedPart === 'value' &&
        !/^[\s-]*(?:["'][\w.-]+|[\w.][\w.-]*)["']?\s*:|^\s*[?#]/.test(line)
  state.expectedPart = undefined
  const pair = /^[\s-]*["']?(name|value)["']?\s*:(.*)/.exec(line)
  const isPairValue = pair?.[1] === 'value' && (state.pairIndent === indent || isValueOfPair)
  if (pair?.[1] === 'name')
    state.pairIndent =
      readPairName((pair[2] ?? '').slice(0, maxNameLength)) === undefined ? undefined : indent
  else if (state.pairIndent !== undefined && indent < state.pairIndent) state.pairIndent = undefined
  if (isAwaited) return 0
  if (isPairValue) return line.indexOf(':') + 1
  return findSecretValueStart(line) ?? (isOnlyLine ? undefined : findValueStartWithoutColon(line))
}

/**
 * Masks a line up to the end of a PEM block, or the whole line if the block does not end in it. The comment sign is
 * kept, and the text after the block is masked as a line of its own.
 */
function maskPem(line: string, comment = ''): string {
  const end = findPemEnd(line) ?? line.length
  const [maskedRest = ''] = maskLines([line.slice(end)], new Set())
  return comment + maskText(line.slice(comment.length, end)) + maskedRest
}

/** Maximum number of lines after a `value` to search for the `name` of the same entry. */
const maxPairLines = 50

/** The indexes of the lines with a `value` whose `name` follows in the same entry and suggests a secret. */
function findPairValues(lines: readonly string[]): ReadonlySet<number> {
  const lineIndexes = new Set<number>()
  for (const [index, line] of lines.entries()) {
    if (!line.includes('value') || !/^[\s-]*["']?value["']?\s*:/.test(line)) continue
    const indent = measureIndent(line)
    for (const lineBelow of lines.slice(index + 1, index + 1 + maxPairLines)) {
      if (lineBelow.trim() === '') continue
      if (measureIndent(lineBelow) < indent || lineBelow.trimStart().startsWith('- ')) break
      const name = /^\s*["']?name["']?\s*:(.*)/.exec(lineBelow)?.[1]
      if (name === undefined) continue
      if (readPairName(name.slice(0, maxNameLength)) !== undefined) lineIndexes.add(index)
      break
    }
  }
  return lineIndexes
}

/** Whether a line has a `name` that suggests a secret, as in `{value: …, name: DB_PASSWORD}`. */
const hasSecretPair = (line: string): boolean =>
  [...line.matchAll(/\bname["']?\s{0,20}:/g)].some(
    ({ index, 0: key }) =>
      readPairName(line.slice(index + key.length, index + key.length + maxNameLength)) !==
      undefined,
  )

const clampDelimiters = (delimiters: OpenDelimiters): OpenDelimiters =>
  delimiters.depth < 0 ? noDelimiters : delimiters

function findAnchoredValue(line: string, anchors: ReadonlySet<string>): number | undefined {
  for (const { 0: whole, 1: name = '', index } of line.matchAll(/&([\w-]+)/g))
    if (anchors.has(name)) return index + whole.length
  return undefined
}

function isKubernetesSecret(lines: readonly string[], start: number): boolean {
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (index > start && line.startsWith('---')) return false
    if (/^["']?kind["']?\s*:\s*["']?Secret\b/.test(line)) return true
  }
  return false
}

/** Whether a string is or contains a secret. `name` is the name of its key, which may be misspelled. */
export const holdsSecret = (text: string, name = ''): boolean =>
  text !== '' &&
  (isSecret(text) ||
    (isSecretName(name) && !isHarmlessValue(name, text)) ||
    hideSecrets(text) !== text)

/**
 * A string with `…` instead of the secrets in it, such as passwords in URLs; only `…` if the whole string counts as a
 * secret (`isSecret`).
 */
export const hideSecrets = (text: string): string =>
  isSecret(text)
    ? hiddenSecret
    : mayHoldSecrets(text)
      ? hideMasked(text, maskSecrets(text.split('\n')).join('\n'))
      : text

/** A text of many lines, such as a file, with `…` instead of the secrets in it; everything else is unchanged. */
export const hideSecretsInFile = (text: string): string =>
  mayHoldSecrets(text) ? hideMasked(text, maskSecrets(text.split('\n')).join('\n')) : text

/** A text with `replacement` instead of passwords in URLs, and of everything else that looks secret. */
export const maskLikelySecrets = (text: string, replacement: string): string =>
  text
    .split('\n')
    .map((line) => hideMasked(line, maskSecretForms(line), replacement))
    .join('\n')

/** A quick test: a sentence that does not match contains nothing that looks secret. */
const secretFormPattern =
  /[@<]|eyJ|LS0tLS1C|-----BEGIN|[?&;](?:pin|sig|X-Amz)|[Bb](?:earer|asic) |(?:-u|--user)[ =]/

/** A sentence with `…` instead of everything that looks secret; it is cut off at a PEM block. */
export function hideLikelySecrets(sentence: string): string {
  if (!secretFormPattern.test(sentence)) return sentence
  const pemStart = sentence.indexOf('-----BEGIN')
  const textBefore = pemStart < 0 ? sentence : sentence.slice(0, pemStart)
  // Our own sentences mention `pem:`. The value after it is hidden when a value is quoted, not here.
  const hiddenParts = textBefore.split('pem:').map((part) => maskLikelySecrets(part, hiddenSecret))
  return hiddenParts.join('pem:') + (pemStart < 0 ? '' : hiddenSecret)
}

/** Maximum length of the part of a value that is quoted, and searched for secrets. */
const maxQuotedLength = 1000

/**
 * The beginning of a value, without secrets. The rest of a longer value is unknown, so it is assumed to contain the `@`
 * after a password.
 */
export const quoteBeginning = (text: string): string =>
  hideSecrets(text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}@` : text)

/** Replaces each stretch of `text` that consists of stars in `maskedText` with `replacement`. */
function hideMasked(text: string, maskedText: string, replacement = hiddenSecret): string {
  let result = ''
  let end = 0
  for (const { index, 0: stars } of maskedText.matchAll(/\*+(?:[ \t]+\*+)*/g)) {
    if (text.startsWith(stars, index)) continue
    result += text.slice(end, index) + replacement
    end = index + stars.length
  }
  return result + text.slice(end)
}

export const isSecretAt = (path: readonly (string | number)[], value: string): boolean =>
  path.some(
    (name) => typeof name === 'string' && isSecretName(name) && !isHarmlessValue(name, value),
  )

/**
 * Further words that suggest a secret in a variable name; `pin`, `key` and `tok` count only if `path`, `file` or `dir`
 * does not follow.
 */
const secretVariablePattern =
  /pass|credential|private|auth(?!or)|(?:pin|key|tok)s?(?![a-z])(?!_?(?:path|file|dir))/i

export const isSecretVariable = (name: string, value = ''): boolean =>
  isSecretName(name) || secretVariablePattern.test(name) || holdsSecret(value)

/** The variables that a text uses as values of secret keys, found without a schema. */
export function listSecretReferences(text: string): ReadonlySet<string> {
  if (!text.includes('$') || !mayHoldSecrets(text)) return new Set()
  const lines = splitLines(text)
  return listMaskedVariables(lines, maskSecrets(lines))
}

export const hasMatchingVariable = (text: string, test: (name: string) => boolean): boolean =>
  listVariableNames(text).some(({ name }) => test(name))

/**
 * A quick test: every text with a secret matches this pattern or contains `://` and `@`. A match of the group `short`
 * counts only as a whole word of a name.
 */
const secretHintPattern = new RegExp(
  `${secretWordPattern.source}|eyJ|LS0tLS1C|pem:|-----BEGIN|basic |\\\\[xu]|[?&;][a-z-]*sig|-u |--user|<[\\w:-]+key>|(?:tls|tcp|dtls|wss?):[^\\s:@/"']{1,100}:[^\\s@"']{1,200}@|(?<short>${secretNameWords.join('|')})`,
  'gi',
)

/** Whether a text has to be scanned line by line for secrets. */
export function mayHoldSecrets(text: string): boolean {
  secretHintPattern.lastIndex = 0
  for (let match = secretHintPattern.exec(text); match; match = secretHintPattern.exec(text)) {
    const { 0: sign, index, groups } = match
    if (groups?.['short'] === undefined || isWholeWord(text, index, sign.length)) return true
    secretHintPattern.lastIndex = index + 1
  }
  return text.includes('://') && text.includes('@')
}

/** Whether a word in a name is a whole word: delimited by other characters or by capitals. */
const isWholeWord = (text: string, start: number, length: number): boolean =>
  !/[a-z\d]/.test(text.charAt(start + length)) &&
  (!/[A-Za-z\d]/.test(text.charAt(start - 1)) ||
    (/[a-z\d]/.test(text.charAt(start - 1)) && /[A-Z]/.test(text.charAt(start))))

/** Shorter words are not hidden, because they are too common in sentences. */
const minWordLength = 5

type SecretSource = { text: string; environment?: Environment | undefined }

/**
 * Creates a function that removes secrets, even truncated ones, from sentences about a text: secrets in the text, and
 * values of secret variables to which the text refers.
 */
export const createRedactor = (
  text: string,
  environment?: Environment,
): ((sentence: string) => string) =>
  createJointRedactor([{ text, environment }]) ?? ((sentence) => sentence)

/**
 * Creates a function that removes secrets and their words, even if they are truncated, from sentences. Undefined if no
 * secret has at least `minWordLength` characters.
 */
export const createWordRedactor = (
  secrets: readonly string[],
): ((sentence: string) => string) | undefined => createMatchRedactor(secrets.flatMap(listWords))

const listWords = (secret: string): string[] => [secret, ...splitWords(secret)].filter(isSpecific)

/** Creates one redactor for several texts; undefined if it would have nothing to remove. */
export function createJointRedactor(
  sources: readonly SecretSource[],
): ((sentence: string) => string) | undefined {
  return createMatchRedactor(sources.flatMap(listSecretWords))
}

function createMatchRedactor(words: readonly string[]): ((sentence: string) => string) | undefined {
  const prefixes = new Set(words.map((word) => word.slice(0, maxComparedLength)))
  if (prefixes.size === 0) return undefined
  const measureMatch = createPrefixMatcher(prefixes)
  return (sentence) => replaceMatches(sentence, measureMatch)
}

function listSecretWords({ text, environment = {} }: SecretSource): string[] {
  const valueWords = listSecretValues(text, environment).flatMap(listWords)
  if (!mayHoldSecrets(text)) return valueWords
  const lines = splitLines(text)
  const maskedLines = maskSecrets(lines)
  const textWords = lines.flatMap((line, index) =>
    line === maskedLines[index] ? [] : listHiddenWords(line, maskedLines[index] ?? ''),
  )
  return [...valueWords, ...textWords]
}

/** The values of the secret variables that a text refers to. */
function listSecretValues(text: string, environment: Environment): string[] {
  if (!text.includes('$') || Object.keys(environment).length === 0) return []
  const usedForSecrets = once(() => listSecretReferences(text))
  const names = new Set(listVariableReferences(text).map(({ name }) => name))
  return [...names].flatMap((name) => {
    const value = environment[name]
    return value !== undefined &&
      (isHiddenVariable(environment, name) ||
        isSecretVariable(name, value) ||
        usedForSecrets().has(name))
      ? [value]
      : []
  })
}

/** Measures how many characters at an index of a sentence are the beginning of a hidden word; 0 if too few. */
type MeasureMatch = (sentence: string, index: number) => number

/**
 * Creates a function that finds the longest match by binary search: the matching word is next to the position at which
 * the rest of the sentence would be inserted into the sorted list.
 */
function createPrefixMatcher(words: ReadonlySet<string>): MeasureMatch {
  const sortedWords = [...words].sort()
  const wordStarts = new Set(sortedWords.map((word) => word.slice(0, minWordLength)))
  return (sentence, index) => {
    if (!wordStarts.has(sentence.slice(index, index + minWordLength))) return 0
    const position = countBefore(sortedWords, sentence.slice(index))
    const neighbors = sortedWords.slice(Math.max(0, position - 1), position + 1)
    const length = Math.max(
      ...neighbors.map((word) => countSharedCharacters(sentence, index, word)),
    )
    if (isDistinctive(sentence, index, length)) return length
    // A secret may begin with a common word, such as `controller` in a host name, so only whole words of secrets are
    // hidden.
    for (let shorterLength = length; shorterLength >= minWordLength; shorterLength -= 1)
      if (words.has(sentence.slice(index, index + shorterLength))) return shorterLength
    return 0
  }
}

/**
 * Whether a match is distinctive enough to be hidden: it is not all lower-case letters, or the sentence truncates it.
 */
const isDistinctive = (sentence: string, index: number, length: number): boolean =>
  /[^a-z]/.test(sentence.slice(index, index + length)) ||
  /^(?:\.\.\.|\u2026)/.test(sentence.slice(index + length, index + length + 3))

const countBefore = (sortedWords: readonly string[], text: string): number =>
  countWhile(sortedWords.length, (index) => (sortedWords[index] ?? '') < text)

function countSharedCharacters(sentence: string, index: number, word: string): number {
  let length = 0
  while (length < word.length && sentence[index + length] === word[length]) length += 1
  return length
}

/** Only this many characters of a word are compared; if all match, the sentence is hidden up to the end of the word. */
const maxComparedLength = 200

const wordRestPattern = /[^\s"'`,{}[\]]*/y

/** Replaces each stretch of hidden characters by an ellipsis; matches may overlap. */
function replaceMatches(sentence: string, measureMatch: MeasureMatch): string {
  let result = ''
  let hiddenUntil = 0
  for (let index = 0; index + minWordLength <= sentence.length; index += 1) {
    const length = measureMatch(sentence, index)
    if (length < minWordLength) continue
    if (index >= hiddenUntil) result += `${sentence.slice(hiddenUntil, index)}…`
    hiddenUntil = Math.max(hiddenUntil, index + length)
    if (length < maxComparedLength) continue
    wordRestPattern.lastIndex = hiddenUntil
    wordRestPattern.test(sentence)
    hiddenUntil = wordRestPattern.lastIndex
    index = hiddenUntil - 1
  }
  return result + sentence.slice(hiddenUntil)
}

/** The secret words of a line. Names of variables and keys are not secret, and neither are plain words in comments. */
function listHiddenWords(line: string, maskedText: string): string[] {
  const comment = line.search(/(?:^|\s)#/)
  return [...maskedText.matchAll(/\*+(?:\s+\*+)*/g)].flatMap(({ index, 0: stars }) => {
    const end = index + stars.length
    const isCut = comment > index && comment < end
    const value = line.slice(index, isCut ? comment : end)
    const isInComment = comment >= 0 && index >= comment
    return [
      ...(isInComment
        ? []
        : [value, unescapeText(value)].flatMap((text) => [unquote(text), ...splitWords(text)])),
      ...(isInComment || isCut
        ? splitWords(line.slice(isInComment ? index : comment, end))
        : []
      ).filter((word) => /\d|[^\w.,;:()/-]/.test(word)),
    ].filter(isSpecific)
  })
}

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/s, '$2')

/** Splits a text into the words that a sentence might quote. */
const splitWords = (text: string): string[] => text.split(/(?:\$\{\w+\}|[\s"'`,{}[\]])+/)

const isSpecific = (word: string): boolean =>
  word.length >= minWordLength && !/^[\w-]+:$/.test(word)
