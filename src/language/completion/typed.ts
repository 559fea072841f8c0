import { scalar } from '../../edit/replace.js'
import type { Scene } from './scene.js'

/** What stands between the start of the word and the cursor. */
export const typedIn = ({ view, cursor, offset }: Scene): string =>
  view.text.slice(cursor.word, offset)

/** A text as it is written at the cursor: in the quotes that are there, or as the scalar that is read as that text. */
export function textIn({ cursor: { quote } }: Scene, text: string): string {
  if (quote === '"') return text.replaceAll(/["\\]/g, '\\$&')
  return quote === "'" ? text.replaceAll("'", "''") : scalar(text)
}
