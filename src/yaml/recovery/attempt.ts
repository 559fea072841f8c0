import { parseDocument } from '../document.js'
import { Fault } from '../fault.js'
import type { Parser } from '../parser.js'
import type { Token } from '../scanner.js'

/** How far a reading came: to the token after the document (none if there is no document), or to a fault. */
export type Attempt = { parser: Parser; end: Token | undefined; fault: Fault | undefined }

/** Reads on from where the parser stands, up to the first fault. */
export function attempt(parser: Parser): Attempt {
  try {
    return { parser, end: parseDocument(parser), fault: undefined }
  } catch (fault) {
    if (fault instanceof Fault) return { parser, end: undefined, fault }
    throw fault
  }
}

/** Whether the document ends here because it has to, not because something came that does not belong to it. */
export function endsDocument({ kind }: Token): boolean {
  return kind === 'stream-end' || kind === 'document-start' || kind === 'document-end'
}
