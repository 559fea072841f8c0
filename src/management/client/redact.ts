import { replaceForms, suggestsSecret } from '../../document/secrets.js'
import { isPlainObject } from '../plain.js'

/** Names of fields and headers of the API that hold secrets, besides those that suggest a secret anywhere. */
const secretNamePattern = /pass(?!ed)|codes?$|pem$|csr$|key$|cert$|session$|provisioningurl/i

/** Keys, certificates and tokens of several lines, or of the API, anywhere in a text. */
const secretTextPattern =
  /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)|(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\botpauth:\S+/g

const replaceSecrets = (text: string): string =>
  replaceForms(text.replaceAll(secretTextPattern, mask), mask)

const mask = '***'

export const isSecretName = (name: string): boolean =>
  suggestsSecret(name) || secretNamePattern.test(name.replaceAll('-', ''))

/** A value with stars instead of secrets: by the names of the fields, and by what texts look like. */
export function redact(value: unknown, name = ''): unknown {
  if (isSecretName(name) && value !== null && typeof value !== 'boolean') return mask
  if (typeof value === 'string') return replaceSecrets(value)
  if (Array.isArray(value)) return value.map((item) => redact(item))
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, redact(field, key)]))
    : value
}

/** Shorter strings reveal nothing and occur in many sentences. */
const minSecretLength = 4

/** The secret texts in what is sent. */
export function findSecrets(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return isSecretName(name) && value.length >= minSecretLength
      ? [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
      : []
  if (Array.isArray(value)) return value.flatMap((item) => findSecrets(item, name))
  return isPlainObject(value)
    ? Object.entries(value).flatMap(([key, field]) => findSecrets(field, key))
    : []
}

/** The secret texts that a filter compares with. */
export const findSecretsInFilter = (filter: unknown): string[] =>
  typeof filter === 'string'
    ? [...filter.matchAll(/([\w.]+)\)?\s*(?:[<>=!]+|\b\w+\b)\s*"((?:\\.|[^"\\])*)"/g)].flatMap(
        ([, name = '', text = '']) => findSecrets(text, name),
      )
    : []

/** Takes known secrets, and what looks like one, out of a text. */
export const redactText = (text: string, secrets: readonly string[]): string =>
  replaceSecrets(secrets.reduce((left, secret) => left.replaceAll(secret, mask), text))

/** The same for all texts in a value. */
export function redactTexts(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, secrets))
  return isPlainObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, redactTexts(field, secrets)]),
      )
    : value
}
