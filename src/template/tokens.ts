import type { Span } from '../document/diagnostic.js'
import type { TemplateLanguage } from './language.js'
import { findBlanksAtEnd } from './lines.js'

/**
 * A piece of a template: text that is copied, a value that is inserted, a control tag (`if`, `end` …), or a comment,
 * which leaves nothing. For text, `start` and `end` leave out what the tags next to it trim.
 */
export type TemplateToken = {
  kind: 'text' | 'value' | 'control' | 'comment'
  start: number
  end: number
  /** What the tag contains, without its braces and trim marks. */
  code: string
  /** Nothing closes the tag. It ends with its line, or where the next tag begins, and is a comment. */
  isUnclosed?: true
}

type TemplateTag = TemplateToken & { trimsBefore: boolean; trimsAfter: boolean }

/** Splits a template into its texts and tags, in order. */
export function tokenize(text: string, language: TemplateLanguage): TemplateToken[] {
  const tags =
    language === 'variables'
      ? findVariables(text)
      : language === 'terraform'
        ? findTerraformTags(text)
        : findTags(text, language)
  const tokens: TemplateToken[] = []
  let from = 0
  let trims = false
  for (const tag of tags) {
    tokens.push(trimText(text, { start: from, end: tag.start }, trims, tag.trimsBefore))
    const { trimsBefore: _before, trimsAfter, ...token } = tag
    tokens.push(token)
    from = tag.end
    trims = trimsAfter
  }
  tokens.push(trimText(text, { start: from, end: text.length }, trims, false))
  dropControlLines(text, tokens)
  return tokens
}

function trimText(
  text: string,
  { start, end }: { start: number; end: number },
  atStart: boolean,
  atEnd: boolean,
): TemplateToken {
  let [from, to] = [start, end]
  while (atStart && from < to && /\s/.test(text[from] ?? '')) from += 1
  while (atEnd && to > from && /\s/.test(text[to - 1] ?? '')) to -= 1
  return { kind: 'text', start: from, end: to, code: '' }
}

/** A variable, or all of a line after a brace that nothing closes there. */
const variable = /\$(?:\{[^}\n]*\}?|[A-Za-z_]\w*)/g

const findVariables = (text: string): TemplateTag[] =>
  [...text.matchAll(variable)].flatMap(({ 0: written, index }) =>
    /^\$[^{]|\}$/.test(written)
      ? [toVariable(written, index)]
      : [...written.matchAll(/\$[A-Za-z_]\w*/g)].map((inner) =>
          toVariable(inner[0], index + inner.index),
        ),
  )

const toVariable = (written: string, start: number): TemplateTag => ({
  kind: 'value',
  start,
  end: start + written.length,
  code: written.replaceAll(/[${}]/g, ''),
  trimsBefore: false,
  trimsAfter: false,
})

/** The signs of Terraform: `$${` and `%%{` are text. */
const terraformOpening = /([$%])(\1?)\{/g

function findTerraformTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = []
  const findQuote = createQuoteFinder(text)
  const open = new RegExp(terraformOpening)
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const [, sign, escape] = found
    if (escape !== '') continue
    const from = open.lastIndex
    const at = findClosingBrace(text, from, findQuote)
    // If nothing closes this tag, nothing closes a later one.
    if (at === undefined) return [...tags, createUnclosedTag(text, found.index)]
    const inner = text.slice(from, at)
    tags.push({
      kind: sign === '%' ? 'control' : 'value',
      start: found.index,
      end: at + 1,
      code: inner.replaceAll(/^~|~$/g, '').trim(),
      trimsBefore: inner.startsWith('~'),
      trimsAfter: inner.endsWith('~'),
    })
    open.lastIndex = at + 1
  }
  return tags
}

/** The brace that closes an expression, which may hold objects and quoted text. */
function findClosingBrace(text: string, from: number, findQuote: QuoteFinder): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '{') depth += 1
    else if (character === '}') {
      if (depth === 0) return at
      depth -= 1
    } else if (character === '"') at = findQuote(at, character) ?? at
  }
  return undefined
}

