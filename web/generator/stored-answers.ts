import { hideSecretsInFile } from '../../src/document/secrets.js'
import type { FieldValue, FormValues } from './answers.js'

/** The longest text that is kept for a reload, in characters. Search for secrets in longer ones takes time. */
const maxLength = 20_000

/** The answers that may be stored: neither the token, nor what is long or holds a secret. */
export const selectStored = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => name !== 'jwt' && (typeof value !== 'string' || isStorable(value)),
    ),
  )

const isStorable = (text: string): boolean =>
  text.length <= maxLength && hideSecretsInFile(text) === text

/** What was stored. Only this page writes it, so that a look at its values is enough. */
export function parseStored(text = '{}'): FormValues {
  try {
    const stored: unknown = JSON.parse(text)
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).filter(isAnswer))
      : {}
  } catch {
    return {}
  }
}

const isAnswer = (entry: [string, unknown]): entry is [string, FieldValue] =>
  ['string', 'boolean'].includes(typeof entry[1]) || Array.isArray(entry[1])
