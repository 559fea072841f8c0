import { maskedTag } from '../document/environment.js'
import type { TemplateLanguage } from './language.js'
import type { TemplateToken } from './tokens.js'
import { tokenize } from './tokens.js'

/** A template with comments and unknown variables instead of its tags. Every line keeps its length. */
export type MaskedTemplate = { text: string; tags: readonly TemplateToken[] }

/**
 * Masks the tags of a template, so that what is beside them can be read as YAML. A tag alone on its line becomes a
 * comment.
 */
export function maskTags(text: string, language: TemplateLanguage): MaskedTemplate {
  const tags = tokenize(text, language).filter(({ kind }) => kind !== 'text')
  const pieces: string[] = []
  let from = 0
  tags.forEach((tag, index) => {
    const before = text.slice(from, tag.start)
    const written = text.slice(tag.start, tag.end)
    const isFirst = (from === 0 || before.includes('\n')) && /(?:^|\n)[ \t]*$/.test(before)
    pieces.push(
      before,
      language === 'variables'
        ? written
        : maskTag(written, isFirst && fillsLine(text, tags, index)),
    )
    from = tag.end
  })
  pieces.push(text.slice(from))
  return { text: pieces.join(''), tags }
}

/** A text without the names of masked tags. */
export const showMasked = (text: string): string => text.replaceAll(maskedTag, '{{ … }}')

/** Whether nothing but tags follows on the line of a tag. */
function fillsLine(text: string, tags: readonly TemplateToken[], index: number): boolean {
  let at = tags[index]?.end ?? text.length
  for (let next = index + 1; next < tags.length; next += 1) {
    const tag = tags[next]
    if (!tag || !/^[ \t]*$/.test(text.slice(at, tag.start))) break
    at = tag.end
  }
  const found = text.indexOf('\n', at)
  return text.slice(at, found < 0 ? text.length : found).trim() === ''
}

function maskTag(written: string, isComment: boolean): string {
  const [first = '', ...others] = written.split('\n')
  const name = first.slice(2, -1).replaceAll(/[ -~]/g, '_')
  const head = isComment ? toComment(first) : `\${${name}}`
  return [head, ...others.map(toComment)].join('\n')
}

const toComment = (line: string): string => line.replace(/[^\r]/, '#')
