import { forEachDiagnostic } from '@codemirror/lint'
import type { Range } from '@codemirror/state'
import { RangeSetBuilder } from '@codemirror/state'
import type { DecorationSet, ViewUpdate } from '@codemirror/view'
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view'

/** Longer messages are cut; the list of findings and the tooltip have the whole. */
const maxLength = 160

const signs: Readonly<Record<string, string>> = { error: '✕', warning: '!', info: 'i' }

/**
 * The first message of each line at its end. It is written by the style sheet, from an attribute: it is no text of the
 * file, which is neither copied nor read aloud with it.
 */
export const lineMessages = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate): void {
      this.decorations = update.docChanged
        ? this.decorations.map(update.changes)
        : decorate(update.view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function decorate({ state }: EditorView): DecorationSet {
  const found = new Map<number, Range<Decoration>>()
  forEachDiagnostic(state, ({ severity, message }, from) => {
    const { from: start } = state.doc.lineAt(Math.min(from, state.doc.length))
    if (found.has(start)) return
    const shown = message.length > maxLength ? `${message.slice(0, maxLength - 1)}…` : message
    const attributes = {
      'data-message': `${signs[severity] ?? 'i'} ${shown.replaceAll('`', '')}`,
      class: `cm-message-${severity}`,
    }
    found.set(start, Decoration.line({ attributes }).range(start))
  })
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, value } of [...found.values()].sort((a, b) => a.from - b.from))
    builder.add(from, to, value)
  return builder.finish()
}
