import type { Diagnostic } from '../../src/document/diagnostic.js'
import { toFragment } from '../../web/playground/share.js'
import type { OpenedFile } from '../../web/shared/opened-file.js'
import { severities } from '../../web/theme/highlight.js'
import { severitySigns } from '../../web/shared/verdict-words.js'

/** A finding that is marked in an example and described below it. */
export type ShownFinding = Pick<Diagnostic, 'range' | 'severity' | 'message'>

/** An example as shown on a page. */
export type ShownExample = {
  parts: readonly {
    /** Context that readers need, such as the name of the file or its release. */
    about?: string
    text: string
    findings: readonly ShownFinding[]
  }[]
  /** The complete files to open in the playground; undefined if it cannot show them. */
  whole: { files: readonly OpenedFile[]; release?: string } | undefined
}

/**
 * Formats a wrong example beside a right one, each with a label, sign and color, to edit on the page or in the
 * playground.
 */
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

/** Wraps Markdown in an element with a class. */
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

/**
 * Formats the text with its wrong lines marked, and messages for them. Line 1 is the comment with `about` if there is
 * one, and otherwise the first line of the text.
 */
function formatPart({ about, text, findings }: ShownExample['parts'][number]): string {
  const comment = about === undefined ? '' : `# ${about}\n`
  const marks = findings.map((finding) => formatMark(finding, comment === '' ? 1 : 2))
  return [
    `\`\`\`yaml${marks.length > 0 ? `{${marks.join(',')}}` : ''}\n${comment}${text.trimEnd()}\n\`\`\``,
    ...(findings.length > 0 ? [findings.map(formatFinding).join('\n')] : []),
  ].join('\n\n')
}

/** Formats a finding for `highlight`: line, columns and severity as numbers, because VitePress passes nothing else. */
function formatMark({ range: { start, end }, severity }: ShownFinding, firstLine: number): string {
  const to = end.line === start.line ? end.character : 0
  return [start.line + firstLine, start.character, to, severities.indexOf(severity)].join('-')
}

const formatFinding = ({ range, severity, message }: ShownFinding): string =>
  `- ${severitySigns[severity]} Line ${range.start.line + 1}, ${severity}: ${message}`
