import type { Description } from '../schema/describe.js'
import { factsOf, historyOf } from '../schema/facts.js'

/** A text as code, whatever is in it. */
export function code(text: string): string {
  const ticks = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(ticks + 1)
  const gap = ticks > 0 || text === '' ? ' ' : ''
  return fence + gap + text.replaceAll(/\s+/g, ' ') + gap + fence
}

/** A sentence in which signs that have a meaning in Markdown stand for themselves; code in it stays code. */
export const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\*_[\]<>#|~]/g, '\\$&')))
    .join('')

/** A key of the schema as Markdown: what it is for, the facts about it, and what changed. */
export function describeAsMarkdown(description: Description): string {
  const facts = factsOf(description).map(
    ({ name, text, code: isCode }) => `- ${name}: ${isCode ? code(text) : plain(text)}`,
  )
  const histories = [
    { title: 'Changes', changes: description.changes },
    { title: 'In later releases', changes: description.later },
  ]
  return [
    `**${code(description.path)}**${description.deprecated ? ' (deprecated)' : ''}`,
    plain(description.text),
    facts.join('\n'),
    ...histories.flatMap(({ title, changes }) =>
      changes.length > 0
        ? [
            [`${title}:`, '', ...historyOf(changes).map((change) => `- ${plain(change)}`)].join(
              '\n',
            ),
          ]
        : [],
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
