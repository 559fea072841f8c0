import type { Span } from '../document/diagnostic.js'
import type { TemplateLanguage } from './language.js'
import { findBlanksAtEnd } from './lines.js'

/**
 * A piece of a template: text that is copied, a value that is inserted, a control tag (`if`, `end` …), or a comment,
 * which is dropped. The span of a text does not include blanks that adjacent tags trim.
 */
export type TemplateToken = {
  kind: 'text' | 'value' | 'control' | 'comment'
  start: number
  end: number
  /** What the tag contains, without its braces and trim marks. */
  code: string
  /** Set if nothing closes the tag. It then counts as a comment, up to the end of its line or the next tag. */
  isUnclosed?: true
}

type TemplateTag = TemplateToken & { trimsBefore: boolean; trimsAfter: boolean }

export function tokenize(text: string, language: TemplateLanguage): TemplateToken[] {
  const tags =
    language === 'variables'
      ? findVariables(text)
      : language === 'terraform'
        ? findTerraformTags(text)
        : findTags(text, language)
  const tokens: TemplateToken[] = []
  let textStart = 0
  let trimsNext = false
  for (const tag of tags) {
    tokens.push(trimText(text, { start: textStart, end: tag.start }, trimsNext, tag.trimsBefore))
    const { trimsBefore: _before, trimsAfter, ...token } = tag
    tokens.push(token)
    textStart = tag.end
    trimsNext = trimsAfter
  }
  tokens.push(trimText(text, { start: textStart, end: text.length }, trimsNext, false))
  dropControlLines(text, tokens)
  return tokens
}

function trimText(
  text: string,
  { start, end }: { start: number; end: number },
  trimsStart: boolean,
  trimsEnd: boolean,
): TemplateToken {
  let [trimmedStart, trimmedEnd] = [start, end]
  while (trimsStart && trimmedStart < trimmedEnd && /\s/.test(text[trimmedStart] ?? ''))
    trimmedStart += 1
  while (trimsEnd && trimmedEnd > trimmedStart && /\s/.test(text[trimmedEnd - 1] ?? ''))
    trimmedEnd -= 1
  return { kind: 'text', start: trimmedStart, end: trimmedEnd, code: '' }
}

/** A variable, or an unclosed `${` with the rest of its line. */
const variablePattern = /\$(?:\{[^}\n]*\}?|[A-Za-z_]\w*)/g

const findVariables = (text: string): TemplateTag[] =>
  [...text.matchAll(variablePattern)].flatMap(({ 0: variableText, index }) =>
    /^\$[^{]|\}$/.test(variableText)
      ? [toVariable(variableText, index)]
      : [...variableText.matchAll(/\$[A-Za-z_]\w*/g)].map((inner) =>
          toVariable(inner[0], index + inner.index),
        ),
  )

const toVariable = (variableText: string, start: number): TemplateTag => ({
  kind: 'value',
  start,
  end: start + variableText.length,
  code: variableText.replaceAll(/[${}]/g, ''),
  trimsBefore: false,
  trimsAfter: false,
})

/**
 * The start of a Terraform tag, `${` or `%{`. The second group is not empty if the start is escaped: `$${` or `%%{`.
 */
const terraformOpening = /([$%])(\1?)\{/g

function findTerraformTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = []
  const findQuote = createQuoteFinder(text)
  const openingPattern = new RegExp(terraformOpening)
  for (let match = openingPattern.exec(text); match; match = openingPattern.exec(text)) {
    const [, sign, escape] = match
    if (escape !== '') continue
    const codeStart = openingPattern.lastIndex
    const closingOffset = findClosingBrace(text, codeStart, findQuote)
    // Text after an unclosed tag may belong to the tag, so the search ends.
    if (closingOffset === undefined) return [...tags, createUnclosedTag(text, match.index)]
    const innerText = text.slice(codeStart, closingOffset)
    tags.push({
      kind: sign === '%' ? 'control' : 'value',
      start: match.index,
      end: closingOffset + 1,
      code: innerText.replaceAll(/^~|~$/g, '').trim(),
      trimsBefore: innerText.startsWith('~'),
      trimsAfter: innerText.endsWith('~'),
    })
    openingPattern.lastIndex = closingOffset + 1
  }
  return tags
}

/**
 * The offset of the brace that closes a Terraform expression, which may contain nested braces and quoted strings;
 * undefined if there is none.
 */
function findClosingBrace(
  text: string,
  codeStart: number,
  findQuote: QuoteFinder,
): number | undefined {
  let depth = 0
  for (let offset = codeStart; offset < text.length; offset += 1) {
    const character = text[offset] ?? ''
    if (character === '{') depth += 1
    else if (character === '}') {
      if (depth === 0) return offset
      depth -= 1
    } else if (character === '"') offset = findQuote(offset, character) ?? offset
  }
  return undefined
}

