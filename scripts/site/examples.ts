import type { ExplainedFinding } from '../../src/lint/explain.js'
import { toFragment } from '../../web/playground/share.js'
import type { OpenedFile } from '../../web/shared/opened-file.js'
import { severitySigns } from '../../web/shared/verdict-words.js'

/** A finding, as it is shown below the line of an example. */
export type ShownFinding = Pick<ExplainedFinding, 'line' | 'severity' | 'message'>

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
  return shown.length > 0 ? inElement('examples', shown.join('\n\n')) : ''
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
    '<EditHere />',
    `[Edit in the playground](/playground/${await toFragment(whole)})`,
  ]
  return inElement(
    `example ${kind}`,
    [title, ...parts.map(formatPart), ...(edit ?? [])].join('\n\n'),
  )
}

/** The text with its wrong lines marked, and what is wrong there. Lines count from one, below the first comment. */
function formatPart({ about, text, findings }: ShownExample['parts'][number]): string {
  const comment = about === undefined ? '' : `# ${about}\n`
  const lines = findings.map(({ line }) => line + (comment === '' ? 0 : 1))
  const marks = lines.length > 0 ? `{${[...new Set(lines)].join(',')}}` : ''
  return [
    `\`\`\`yaml${marks}\n${comment}${text.trimEnd()}\n\`\`\``,
    ...(findings.length > 0 ? [findings.map(formatFinding).join('\n')] : []),
  ].join('\n\n')
}

const formatFinding = ({ line, severity, message }: ShownFinding): string =>
  `- ${severitySigns[severity]} Line ${line}, ${severity}: ${message}`
