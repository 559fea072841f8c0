import type { Diagnostic, Fix } from '../../diagnostic.js'
import { difference } from '../../edit/difference.js'
import { find } from '../../edit/entry.js'
import { rename, replace, scalar } from '../../edit/replace.js'
import { fix } from '../../fix.js'
import { distance } from '../../schema/suggest.js'
import { oncePer } from '../../once.js'
import { partAt } from '../part.js'
import type { View } from '../view.js'
import type { CodeAction, Numbered } from './action.js'

/** The fixes of some findings, the likeliest first, and what else may have been meant. */
export function fixes(view: View, findings: readonly Numbered[]): CodeAction[] {
  return findings.flatMap(({ found, diagnostic }): CodeAction[] => {
    const own: CodeAction[] = found.fix
      ? [
          {
            kind: 'quickfix',
            title: capital(found.fix.title),
            diagnostic,
            isPreferred: !found.fix.unsafe,
            edits: found.fix.edits,
          },
        ]
      : []
    const others = alternatives(view, found).filter(
      ({ edits }) => JSON.stringify(edits) !== JSON.stringify(found.fix?.edits),
    )
    return [
      ...own,
      ...others.map(({ title, edits }): CodeAction => ({
        kind: 'quickfix',
        title: capital(title),
        diagnostic,
        isPreferred: false,
        edits,
      })),
    ]
  })
}

const capital = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1)

/** So many further words are offered. */
const most = 5

/** Other keys that an unknown one may stand for, and other values for one that is not allowed. */
function alternatives(view: View, { rule, path, range }: Diagnostic): Fix[] {
  const part = partAt(view, range.start.offset)
  const name = String(path.at(-1))
  if (!part || !find(view.document, path)) return []
  if (rule === 'value-not-allowed' && 'style' in part.node) {
    const written = String(part.node.value)
    return ranked(written, part.key?.words?.filter((word) => word !== '') ?? [], 100).flatMap(
      (word) =>
        offered(
          `replace \`${written}\` by \`${word}\``,
          replace(view.document, path, scalar(word)),
        ),
    )
  }
  if (rule !== 'unknown-key' || !part.above?.shape) return []
  const absent = part.above.shape.names.filter(
    (candidate) =>
      part.above?.shape?.child(candidate)?.read &&
      !part.above.parts.some(({ step }) => step === candidate),
  )
  return ranked(name, absent, Math.ceil(name.length / 2)).flatMap((word) =>
    offered(`rename \`${name}\` to \`${word}\``, rename(view.document, path, word)),
  )
}

const offered = (title: string, edits: Fix['edits'] | undefined): Fix[] =>
  edits ? [{ title, edits }] : []

function ranked(word: string, candidates: readonly string[], farthest: number): string[] {
  const near = candidates.map((candidate) => ({
    candidate,
    far: distance(word.toLowerCase(), candidate.toLowerCase(), farthest),
  }))
  return near
    .filter(({ far }) => far <= farthest)
    .sort((left, right) => left.far - right.far)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** One action that makes every safe fix of a file; undefined where there is none. */
export const fixAll = oncePer((view: View): CodeAction | undefined => {
  if (!view.diagnostics().some((found) => found.fix && !found.fix.unsafe)) return undefined
  const { text, count } = fix(view.text, view.options)
  return count === 0
    ? undefined
    : {
        kind: 'source.fixAll',
        title: `Fix all that is safe to fix (${count === 1 ? '1 finding' : `${count} findings`})`,
        edits: difference(view.text, text),
      }
})
