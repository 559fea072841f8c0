import { isPlain } from '../../management/plain.js'

/** Names of fields whose texts open something: who has them can sign in or enroll. Certificates are for everybody. */
const opening = /(password|secret|(?<!target)token|jwt|codes?|key|csr|provisioningurl)$/i

const openingText = /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END[^-]*-----|$)|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\botpauth:\S+/g

const stars = '***'

/** A value with stars in the place of secrets; `note` is called where there are some. */
export function withoutSecrets(value: unknown, note: () => void = () => undefined, name = ''): unknown {
  if (typeof value === 'string') {
    const shown = value !== '' && opening.test(name) ? stars : value.replaceAll(openingText, stars)
    if (shown !== value) note()
    return shown
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, note, name))
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutSecrets(field, note, key)])) : value
}
