import { decodeBlock } from './decode-scalar.js'
import type { EmbeddedFile } from './embedded-file.js'

/** The start of a Terraform string of several lines: `content = <<-EOT`. */
const openingPattern = /(?:=|[(,])[ \t]*<<(-?)([A-Za-z_][\w-]*)[ \t]*\r?\n/g

/** Maximum number of heredocs to read: each one is named by searching up to `maxNameDistance` characters before it. */
const maxHeredocs = 1000

/** Maximum distance from the start of a resource to a heredoc in it, in characters. */
const maxNameDistance = 20_000

/** The heredocs of a Terraform file, except those that are empty or contain expressions, whose values are unknown. */
export function listHeredocs(text: string): EmbeddedFile[] {
  const files: EmbeddedFile[] = []
  openingPattern.lastIndex = 0
  for (let remainingCount = maxHeredocs; remainingCount > 0; remainingCount -= 1) {
    const match = openingPattern.exec(text)
    if (!match) break
    const [, dash = '', tag = ''] = match
    const start = openingPattern.lastIndex
    const length = measureContent(text.slice(start), tag)
    if (length === undefined) break
    openingPattern.lastIndex = start + length
    const source = text.slice(start, start + length)
    if (source === '' || /[$%]\{/.test(source)) continue
    files.push({
      name: nameHeredoc(text.slice(Math.max(0, match.index - maxNameDistance), match.index + 1)),
      span: { start, end: start + length },
      style: 'heredoc',
      isBase64: false,
      outerIndent: 0,
      ...decodeHeredoc(source, start, dash !== ''),
    })
  }
  return files
}

/** The length of the content before the line that holds only the tag; undefined if there is no such line. */
function measureContent(text: string, tag: string): number | undefined {
  const match = new RegExp(`^[ \\t]*${tag}[ \\t]*\\r?$`, 'm').exec(text)
  return match?.index
}

/** Decodes a heredoc. For `<<-`, removes the indentation that all lines share. */
export function decodeHeredoc(
  source: string,
  offset: number,
  isIndented: boolean,
): Pick<EmbeddedFile, 'text' | 'indent'> & Required<Pick<EmbeddedFile, 'offsets'>> {
  const indents = source.match(/^ *(?=\S)/gm) ?? []
  const contentIndent =
    isIndented && indents.length > 0
      ? indents.reduce((smallest, { length }) => Math.min(smallest, length), Infinity)
      : 0
  // The lines of a heredoc are decoded like those of a literal block scalar with this indentation.
  const { text, offsets } = decodeBlock(source, offset, {
    header: '|+',
    outerIndent: 0,
    contentIndent,
  })
  return { text, offsets, indent: ' '.repeat(contentIndent) }
}

/** Names a heredoc by its attribute and the resource around it, such as `local_file.router:content`. */
function nameHeredoc(before: string): string {
  const [, attribute = 'heredoc'] =
    /([\w-]+)[ \t]*(?:=[ \t]*[\w(]*)?$/.exec(before.slice(-200)) ?? []
  const resources = [...before.matchAll(/^(?:resource|data)[ \t]+"([^"\n]+)"[ \t]+"([^"\n]+)"/gm)]
  const [, type, name] = resources.at(-1) ?? []
  return type === undefined ? attribute : `${type}.${name}:${attribute}`
}
