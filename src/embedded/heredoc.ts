import { decodeBlock } from './decode-scalar.js'
import type { EmbeddedFile } from './embedded-file.js'

/** The start of a Terraform string of several lines: `content = <<-EOT`. */
const opening = /(?:=|[(,])[ \t]*<<(-?)([A-Za-z_][\w-]*)[ \t]*\r?\n/g

/** Maximum number of heredocs to read: a file of openings only would take quadratic time. */
const maxHeredocs = 1000

/** How far before a heredoc its resource may begin, in characters. */
const maxNameDistance = 20_000

/** The strings of several lines of a Terraform file, except those with expressions, whose text is not known. */
export function listHeredocs(text: string): EmbeddedFile[] {
  const found: EmbeddedFile[] = []
  opening.lastIndex = 0
  for (let remaining = maxHeredocs; remaining > 0; remaining -= 1) {
    const match = opening.exec(text)
    if (!match) break
    const [, dash = '', tag = ''] = match
    const start = opening.lastIndex
    const length = findClosingLine(text.slice(start), tag)
    if (length === undefined) break
    opening.lastIndex = start + length
    const source = text.slice(start, start + length)
    if (source === '' || /[$%]\{/.test(source)) continue
    found.push({
      name: nameHeredoc(text.slice(Math.max(0, match.index - maxNameDistance), match.index + 1)),
      span: { start, end: start + length },
      style: 'heredoc',
      isBase64: false,
      outerIndent: 0,
      ...decodeHeredoc(source, start, dash !== ''),
    })
  }
  return found
}

/** The length of the lines before the one with nothing but the tag. */
function findClosingLine(text: string, tag: string): number | undefined {
  const match = new RegExp(`^[ \\t]*${tag}[ \\t]*\\r?$`, 'm').exec(text)
  return match?.index
}

/** The text of a heredoc: with `<<-`, without the indentation that all lines have. */
export function decodeHeredoc(
  source: string,
  offset: number,
  isIndented: boolean,
): Pick<EmbeddedFile, 'text' | 'indent'> & Required<Pick<EmbeddedFile, 'offsets'>> {
  const indents = source.match(/^ *(?=\S)/gm) ?? []
  const columns = isIndented
    ? indents.reduce((least, { length }) => Math.min(least, length), Infinity)
    : 0
  // The lines are those of a literal block at the left edge, or at a given column.
  const { text, offsets } = decodeBlock(source, offset, { header: '|+', outerIndent: 0, columns })
  return { text, offsets, indent: ' '.repeat(columns) }
}

/** The attribute that holds the string, and the resource around it: `local_file.router:content`. */
function nameHeredoc(before: string): string {
  const [, attribute = 'heredoc'] =
    /([\w-]+)[ \t]*(?:=[ \t]*[\w(]*)?$/.exec(before.slice(-200)) ?? []
  const resources = [...before.matchAll(/^(?:resource|data)[ \t]+"([^"\n]+)"[ \t]+"([^"\n]+)"/gm)]
  const [, kind, name] = resources.at(-1) ?? []
  return kind === undefined ? attribute : `${kind}.${name}:${attribute}`
}
