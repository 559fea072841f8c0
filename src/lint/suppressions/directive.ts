import type { Fix, Span } from '../../document/diagnostic.js'
import { toPosition } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { once } from '../../document/lazy.js'
import { formatValueText } from '../../schema/messages.js'
import { findNearest } from '../../schema/suggest.js'

export const verbs = [
  'disable-next-line',
  'disable-line',
  'disable-file',
  'disable',
  'enable',
] as const

export type Verb = (typeof verbs)[number]

export type NamedRule = Span & { id: string }

/** A line as the YAML reader splits lines: its zero-based number, and its span with the line end. */
export type DirectiveLine = Span & { number: number }

/** A suppression comment. Without rules, it applies to all rules. `reason` is empty if there is none. */
export type Directive = Span & {
  line: DirectiveLine
  verb: Verb
  rules: readonly NamedRule[]
  reason: string
}

/** A comment that was probably meant as a directive, and what is wrong with it. */
export type MalformedDirective = Span & { message: string; fix?: Fix }

/**
 * Offsets of the line starts of a text, as the YAML reader sees them: U+0085, U+2028 and U+2029 also end a line, and
 * thus a comment, although editors do not show a new line. A comment must not hide findings after such a character.
 */
export function findReaderLineStarts(text: string): number[] {
  const lineEnds = text.matchAll(/\r\n|[\n\r\x85\u2028\u2029]/g)
  return [0, ...Array.from(lineEnds, ({ index, 0: lineEnd }) => index + lineEnd.length)]
}

/** The line of the YAML reader that contains an offset. */
export const findReaderLine = (text: string, offset: number): DirectiveLine =>
  findLine(text, findReaderLineStarts(text), offset)

/** A fast check whether a text may have suppression comments, which always name the tool. */
export const mayHaveSuppressions = (text: string): boolean => text.includes('routerfile')

