import { isAbsolute, relative, sep } from 'node:path'
import type { StructuredPatchHunk } from 'diff'
import { FILE_HEADERS_ONLY, formatPatch as formatStructuredPatch, structuredPatch } from 'diff'
import {
  createJointRedactor,
  createRedactor,
  hideMasked,
  maskSecrets,
  mayHoldSecrets,
} from '../document/secrets.js'
import type { Streams } from './command.js'
import { escapeControls } from './ui/text.js'

/** A path as patches write it: relative to the current directory. */
const toPatchPath = (path: string): string =>
  (isAbsolute(path) ? relative(process.cwd(), path) : path)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/+)+/, '')

/** A line of a hunk, with what is shown of it. */
type PatchLine = { text: string; shown: string }

/** A change to a file as a patch for `git apply`, and whether changed lines hold secrets, which are hidden. */
function formatPatch(
  path: string,
  before: string,
  after: string,
): { text: string; isHidden: boolean } {
  const patch = structuredPatch(
    `a/${toPatchPath(path)}`,
    `b/${toPatchPath(path)}`,
    before,
    after,
    undefined,
    undefined,
    { context: 3 },
  )
  const redact = createRedactor(before)
  const [old, changed] = [before, after].map((text) =>
    mayHoldSecrets(text) ? maskSecrets(text.split('\n')).map(redact) : undefined,
  )
  let isHidden = false
  const hunks = patch.hunks.flatMap((hunk) => {
    const lines = maskHunk(hunk, old, changed)
    isHidden ||= lines.some(({ text, shown }) => text !== shown && !text.startsWith(' '))
    return splitHunk(hunk, lines)
  })
  return { text: formatStructuredPatch({ ...patch, hunks }, FILE_HEADERS_ONLY), isHidden }
}

function maskHunk(
  { oldStart, newStart, lines }: StructuredPatchHunk,
  old: readonly string[] | undefined,
  changed: readonly string[] | undefined,
): PatchLine[] {
  let [oldLine, newLine] = [oldStart - 1, newStart - 1]
  return lines.map((text) => {
    const sign = text.charAt(0)
    if (sign === '\\') return { text, shown: text }
    const masked = sign === '+' ? changed?.[newLine] : old?.[oldLine]
    if (sign !== '+') oldLine += 1
    if (sign !== '-') newLine += 1
    return { text, shown: masked === undefined ? text : sign + masked }
  })
}

/** The parts of a hunk between lines of context that are hidden. */
function splitHunk(
  { oldStart, newStart }: StructuredPatchHunk,
  lines: readonly PatchLine[],
): StructuredPatchHunk[] {
  const hunks: StructuredPatchHunk[] = []
  const create = (): StructuredPatchHunk => ({
    oldStart: oldLine,
    oldLines: 0,
    newStart: newLine,
    newLines: 0,
    lines: [],
  })
  let [oldLine, newLine] = [oldStart, newStart]
  let hunk = create()
  for (const { text, shown } of lines) {
    const isContext = text.startsWith(' ')
    const [isOld, isNew] = [isContext || text.startsWith('-'), isContext || text.startsWith('+')]
    if (isOld) oldLine += 1
    if (isNew) newLine += 1
    if (isContext && text !== shown) {
      hunks.push(hunk)
      hunk = create()
      continue
    }
    hunk.lines.push(shown)
    if (isOld) hunk.oldLines += 1
    if (isNew) hunk.newLines += 1
  }
  return [...hunks, hunk].filter(({ lines: kept }) => kept.some((line) => /^[+-]/.test(line)))
}

/** Where a command prints. */
export type Printer = Pick<Streams, 'out' | 'err'>

/**
 * Prints a change to a file as a patch. Lines around the change that hold secrets are left out, so that the patch still
 * applies; a changed line with a secret is printed without it, and a note says that the patch does not apply.
 */
export function printPatch(
  { out, err }: Printer,
  path: string,
  before: string,
  after: string,
): void {
  const { text, isHidden } = formatPatch(path, before, after)
  out(text)
  if (isHidden)
    err(
      `routerfile: ${escapeControls(path)}: lines of the patch hold secrets, which are hidden, so it cannot be applied; write the file instead\n`,
    )
}

/**
 * Prints a file to standard output: whole if the user named that as the output, otherwise without its secrets and those
 * of the files that it is made of.
 */
export function printFileText(
  { out, err }: Printer,
  text: string,
  { isNamed, sources = [] }: { isNamed: boolean; sources?: readonly { text: string }[] },
): void {
  const redact = isNamed ? undefined : createJointRedactor(sources)
  const hidden = isNamed ? text : hideSecretsInFile(text)
  const shown = redact ? hidden.split('\n').map(redact).join('\n') : hidden
  out(shown)
  if (shown !== text) err('routerfile: secrets are shown as …; `-o FILE` or `-o -` writes them\n')
}

function hideSecretsInFile(text: string): string {
  if (!mayHoldSecrets(text)) return text
  return hideMasked(text, maskSecrets(text.split('\n')).join('\n'))
}
