import type { Diagnostic } from '../../src/document/diagnostic.js'
import { toFragment } from '../../web/playground/share.js'
import type { OpenedFile } from '../../web/shared/opened-file.js'
import { severities } from '../../web/theme/highlight.js'
import { severitySigns } from '../../web/shared/verdict-words.js'

/** A finding, as it is shown in an example and below it. */
export type ShownFinding = Pick<Diagnostic, 'range' | 'severity' | 'message'>

/** What a page shows of an example. */
export type ShownExample = {
  parts: readonly {
    /** What has to be known to understand the text, such as its name or release. */
    about?: string
    text: string
    findings: readonly ShownFinding[]
  }[]
  /** The whole files, to be opened in the playground; undefined if it cannot show them. */
  whole: { files: readonly OpenedFile[]; release?: string } | undefined
}

/** A wrong example beside the right one, each with its word, sign and color, to be edited here or in the playground. */
export async function formatExamples(
  wrong: ShownExample | undefined,
  right: ShownExample | undefined,
): Promise<string> {
  const shown = [
    ...(wrong ? [await formatExample('wrong', '✕ Wrong', wrong)] : []),
    ...(right ? [await formatExample('right', '✓ Right', right)] : []),
  ]
  if (shown.length === 0) return ''
  return inElement(shown.length === 2 ? 'examples pair' : 'examples', shown.join('\n\n'))
}

/** Markdown in an element of a class. */
const inElement = (name: string, text: string): string =>
  `<div class="${name}">\n\n${text}\n\n</div>`

async function formatExample(
  kind: string,
  title: string,
  { parts, whole }: ShownExample,
): Promise<string> {
  const edit = whole && [
    inElement(
      'edit',
      `<EditHere />\n\n[Edit in the playground](/playground/${await toFragment(whole)})`,
    ),
  ]
  return inElement(
    `example ${kind}`,
    [title, ...parts.map(formatPart), ...(edit ?? [])].join('\n\n'),
  )
}

/** The text with its wrong lines marked, and what is wrong there. Lines count from one, below the first comment. */
function formatPart({ about, text, findings }: ShownExample['parts'][number]): string {
  const comment = about === undefined ? '' : `# ${about}\n`
  const marks = findings.map((finding) => formatMark(finding, comment === '' ? 1 : 2))
  return [
    `\`\`\`yaml${marks.length > 0 ? `{${marks.join(',')}}` : ''}\n${comment}${text.trimEnd()}\n\`\`\``,
    ...(findings.length > 0 ? [findings.map(formatFinding).join('\n')] : []),
  ].join('\n\n')
}

/** How `highlight` marks a finding: its line, its columns and its severity as numbers, as VitePress passes nothing else on. */
function formatMark({ range: { start, end }, severity }: ShownFinding, firstLine: number): string {
  const to = end.line === start.line ? end.character : 0
  return [start.line + firstLine, start.character, to, severities.indexOf(severity)].join('-')
}

const formatFinding = ({ range, severity, message }: ShownFinding): string =>
  `- ${severitySigns[severity]} Line ${range.start.line + 1}, ${severity}: ${message}`
