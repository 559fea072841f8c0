import { isPlain } from '../../management/plain.js'

/** Names of fields whose texts open something: who has them can sign in or enroll. Certificates are for everybody. */
const opening =
  /(password|passphrase|secret|(?<!target)token|jwt|codes?|(?<=\w)key|csr|provisioningurl)$/i

export const isOpening = (name: string): boolean => opening.test(name)

const openingText =
  /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END[^-]*-----|$)|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\botpauth:\S+/g

const stars = '***'

/** A value with stars instead of secrets; `note` is told the names of the fields. */
export function withoutSecrets(
  value: unknown,
  note: (name: string) => void = () => undefined,
  name = '',
): unknown {
  if (typeof value === 'string') {
    const shown = value !== '' && isOpening(name) ? stars : value.replaceAll(openingText, stars)
    if (shown !== value) note(name)
    return shown
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, note, name))
  return isPlain(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, withoutSecrets(field, note, key)]),
      )
    : value
}
