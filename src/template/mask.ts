import { maskedTagPattern } from '../document/environment.js'
import type { TemplateLanguage } from './language.js'
import type { TemplateToken } from './tokens.js'
import { tokenize } from './tokens.js'

/** A template whose tags are replaced with variables and comments, and the tags. Every line keeps its length. */
export type MaskedTemplate = { text: string; tags: readonly TemplateToken[] }

/**
 * Masks the tags of a template, so that the text around them can be read as YAML. A tag becomes a variable of the same
 * length, or a comment if its line has only tags; all lines of a tag after the first become comments. Tags of the
 * language `variables` stay unchanged, because the router also reads them as variables.
 */
export function maskTags(text: string, language: TemplateLanguage): MaskedTemplate {
  const tags = tokenize(text, language).filter(({ kind }) => kind !== 'text')
  const pieces: string[] = []
  let copiedEnd = 0
  tags.forEach((tag, index) => {
    const textBefore = text.slice(copiedEnd, tag.start)
    const tagText = text.slice(tag.start, tag.end)
    const isFirstOnLine =
      (copiedEnd === 0 || textBefore.includes('\n')) && /(?:^|\n)[ \t]*$/.test(textBefore)
    pieces.push(
      textBefore,
      language === 'variables'
        ? tagText
        : maskTag(tagText, isFirstOnLine && isFollowedByTagsOnly(text, tags, index)),
    )
    copiedEnd = tag.end
  })
  pieces.push(text.slice(copiedEnd))
  return { text: pieces.join(''), tags }
}

/** Replaces the variables of masked tags with `{{ … }}`, for display. */
export const formatMasked = (text: string): string => text.replaceAll(maskedTagPattern, '{{ … }}')

function isFollowedByTagsOnly(
  text: string,
  tags: readonly TemplateToken[],
  index: number,
): boolean {
  let offset = tags[index]?.end ?? text.length
  for (let next = index + 1; next < tags.length; next += 1) {
    const tag = tags[next]
    if (!tag || !/^[ \t]*$/.test(text.slice(offset, tag.start))) break
    offset = tag.end
  }
  const lineBreak = text.indexOf('\n', offset)
  return text.slice(offset, lineBreak < 0 ? text.length : lineBreak).trim() === ''
}

function maskTag(tagText: string, isComment: boolean): string {
  const [first = '', ...others] = tagText.split('\n')
  const name = first.slice(2, -1).replaceAll(/[ -~]/g, '_')
  const firstLine = isComment ? toComment(first) : `\${${name}}`
  return [firstLine, ...others.map(toComment)].join('\n')
}

const toComment = (line: string): string => line.replace(/[^\r]/, '#')
