import type { TextDocumentContentChangeEvent } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'

/** Applies the changes of a client to one text. */
export type ChangeLog = {
  apply: (version: number, changes: readonly TextDocumentContentChangeEvent[]) => TextDocument
}

/** Makes the range of a change count in UTF-16 units. */
type ConvertChange = (
  text: TextDocument,
  change: TextDocumentContentChangeEvent,
) => TextDocumentContentChangeEvent

type Entry = {
  version: number
  changes: readonly TextDocumentContentChangeEvent[]
  /** Changes that take them back, last one first. */
  inverse: readonly TextDocumentContentChangeEvent[]
}

/** Maximum number of recorded changes: more than an editor sends at once. */
const maxEntries = 100

/**
 * Keeps the last changes of a text. When one arrives after others with a higher version, these are taken back, and
 * applied again after it: Helix 25.01 sends changes that follow quickly in any order, and the text would stay wrong.
 */
export function createChangeLog(text: TextDocument, convert: ConvertChange): ChangeLog {
  const entries: Entry[] = []
  const state = { oldest: text.version }

  const add = (version: number, changes: readonly TextDocumentContentChangeEvent[]): void => {
    // A version may have no changes.
    TextDocument.update(text, [], version)
    const inverse = changes.flatMap((change) => applyChange(text, version, convert(text, change)))
    entries.push({ version, changes, inverse: inverse.reverse() })
  }

  /** Removes the changes after a version, if that version is missing among those that are known. */
  const takeLater = (version: number): Entry[] => {
    const index = entries.findIndex((entry) => entry.version > version)
    const before = entries[index - 1]?.version ?? state.oldest
    return index === -1 || before >= version ? [] : entries.splice(index)
  }

  const forget = (count: number): void => {
    for (const { version } of entries.splice(0, count)) state.oldest = version
  }

  return {
    apply: (version, changes) => {
      const later = takeLater(version)
      for (const { inverse } of later.toReversed())
        for (const change of inverse) TextDocument.update(text, [change], version)
      add(version, changes)
      for (const entry of later) add(entry.version, entry.changes)
      // After a whole text, what was before has no effect.
      if (changes.every(hasRange)) forget(Math.max(0, entries.length - maxEntries))
      else forget(entries.length)
      return text
    },
  }
}

const hasRange = (change: TextDocumentContentChangeEvent): boolean => 'range' in change

/** Applies a change, and returns what takes it back; a whole text is never taken back. */
function applyChange(
  text: TextDocument,
  version: number,
  change: TextDocumentContentChangeEvent,
): TextDocumentContentChangeEvent[] {
  if (!('range' in change)) {
    TextDocument.update(text, [change], version)
    return []
  }
  const start = Math.min(text.offsetAt(change.range.start), text.offsetAt(change.range.end))
  const removed = text.getText(change.range)
  TextDocument.update(text, [change], version)
  const range = {
    start: text.positionAt(start),
    end: text.positionAt(start + change.text.length),
  }
  return [{ range, text: removed }]
}
