import { maskLikelySecrets, suggestsSecret } from '../../document/secrets.js'
import { isPlainObject } from '../../document/record.js'
import { findSecretRanges, maskRanges } from './encoded-secrets.js'

/** Matches names of secret fields and headers of the API that `suggestsSecret` does not know. */
const secretNamePattern =
  /pass(?!ed)|codes?$|pem$|csr$|key$|cert$|session$|verifier$|provisioningurl/i

/** Matches PEM blocks, JWTs and `otpauth:` URLs anywhere in a string; a PEM block may have several lines. */
const secretTextPattern =
  /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)|(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\botpauth:\S+/g

const replaceSecrets = (text: string): string =>
  maskLikelySecrets(text.replaceAll(secretTextPattern, mask), mask)

const mask = '***'

export const isSecretField = (name: string): boolean =>
  suggestsSecret(name) || secretNamePattern.test(name.replaceAll('-', ''))

/** Masks secrets in a value, by the names of fields and the format of strings. */
export function redact(value: unknown, name = ''): unknown {
  if (isSecretField(name) && value !== null && typeof value !== 'boolean') return mask
  if (typeof value === 'string') return replaceSecrets(value)
  if (Array.isArray(value)) return value.map((item) => redact(item))
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, redact(field, key)]))
    : value
}

/** Shorter strings do not count as secrets: they reveal little, and occur in many messages. */
const minSecretLength = 4

export function findSecrets(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return isSecretField(name) && value.length >= minSecretLength ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => findSecrets(item, name))
  return isPlainObject(value)
    ? Object.entries(value).flatMap(([key, field]) => findSecrets(field, key))
    : []
}

/**
 * Matches a quoted string in a filter, and captures its content; an unclosed string extends to the end of the filter.
 */
const quotedString = /"((?:\\[^]|[^"\\])*)"?/g

/** How many characters before a quoted string are searched for the name of the field and the operator. */
const maxBeforeString = 200

export const findSecretsInFilter = (filter: unknown): string[] =>
  typeof filter === 'string'
    ? [...filter.matchAll(quotedString)].flatMap(({ 1: text = '', index }) => {
        const textBefore = filter.slice(Math.max(0, index - maxBeforeString), index)
        const name = /([\w.]+)\)?\s*(?:[<>=!]+|\b\w+\b)\s*$/.exec(textBefore)?.[1]
        return name === undefined ? [] : findSecrets(text, name)
      })
    : []

/** Masks known secrets, encoded or not, and everything that looks like a secret in a string. */
export const redactText = (text: string, secrets: readonly string[]): string =>
  replaceSecrets(maskRanges(text, findSecretRanges(text, secrets), mask))

export function redactTexts(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, secrets))
  return isPlainObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, redactTexts(field, secrets)]),
      )
    : value
}

export const redactHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      name === 'location' ? text.replaceAll(/(=)[^&#]*/g, `$1${mask}`) : String(redact(text, name)),
    ]),
  )

/** Masks secrets in the query, and all quoted strings, because filters may contain tokens. */
export const redactQuery = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value.replaceAll(quotedString, `"${mask}"`), name) : value,
    ]),
  )
