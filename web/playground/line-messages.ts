import { forEachDiagnostic } from '@codemirror/lint'
import type { Range } from '@codemirror/state'
import { RangeSetBuilder } from '@codemirror/state'
import type { DecorationSet, ViewUpdate } from '@codemirror/view'
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view'

/** Maximum length of a message at the end of a line, in characters; the list and the tooltip show all of it. */
const maxLength = 160

/** Gap between a line and its message, in columns of the editor. */
const gap = 4

/** Average width of a character of a message, in columns of the editor. */
const characterWidth = 0.8

const signs: Readonly<Record<string, string>> = { error: '✕', warning: '!', info: 'i' }

/**
 * Shows the first message of each line at its end. The style sheet renders it from an attribute, so
 * that it is neither copied nor read aloud as part of the file.
 */
export const lineMessages = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    /** Only measured once there is a message, because measuring forces a layout. */
    columns: number | undefined

    constructor(view: EditorView) {
      this.decorations = this.decorate(view)
    }

    update({ docChanged, geometryChanged, changes, view }: ViewUpdate): void {
      if (geometryChanged) this.columns = undefined
      this.decorations = docChanged ? this.decorations.map(changes) : this.decorate(view)
    }

    decorate(view: EditorView): DecorationSet {
      return decorate(view, () => (this.columns ??= countColumns(view)))
    }
  },
  { decorations: ({ decorations }) => decorations },
)

/** Returns how many characters of the file fit in a row. */
function countColumns(view: EditorView): number {
  // A hidden editor has no width; it is measured again once it is shown.
  return Math.max(Math.floor(view.contentDOM.clientWidth / view.defaultCharacterWidth), 1)
}

function decorate({ state }: EditorView, getColumns: () => number): DecorationSet {
  const found = new Map<number, Range<Decoration>>()
  forEachDiagnostic(state, ({ severity, message }, from) => {
    const { from: start, length } = state.doc.lineAt(Math.min(from, state.doc.length))
    if (found.has(start)) return
    const shown = cutAtWord(message.replaceAll('`', ''), roomAfterLine(length, getColumns()))
    const attributes = {
      'data-message': `${signs[severity] ?? 'i'} ${shown}`,
      class: `cm-message-${severity}`,
    }
    found.set(start, Decoration.line({ attributes }).range(start))
  })
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, value } of [...found.values()].sort((a, b) => a.from - b.from))
    builder.add(from, to, value)
  return builder.finish()
}

/** Returns how many characters of a message fit after the last row of a wrapped line. */
function roomAfterLine(lineLength: number, columns: number): number {
  const free = columns - (lineLength % columns) - gap
  return Math.min(Math.floor(free / characterWidth) - 2, maxLength)
}

/** Cuts a message after the last word that fits; empty if none fits. */
function cutAtWord(message: string, room: number): string {
  if (message.length <= room) return message
  const end = message.lastIndexOf(' ', room - 1)
  return end < 1 ? '' : `${message.slice(0, end)}…`
}
