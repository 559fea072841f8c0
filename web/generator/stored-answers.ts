import { hideSecretsInFile } from '../../src/document/secrets.js'
import type { FieldValue, FormValues } from './answers.js'

/**
 * Maximum length of a text that is kept for a reload, in characters: searching longer ones for
 * secrets takes too long.
 */
const maxLength = 20_000

/** Returns the answers that may be stored: not the token, and no text that is long or contains a secret. */
export const selectStored = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => name !== 'jwt' && (typeof value !== 'string' || isStorable(value)),
    ),
  )

const isStorable = (text: string): boolean =>
  text.length <= maxLength && hideSecretsInFile(text) === text

/** Parses stored answers. Only this page writes them, so checking the types of the values is enough. */
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