/** A tag that nothing closes: all of its line up to the next tag. */
function createUnclosedTag(text: string, start: number): TemplateTag {
  const next = /[\r\n]|\{[{%#]|[$%]\{/g
  next.lastIndex = start + 2
  const end = next.exec(text)?.index ?? text.length
  const code = text.slice(start, end).trimEnd()
  return {
    kind: 'comment',
    start,
    end: start + code.length,
    code,
    trimsBefore: false,
    trimsAfter: false,
    isUnclosed: true,
  }
}

const opening = { go: /\{\{/g, jinja: /\{[{%#]/g } as const

/** The end of a tag, by its second character. */
const closing: Readonly<Record<string, string>> = { '{': '}}', '%': '%}', '#': '#}' }

function findTags(text: string, language: 'go' | 'jinja'): TemplateTag[] {
  const tags: TemplateTag[] = []
  const open = new RegExp(opening[language])
  const findQuote = createQuoteFinder(text)
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const tag =
      readTag(text, found.index, { language, findQuote }) ?? createUnclosedTag(text, found.index)
    tags.push(tag)
    // If nothing closes this comment, nothing closes a later one.
    if (tag.isUnclosed && isComment(text, tag.start, language)) return tags
    open.lastIndex = tag.end
    if (language === 'jinja' && tag.kind === 'control' && tag.code === 'raw') {
      const end = /\{%[-+]?\s*endraw\s*[-+]?%\}/g
      end.lastIndex = tag.end
      const close = end.exec(text)
      open.lastIndex = close?.index ?? text.length
    }
  }
  return tags
}

function readTag(
  text: string,
  start: number,
  { language, findQuote }: { language: 'go' | 'jinja'; findQuote: QuoteFinder },
): TemplateTag | undefined {
  const second = text[start + 1] ?? ''
  const isGoComment = language === 'go' && isComment(text, start, language)
  const close = closing[second] ?? '}}'
  const at =
    second === '#'
      ? text.indexOf(close, start + 2)
      : isGoComment
        ? findAfterComment(text, start)
        : findClose(text, start + 2, { close, findQuote })
  if (at === undefined || at < 0) return undefined
  const end = at + 2
  const inner = text.slice(start + 2, at)
  const trimsBefore = language === 'go' ? /^-\s/.test(inner) : inner.startsWith('-')
  const trimsAfter = language === 'go' ? /\s-$/.test(inner) : inner.endsWith('-')
  const code = inner
    .replace(trimsBefore ? '-' : /^\+/, '')
    .replace(/[-+]$/, (mark) => (trimsAfter || mark === '+' ? '' : mark))
    .trim()
  const kind =
    second === '#' || isGoComment
      ? 'comment'
      : second === '%' || (language === 'go' && isGoControl(code))
        ? 'control'
        : 'value'
  return { kind, start, end, code, trimsBefore, trimsAfter }
}

const isComment = (text: string, start: number, language: 'go' | 'jinja'): boolean =>
  language === 'go'
    ? /^\{\{(?:-\s)?\s*\/\*/.test(text.slice(start, start + 200))
    : text[start + 1] === '#'

const isGoControl = (code: string): boolean =>
  /^(?:if|else|end|range|with|define|block|break|continue)\b/.test(code) ||
  /^\$\w*(?:\s*,\s*\$\w*)?\s*:?=/.test(code)

function findAfterComment(text: string, start: number): number | undefined {
  const end = text.indexOf('*/', start)
  return end < 0 ? undefined : text.indexOf('}}', end)
}

/** The end of a tag; quotes may contain what closes it. Undefined if another tag begins before. */
function findClose(
  text: string,
  from: number,
  { close, findQuote }: { close: string; findQuote: QuoteFinder },
): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (text.startsWith(close, at)) return at
    if (text.startsWith('{{', at) || text.startsWith('{%', at)) return undefined
    if (character !== '"' && character !== "'" && character !== '`') continue
    const end = findQuote(at, character)
    if (end !== undefined) at = end
  }
  return undefined
}

/** The end of the quoted text that begins at an offset, if it ends on the same line. */
type QuoteFinder = (start: number, quote: string) => number | undefined

function createQuoteFinder(text: string): QuoteFinder {
  /** For each kind of quote, the span from an unclosed one to where the search ended: no quote in it is closed. */
  const unclosed = new Map<string, Span>()
  return (start, quote) => {
    const known = unclosed.get(quote)
    if (known && known.start <= start && start < known.end) return undefined
    let at = start + 1
    for (; at < text.length && text[at] !== '\n'; at += 1) {
      if (text[at] === '\\' && quote !== '`') at += 1
      else if (text[at] === quote) return at
    }
    unclosed.set(quote, { start, end: at })
    return undefined
  }
}

/** Lines that hold only control tags and comments are rendered to nothing, not even to an empty line. */
function dropControlLines(text: string, tokens: readonly TemplateToken[]): void {
  const lineStarts = new Set<TemplateToken>(tokens.slice(0, 1))
  for (let first = 0; first < tokens.length; first += 1) {
    if (!isSilent(tokens[first])) continue
    let last = first
    while (isSilent(tokens[last + 2]) && isBlank(text, tokens[last + 1])) last += 2
    const [before, after] = [tokens[first - 1], tokens[last + 1]]
    if (before && after && dropControlLine(text, { before, after, lineStarts }))
      for (const between of tokens.slice(first, last))
        if (between.kind === 'text') between.end = between.start
    first = last
  }
}

const isSilent = (token: TemplateToken | undefined): boolean =>
  token?.kind === 'control' || token?.kind === 'comment'

const isBlank = (text: string, token: TemplateToken | undefined): boolean =>
  token?.kind === 'text' && /^[ \t]*$/.test(text.slice(token.start, token.end))

/** Drops the line of control tags between two pieces of text, if they are alone on it. */
function dropControlLine(
  text: string,
  {
    before,
    after,
    lineStarts,
  }: { before: TemplateToken; after: TemplateToken; lineStarts: Set<TemplateToken> },
): boolean {
  const lineStart = findBlanksAtEnd(text, before.start, before.end)
  const startsLine =
    lineStart > before.start ? text[lineStart - 1] === '\n' : lineStarts.has(before)
  const [line] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(after.start, after.end)) ?? []
  const endsLine = line !== undefined && (line.endsWith('\n') || after.end === text.length)
  if (!startsLine || !endsLine) return false
  before.end = lineStart
  after.start += line.length
  lineStarts.add(after)
  return true
}
