import { isAbsolute, relative, sep } from 'node:path'
import type { StructuredPatchHunk } from 'diff'
import { FILE_HEADERS_ONLY, formatPatch as formatStructuredPatch, structuredPatch } from 'diff'
import {
  createJointRedactor,
  createRedactor,
  hideSecretsInFile,
  maskSecrets,
  mayHoldSecrets,
} from '../document/secrets.js'
import type { RouterInput } from '../project/inputs.js'
import { replaceFileText } from '../project/replace-file.js'
import type { Streams } from './command.js'
import { escapeControls } from './ui/text.js'

/** A path as patches write it: relative to the current directory. */
const toPatchPath = (path: string): string =>
  (isAbsolute(path) ? relative(process.cwd(), path) : path)
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/+)+/, '')

type PatchLine = { text: string; maskedText: string }

const contextLines = 3

/** Maximum number of changed lines for which the shortest patch is searched: the time grows with its square. */
const maxEditLength = 3000

/** The hunks of a change; a single hunk if very many lines have changed. */
function createHunks(before: string, after: string): StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: contextLines,
    maxEditLength,
  })
  return patch ? patch.hunks : [createHunk(splitLines(before), splitLines(after))]
}

/** A hunk that replaces everything from the first different line to the last. */
function createHunk(
  linesBefore: readonly string[],
  linesAfter: readonly string[],
): StructuredPatchHunk {
  const minLength = Math.min(linesBefore.length, linesAfter.length)
  let [sameStart, sameEnd] = [0, 0]
  while (sameStart < minLength && linesBefore[sameStart] === linesAfter[sameStart]) sameStart += 1
  while (
    sameEnd < minLength - sameStart &&
    linesBefore.at(-1 - sameEnd) === linesAfter.at(-1 - sameEnd)
  )
    sameEnd += 1
  const start = Math.max(0, sameStart - contextLines)
  const getEnd = ({ length }: readonly string[]): number =>
    Math.min(length, length - sameEnd + contextLines)
  const [oldEnd, newEnd] = [getEnd(linesBefore), getEnd(linesAfter)]
  const addSign = (sign: string, lines: readonly string[]): string[] =>
    lines.flatMap((line) =>
      line.endsWith('\n')
        ? [sign + line.slice(0, -1)]
        : [sign + line, '\\ No newline at end of file'],
    )
  return {
    oldStart: start + 1,
    oldLines: oldEnd - start,
    newStart: start + 1,
    newLines: newEnd - start,
    lines: [
      ...addSign(' ', linesBefore.slice(start, sameStart)),
      ...addSign('-', linesBefore.slice(sameStart, linesBefore.length - sameEnd)),
      ...addSign('+', linesAfter.slice(sameStart, linesAfter.length - sameEnd)),
      ...addSign(' ', linesBefore.slice(linesBefore.length - sameEnd, oldEnd)),
    ],
  }
}

const splitLines = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** A change to a file as a patch for `git apply`. `hidesSecrets`: changed lines have secrets, which are masked. */
function formatPatch(
  path: string,
  before: string,
  after: string,
): { text: string; hidesSecrets: boolean } {
  const redact = createRedactor(before)
  const [maskedBefore, maskedAfter] = [before, after].map((text) =>
    mayHoldSecrets(text) ? maskSecrets(text.split('\n')).map(redact) : undefined,
  )
  let hidesSecrets = false
  const hunks = createHunks(before, after).flatMap((hunk) => {
    const lines = maskHunk(hunk, maskedBefore, maskedAfter)
    hidesSecrets ||= lines.some(
      ({ text, maskedText }) => text !== maskedText && !text.startsWith(' '),
    )
    return splitHunk(hunk, lines)
  })
  const patch = {
    oldFileName: `a/${toPatchPath(path)}`,
    newFileName: `b/${toPatchPath(path)}`,
    oldHeader: undefined,
    newHeader: undefined,
    hunks,
  }
  return { text: formatStructuredPatch(patch, FILE_HEADERS_ONLY), hidesSecrets }
}

function maskHunk(
  { oldStart, newStart, lines }: StructuredPatchHunk,
  maskedBefore: readonly string[] | undefined,
  maskedAfter: readonly string[] | undefined,
): PatchLine[] {
  let [oldLine, newLine] = [oldStart - 1, newStart - 1]
  return lines.map((text) => {
    const sign = text.charAt(0)
    if (sign === '\\') return { text, maskedText: text }
    const maskedLine = sign === '+' ? maskedAfter?.[newLine] : maskedBefore?.[oldLine]
    if (sign !== '+') oldLine += 1
    if (sign !== '-') newLine += 1
    return { text, maskedText: maskedLine === undefined ? text : sign + maskedLine }
  })
}

/** Splits a hunk at context lines with secrets, and leaves these lines out. Parts without a change are dropped. */
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
  for (const { text, maskedText } of lines) {
    const isContext = text.startsWith(' ')
    const [isOld, isNew] = [isContext || text.startsWith('-'), isContext || text.startsWith('+')]
    if (isOld) oldLine += 1
    if (isNew) newLine += 1
    if (isContext && text !== maskedText) {
      hunks.push(hunk)
      hunk = create()
      continue
    }
    hunk.lines.push(maskedText)
    if (isOld) hunk.oldLines += 1
    if (isNew) hunk.newLines += 1
  }
  return [...hunks, hunk].filter(({ lines: hunkLines }) =>
    hunkLines.some((line) => /^[+-]/.test(line)),
  )
}

export type DiffStreams = Pick<Streams, 'out' | 'err'>

/**
 * Prints a change to a file as a patch. Unchanged lines with secrets are left out, so that the patch still applies. In
 * changed lines, secrets are masked, and a note says that the patch does not apply.
 */
export function printPatch(
  { out, err }: DiffStreams,
  path: string,
  before: string,
  after: string,
): void {
  const { text, hidesSecrets } = formatPatch(path, before, after)
  out(text)
  if (hidesSecrets)
    err(
      `routerfile: ${escapeControls(path)}: lines of the patch hold secrets, which are hidden, so it cannot be applied; write the file instead\n`,
    )
}

/**
 * Writes a text back to its source if it has changed; with `printsPatch`, prints the change as a patch instead. Without
 * `printsPatch`, text from standard input is always written to standard output, even if it has not changed, so that an
 * editor that pipes a file does not lose it.
 */
export function writeBack(
  { path, text: before, isStandard }: RouterInput,
  text: string,
  { printsPatch: isPatch, streams }: { printsPatch: boolean; streams: DiffStreams },
): void {
  if (isStandard && !isPatch) streams.out(text)
  else if (text === before) return
  else if (isPatch) printPatch(streams, path, before, text)
  else replaceFileText(path, before, text)
}

/**
 * Prints a file to standard output: with its secrets if the user asked for standard output (`-o -`), otherwise without
 * them and without the secrets of `sources`, the files that it is made from.
 */
export function printFileText(
  { out, err }: DiffStreams,
  text: string,
  {
    isStdoutRequested,
    sources = [],
  }: { isStdoutRequested: boolean; sources?: readonly { text: string }[] },
): void {
  const redact = isStdoutRequested ? undefined : createJointRedactor(sources)
  const maskedText = isStdoutRequested ? text : hideSecretsInFile(text)
  const printedText = redact ? maskedText.split('\n').map(redact).join('\n') : maskedText
  out(printedText)
  if (printedText !== text)
    err('routerfile: secrets are shown as …; `-o FILE` or `-o -` writes them\n')
}
