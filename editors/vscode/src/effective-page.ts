/** A syntax error of a router file: the line, counted from 1, and what is wrong. */
export type SyntaxFault = { line: number; message: string }

type EffectivePage = {
  /** The file as shown to the user, such as its path in the workspace. */
  file: string
  release: string | undefined
  /** The values as the server writes them. */
  values: string
  /** Why the current text has no values; `values` are then those of an earlier text. */
  refusal?: string | undefined
  fault?: SyntaxFault | undefined
}

/** Formats the values that a router uses, below a header with the file, the release and any errors. */
export function formatEffectivePage({
  file,
  release,
  values,
  refusal,
  fault,
}: EffectivePage): string {
  const refused = listRefusedLines(values).length
  const notes = [
    `Effective configuration of ${file}${release === undefined ? '' : ` for release ${release}`}`,
    refusal !== undefined &&
      `THE FILE CANNOT BE READ: ${toOneLine(refusal)}${values === '' ? '' : ' The values below are those of the last text that could be'}`,
    fault &&
      `NOT VALID YAML, line ${fault.line}: ${toOneLine(fault.message)} The values below are what can be read`,
    refused > 0 &&
      `The router refuses ${refused === 1 ? 'a value' : `${refused} values`}, marked "refused" below`,
    commentedDefault.test(values) &&
      'Some defaults are in comments, because the router would read the file differently with them',
  ].filter((note) => typeof note === 'string')
  return [...notes.map((note) => `# ${toOneLine(note)}`), '', values].join('\n')
}

const toOneLine = (text: string): string => `${text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`

/** A default that is written as a comment. */
const commentedDefault = /^ *(?:- )*# .* # default$/m

/** The comment at the end of a line that says where its value comes from. */
const origin = /# (file|environment|fallback|clamped|refused), line (\d+)$/

/** The lines of values that the router refuses, counted from 0. */
export const listRefusedLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (origin.exec(line)?.[1] === 'refused' ? [index] : []))

/** A comment that names a line of the router file: its position in the page, and that line, all counted from 0. */
export type OriginLink = { line: number; start: number; end: number; sourceLine: number }

/** Finds the comments of a page that name a line of the router file. */
export const listOrigins = (text: string): OriginLink[] =>
  text.split('\n').flatMap((content, line) => {
    const match = origin.exec(content)
    if (!match) return []
    const [comment, , number] = match
    const start = match.index + '# '.length
    return [{ line, start, end: match.index + comment.length, sourceLine: Number(number) - 1 }]
  })
