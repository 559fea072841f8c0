import type { Edit, Fix } from '../diagnostic.js'

/** A fix, where its edits can be made. An unsafe one changes what a running router does. */
export function offer(
  title: string,
  edits: Edit[] | undefined,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  return edits && { title, edits, ...(kind === 'unsafe' && { unsafe: true }) }
}