/** A tag that is not closed: the rest of its line up to the next tag. */
function createUnclosedTag(text: string, start: number): TemplateTag {
  const nextPattern = /[\r\n]|\{[{%#]|[$%]\{/g
  nextPattern.lastIndex = start + 2
  const end = nextPattern.exec(text)?.index ?? text.length
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

const openingPatterns = { go: /\{\{/g, jinja: /\{[{%#]/g } as const

/** The closing mark of a tag, by the second character of its opening mark. */
const closingMarks: Readonly<Record<string, string>> = { '{': '}}', '%': '%}', '#': '#}' }

function findTags(text: string, language: 'go' | 'jinja'): TemplateTag[] {
  const tags: TemplateTag[] = []
  const openingPattern = new RegExp(openingPatterns[language])
  const findQuote = createQuoteFinder(text)
  for (let match = openingPattern.exec(text); match; match = openingPattern.exec(text)) {
    const tag =
      readTag(text, match.index, { language, findQuote }) ?? createUnclosedTag(text, match.index)
    tags.push(tag)
    // Stops: the engine rejects the template here, and a search for the end of each later comment would reach the end
    // of the text every time.
    if (tag.isUnclosed && isComment(text, tag.start, language)) return tags
    openingPattern.lastIndex = tag.end
    if (language === 'jinja' && tag.kind === 'control' && tag.code === 'raw') {
      const endPattern = /\{%[-+]?\s*endraw\s*[-+]?%\}/g
      endPattern.lastIndex = tag.end
      const endTag = endPattern.exec(text)
      openingPattern.lastIndex = endTag?.index ?? text.length
    }
  }
  return tags
}

function readTag(
  text: string,
  start: number,
  { language, findQuote }: { language: 'go' | 'jinja'; findQuote: QuoteFinder },
): TemplateTag | undefined {
  const secondCharacter = text[start + 1] ?? ''
  const isGoComment = language === 'go' && isComment(text, start, language)
  const endMark = closingMarks[secondCharacter] ?? '}}'
  const endOffset =
    secondCharacter === '#'
      ? text.indexOf(endMark, start + 2)
      : isGoComment
        ? findCommentTagEnd(text, start)
        : findTagEnd(text, start + 2, { endMark, findQuote })
  if (endOffset === undefined || endOffset < 0) return undefined
  const end = endOffset + 2
  const innerText = text.slice(start + 2, endOffset)
  const trimsBefore = language === 'go' ? /^-\s/.test(innerText) : innerText.startsWith('-')
  const trimsAfter = language === 'go' ? /\s-$/.test(innerText) : innerText.endsWith('-')
  const code = innerText
    .replace(trimsBefore ? '-' : /^\+/, '')
    .replace(/[-+]$/, (mark) => (trimsAfter || mark === '+' ? '' : mark))
    .trim()
  const kind =
    secondCharacter === '#' || isGoComment
      ? 'comment'
      : secondCharacter === '%' || (language === 'go' && isGoControl(code))
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

function findCommentTagEnd(text: string, start: number): number | undefined {
  const end = text.indexOf('*/', start)
  return end < 0 ? undefined : text.indexOf('}}', end)
}

/** The offset of the mark that ends a tag, outside of quotes; undefined if missing or if another tag begins first. */
function findTagEnd(
  text: string,
  codeStart: number,
  { endMark, findQuote }: { endMark: string; findQuote: QuoteFinder },
): number | undefined {
  for (let offset = codeStart; offset < text.length; offset += 1) {
    const character = text[offset] ?? ''
    if (text.startsWith(endMark, offset)) return offset
    if (text.startsWith('{{', offset) || text.startsWith('{%', offset)) return undefined
    if (character !== '"' && character !== "'" && character !== '`') continue
    const end = findQuote(offset, character)
    if (end !== undefined) offset = end
  }
  return undefined
}

/** Finds the quote that closes a quoted string; undefined if it is not closed on its line. */
type QuoteFinder = (start: number, quote: string) => number | undefined

function createQuoteFinder(text: string): QuoteFinder {
  /** For each quote character, the span of the last failed search; a search that starts in the span fails too. */
  const unclosedSpans = new Map<string, Span>()
  return (start, quote) => {
    const searchedSpan = unclosedSpans.get(quote)
    if (searchedSpan && searchedSpan.start <= start && start < searchedSpan.end) return undefined
    let offset = start + 1
    for (; offset < text.length && text[offset] !== '\n'; offset += 1) {
      if (text[offset] === '\\' && quote !== '`') offset += 1
      else if (text[offset] === quote) return offset
    }
    unclosedSpans.set(quote, { start, end: offset })
    return undefined
  }
}

/** Drops lines that contain only control tags and comments, with their line breaks. */
function dropControlLines(text: string, tokens: readonly TemplateToken[]): void {
  const lineStarts = new Set<TemplateToken>(tokens.slice(0, 1))
  for (let firstIndex = 0; firstIndex < tokens.length; firstIndex += 1) {
    if (!rendersNothing(tokens[firstIndex])) continue
    let lastIndex = firstIndex
    while (rendersNothing(tokens[lastIndex + 2]) && isBlank(text, tokens[lastIndex + 1]))
      lastIndex += 2
    const [previousText, nextText] = [tokens[firstIndex - 1], tokens[lastIndex + 1]]
    if (previousText && nextText && dropControlLine(text, { previousText, nextText, lineStarts }))
      for (const between of tokens.slice(firstIndex, lastIndex))
        if (between.kind === 'text') between.end = between.start
    firstIndex = lastIndex
  }
}

const rendersNothing = (token: TemplateToken | undefined): boolean =>
  token?.kind === 'control' || token?.kind === 'comment'

const isBlank = (text: string, token: TemplateToken | undefined): boolean =>
  token?.kind === 'text' && /^[ \t]*$/.test(text.slice(token.start, token.end))

/** Drops the line of the control tags between two texts, if nothing else is on it. Returns whether it did. */
function dropControlLine(
  text: string,
  {
    previousText,
    nextText,
    lineStarts,
  }: { previousText: TemplateToken; nextText: TemplateToken; lineStarts: Set<TemplateToken> },
): boolean {
  const lineStart = findBlanksAtEnd(text, previousText.start, previousText.end)
  const startsLine =
    lineStart > previousText.start ? text[lineStart - 1] === '\n' : lineStarts.has(previousText)
  const [line] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(nextText.start, nextText.end)) ?? []
  const endsLine = line !== undefined && (line.endsWith('\n') || nextText.end === text.length)
  if (!startsLine || !endsLine) return false
  previousText.end = lineStart
  nextText.start += line.length
  lineStarts.add(nextText)
  return true
}
