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

type PatchLine = { text: string; shown: string }

const context = 3

/** With more changed lines than this, finding the shortest patch would take quadratic time. */
const maxEditLength = 3000

/** The hunks of a change; a single one for very many changed lines. */
function createHunks(before: string, after: string): StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context,
    maxEditLength,
  })
  return patch ? patch.hunks : [createHunk(splitLines(before), splitLines(after))]
}

/** The hunk that replaces everything from the first line that differs to the last one. */
function createHunk(old: readonly string[], changed: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(old.length, changed.length)
  let [same, sameEnd] = [0, 0]
  while (same < shorter && old[same] === changed[same]) same += 1
  while (sameEnd < shorter - same && old.at(-1 - sameEnd) === changed.at(-1 - sameEnd)) sameEnd += 1
  const start = Math.max(0, same - context)
  const getEnd = ({ length }: readonly string[]): number =>
    Math.min(length, length - sameEnd + context)
  const [oldEnd, newEnd] = [getEnd(old), getEnd(changed)]
  const sign = (mark: string, lines: readonly string[]): string[] =>
    lines.flatMap((line) =>
      line.endsWith('\n')
        ? [mark + line.slice(0, -1)]
        : [mark + line, '\\ No newline at end of file'],
    )
  return {
    oldStart: start + 1,
    oldLines: oldEnd - start,
    newStart: start + 1,
    newLines: newEnd - start,
    lines: [
      ...sign(' ', old.slice(start, same)),
      ...sign('-', old.slice(same, old.length - sameEnd)),
      ...sign('+', changed.slice(same, changed.length - sameEnd)),
      ...sign(' ', old.slice(old.length - sameEnd, oldEnd)),
    ],
  }
}

const splitLines = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** A change to a file as a patch for `git apply`, and whether changed lines hold secrets, which are hidden. */
function formatPatch(
  path: string,
  before: string,
  after: string,
): { text: string; isHidden: boolean } {
  const redact = createRedactor(before)
  const [old, changed] = [before, after].map((text) =>
    mayHoldSecrets(text) ? maskSecrets(text.split('\n')).map(redact) : undefined,
  )
  let isHidden = false
  const hunks = createHunks(before, after).flatMap((hunk) => {
    const lines = maskHunk(hunk, old, changed)
    isHidden ||= lines.some(({ text, shown }) => text !== shown && !text.startsWith(' '))
    return splitHunk(hunk, lines)
  })
  const patch = {
    oldFileName: `a/${toPatchPath(path)}`,
    newFileName: `b/${toPatchPath(path)}`,
    oldHeader: undefined,
    newHeader: undefined,
    hunks,
  }
  return { text: formatStructuredPatch(patch, FILE_HEADERS_ONLY), isHidden }
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
export type DiffStreams = Pick<Streams, 'out' | 'err'>

/**
 * Prints a change to a file as a patch. Lines around the change that hold secrets are left out, so that the patch still
 * applies; a changed line with a secret is printed without it, and a note says that the patch does not apply.
 */
export function printPatch(
  { out, err }: DiffStreams,
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
 * Writes a changed text back to its source: the file, or standard output for standard input. The latter also happens if
 * nothing changed, so that an editor that pipes a file does not lose it. With a patch, the change is printed instead.
 */
export function writeBack(
  { path, text: before, isStandard }: RouterInput,
  text: string,
  { isPatch, streams }: { isPatch: boolean; streams: DiffStreams },
): void {
  if (isStandard && !isPatch) streams.out(text)
  else if (text === before) return
  else if (isPatch) printPatch(streams, path, before, text)
  else replaceFileText(path, before, text)
}

/**
 * Prints a file to standard output: whole if the user named standard output, otherwise without its secrets and those of
 * the files that it is made of.
 */
export function printFileText(
  { out, err }: DiffStreams,
  text: string,
  { isNamed, sources = [] }: { isNamed: boolean; sources?: readonly { text: string }[] },
): void {
  const redact = isNamed ? undefined : createJointRedactor(sources)
  const hidden = isNamed ? text : hideSecretsInFile(text)
  const shown = redact ? hidden.split('\n').map(redact).join('\n') : hidden
  out(shown)
  if (shown !== text) err('routerfile: secrets are shown as …; `-o FILE` or `-o -` writes them\n')
}