/** `# routerfile VERB RULE, RULE -- reason`; if there is no reason, another `#` ends the directive. */
const directivePattern =
  /(?<!\S)(#+[ \t]*(routerfile)([ \t:-]+)([A-Za-z-]+))((?:(?!\s--|\s#).)*)(?:\s--(.*))?/gi

/** The directives of a text, in order. Prose that starts with the name of the tool is not a directive. */
export function parseDirectives({ text, comments }: Document): {
  directives: Directive[]
  malformed: MalformedDirective[]
} {
  const starts = once(() => findReaderLineStarts(text))
  const directives: Directive[] = []
  const malformed: MalformedDirective[] = []
  for (const { start, end } of comments) {
    for (const {
      index,
      0: matchedText,
      1: head = '',
      2: toolName = '',
      3: separator = '',
      4: word = '',
      5: ruleList = '',
      6: reason = '',
    } of text.slice(start, end).matchAll(directivePattern)) {
      const span = { start: start + index, end: start + index + matchedText.trimEnd().length }
      const verb = verbs.find((candidate) => candidate === word)
      const intendedVerb = verb ?? findMeantVerb(word, ruleList)
      if (intendedVerb === undefined) continue
      const rules = parseRuleList(ruleList, span.start + head.length)
      if (verb === undefined || separator.trim() !== '' || toolName !== 'routerfile')
        malformed.push({
          ...span,
          message: `This comment suppresses nothing; did you mean \`# routerfile ${intendedVerb}\`?`,
          fix: {
            title: `replace ${formatValueText(head)} with \`# routerfile ${intendedVerb}\``,
            edits: [
              {
                start: span.start,
                end: span.start + head.length,
                text: `# routerfile ${intendedVerb}`,
              },
            ],
            unsafe: true,
          },
        })
      else if (rules)
        directives.push({
          ...span,
          line: findLine(text, starts(), span.start),
          verb,
          rules,
          reason: reason.trim(),
        })
      else {
        const fix = separateList(ruleList, span.start + head.length)
        malformed.push({
          ...span,
          message: `This comment suppresses nothing; write \`# routerfile ${verb} RULE, RULE -- reason\``,
          ...(fix && { fix }),
        })
      }
    }
  }
  return { directives, malformed }
}

/**
 * Matches what looks like a rule id: words joined by hyphens, as in most ids. It also matches a word such as
 * `self-signed` at the start of a reason, so the fix is unsafe.
 */
const ruleId = /^[a-z]+(?:-[a-z]+)+,?$/

/**
 * Creates a fix that adds missing separators: commas between rules, and `--` before the reason. Undefined if no rule is
 * recognized, or if the reason may begin with a rule.
 */
function separateList(ruleList: string, offset: number): Fix | undefined {
  const words = [...ruleList.matchAll(/\S+/g)].map(({ index, 0: word }) => ({ index, word }))
  const isRule = ({ word }: { word: string }): boolean => ruleId.test(word)
  const reasonIndex = words.findIndex((word) => !isRule(word))
  const rules = words.slice(0, reasonIndex < 0 ? words.length : reasonIndex)
  const reason = words.slice(rules.length)
  if (rules.length === 0) return undefined
  const commaEdits = rules.slice(0, -1).flatMap(({ index, word }) => {
    const end = offset + index + word.length
    return word.endsWith(',') ? [] : [{ start: end, end, text: ',' }]
  })
  const [first] = reason
  if (!first) return { title: 'add commas between the rules', edits: commaEdits, unsafe: true }
  if (/^[a-z]+-[a-z]/.test(first.word)) return undefined
  const start = offset + first.index
  // Corrects separators that other linters use.
  const end = /^[-:–—]$/.test(first.word) ? start + first.word.length : start
  const text = end > start ? '--' : '-- '
  return {
    title: 'add `--` before the reason',
    edits: [...commaEdits, { start, end, text }],
    unsafe: true,
  }
}

/** Words that other linters use, with the verb that means the same. */
const foreignVerbs: Readonly<Record<string, Verb>> = {
  ignore: 'disable-next-line',
  'ignore-next-line': 'disable-next-line',
  'ignore-line': 'disable-line',
  'ignore-file': 'disable-file',
  'ignore-all': 'disable-file',
  suppress: 'disable-next-line',
  noqa: 'disable-line',
  nolint: 'disable-line',
  off: 'disable',
  on: 'enable',
}

/** The verb that a comment probably means; undefined for prose. */
function findMeantVerb(word: string, ruleList: string): Verb | undefined {
  const lower = word.toLowerCase()
  const foreignVerb = Object.hasOwn(foreignVerbs, lower) ? foreignVerbs[lower] : undefined
  // "routerfile on the left" is prose: a short word only counts if nothing but rule ids follows.
  const listsOnlyRules = isListOfRuleIds(ruleList)
  const isForeign = foreignVerb !== undefined && (listsOnlyRules || lower.length > 3)
  if (isForeign) return foreignVerb
  const near = findNearest(lower, verbs)
  return verbs.find((verb) => verb === lower || verb === near)
}

/** Whether a list contains only ids with a hyphen, as most rules have; true for an empty list. */
const isListOfRuleIds = (ruleList: string): boolean =>
  ruleList
    .trim()
    .replace(/,$/, '')
    .split(',')
    .map((id) => id.trim())
    .every((id, _, { length }) =>
      id === '' ? length === 1 : /^[a-z][a-z-]*$/.test(id) && id.slice(1, -1).includes('-'),
    )

function findLine(text: string, starts: readonly number[], offset: number): DirectiveLine {
  const { line: number } = toPosition(starts, offset)
  return { number, start: starts[number] ?? 0, end: starts[number + 1] ?? text.length }
}

/** The rules of a list that starts at an offset; undefined if the list contains anything else. */
function parseRuleList(ruleList: string, offset: number): NamedRule[] | undefined {
  const rules = [...ruleList.matchAll(/[^\s,](?:[^,]*[^\s,])?/g)].map(({ index, 0: id }) => ({
    id,
    start: offset + index,
    end: offset + index + id.length,
  }))
  return /^\s|^$/.test(ruleList) && rules.every(({ id }) => /^[A-Za-z][\w-]*$/.test(id))
    ? rules
    : undefined
}
