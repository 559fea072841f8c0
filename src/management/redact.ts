import { isPlain } from './plain.js'

/** Names of fields and headers that hold secrets. */
const secretName =
  /pass(?!ed)|secret|token|jwt|codes?$|pem$|csr$|key$|cert$|^authorization$|session$|provisioningurl/i

/** Keys, certificates and tokens, wherever they stand. */
const secretText =
  /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\botpauth:\S+/g

const stars = '***'

export const isSecretName = (name: string): boolean => secretName.test(name.replaceAll('-', ''))

/** A value with stars instead of secrets: by the names of the fields, and by what texts look like. */
export function redact(value: unknown, name = ''): unknown {
  if (isSecretName(name) && value !== null && typeof value !== 'boolean') return stars
  if (typeof value === 'string') return value.replaceAll(secretText, stars)
  if (Array.isArray(value)) return value.map((item) => redact(item))
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, redact(field, key)]))
    : value
}

/** Shorter texts say nothing, and stand in many sentences. */
const shortest = 4

/** The secret texts in what is sent. */
export function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return isSecretName(name) && value.length >= shortest
      ? [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
      : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, name))
  return isPlain(value)
    ? Object.entries(value).flatMap(([key, field]) => secretsIn(field, key))
    : []
}

/** The secret texts that a filter compares with. */
export const secretsInFilter = (filter: unknown): string[] =>
  typeof filter === 'string'
    ? [...filter.matchAll(/([\w.]+)\)?\s*(?:[<>=!]+|\b\w+\b)\s*"((?:\\.|[^"\\])*)"/g)].flatMap(
        ([, name = '', text = '']) => secretsIn(text, name),
      )
    : []

/** Takes known secrets, and what looks like one, out of a text. */
export const scrub = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce((left, secret) => left.replaceAll(secret, stars), text)
    .replaceAll(secretText, stars)

/** The same for all texts in a value. */
export function scrubbed(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return scrub(value, secrets)
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, secrets))
  return isPlain(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, scrubbed(field, secrets)]),
      )
    : value
}
