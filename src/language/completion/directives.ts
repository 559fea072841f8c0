import { toPosition } from '../../document/diagnostic.js'
import { getTail } from '../../document/tails.js'
import { findLineEnd } from '../../document/lines.js'
import { rules } from '../../generated/rules.js'
import { findReaderLineStarts, verbs } from '../../lint/suppressions/directive.js'
import type { View } from '../view.js'
import type { CommentCursor } from './cursor.js'
import type { Offer } from './context.js'

const verbDetails: Readonly<Record<(typeof verbs)[number], string>> = {
  'disable-next-line': 'hides findings of the next line',
  'disable-line': 'hides findings of this line',
  'disable-file': 'hides findings of the whole file',
  disable: 'hides findings from here on',
  enable: 'ends `disable`',
}

/** Suppression directives or, after a directive, rule ids. Rules with findings on the affected lines come first. */
export function listDirectiveOffers(view: View, { start, offset }: CommentCursor): Offer[] {
  const { text } = view
  const typedText = text.slice(start, offset)
  const rest = text.slice(offset, findLineEnd(text, offset))
  const [, verb, ruleList] = /^#+[ \t]*routerfile[ \t]+([A-Za-z-]+)[ \t](.*)$/.exec(typedText) ?? []
  const knownVerb = verbs.find((candidate) => candidate === verb)
  if (ruleList === undefined || knownVerb === undefined) {
    const end = offset + (rest.trim() === '' ? 0 : (/^[\w-]*/.exec(rest)?.[0].length ?? 0))
    const isTypingDirective = /^#+[ \t]*(?:r[a-z]*(?:[ \t]+[a-z-]*)?)?$/.test(typedText)
    return isTypingDirective
      ? verbs.map((name, rank): Offer => ({
          label: `# routerfile ${name}`,
          kind: 'directive',
          detail: verbDetails[name],
          rank,
          insert: {
            start,
            end,
            ...(end > offset && { insertEnd: offset }),
            text: `# routerfile ${name}`,
            isSnippet: false,
          },
        }))
      : []
  }
  if (/\s--/.test(ruleList)) return []
  return listRuleOffers(view, { verb: knownVerb, ruleList, offset, rest })
}

function listRuleOffers(
  view: View,
  {
    verb,
    ruleList,
    offset,
    rest,
  }: { verb: (typeof verbs)[number]; ruleList: string; offset: number; rest: string },
): Offer[] {
  const namedRules = new Set(
    ruleList
      .split(',')
      .slice(0, -1)
      .map((name) => name.trim()),
  )
  const typedId = getTail(ruleList, /[\w-]/)
  const end = offset + (/^[\w-]*/.exec(rest)?.[0].length ?? 0)
  const rulesAtLine = new Set(findRulesAt(view, offset, verb))
  return rules
    .filter(({ id }) => !namedRules.has(id))
    .map(({ id, summary }, index): Offer => ({
      label: id,
      kind: 'directive',
      detail: summary,
      rank: rulesAtLine.has(id) ? index : 1000 + index,
      ...(rulesAtLine.has(id) && { preselect: true }),
      insert: {
        start: offset - typedId.length,
        end,
        ...(end > offset && { insertEnd: offset }),
        text: id,
        isSnippet: false,
      },
    }))
}

/**
 * The rules with findings on the lines that a directive affects: the next line, its own line, or its own and all later
 * lines.
 */
function findRulesAt(view: View, offset: number, verb: (typeof verbs)[number]): string[] {
  const starts = findReaderLineStarts(view.text)
  const { line } = toPosition(starts, offset)
  const isAffected = (start: number): boolean =>
    verb === 'disable-next-line'
      ? start === line + 1
      : verb === 'disable-line'
        ? start === line
        : start >= line
  return view
    .diagnostics()
    .filter(({ range }) => isAffected(toPosition(starts, range.start.offset).line))
    .map(({ rule }) => rule)
}
