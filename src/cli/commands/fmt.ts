import type { RefusedFile, RouterInput } from '../../project/inputs.js'
import { attempt, isFailure, refuseIncomplete } from '../../project/inputs.js'
import { findSyntaxError, formatText } from '../../versions/format.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { writeBack } from '../diff.js'
import { formatSyntaxError, UsageError } from '../errors.js'
import type { CommandOptions, Flags } from '../flags.js'
import { commonFlags, configurationFlags } from '../flags.js'
import type * as Editing from '../../embedded/edit-embedded.js'
import { formatReportPath } from '../../project/reports.js'
import type { OpenedFile, OpenedOuterFile } from '../open-selected.js'
import { openSelectedFiles } from '../open-selected.js'
import {
  openProjectFor,
  createSelectionError,
  formatRefusedFile,
  selectionFlags,
} from '../project-flags.js'
import { escapeControls } from '../ui/text.js'
import { formatCount } from '../../document/words.js'

const flags = {
  ...commonFlags,
  ...selectionFlags,
  ...configurationFlags,
  check: { help: 'list files to format, exit 1, change nothing', group: 'Output' },
  diff: { help: 'print changes as a patch, exit 1, change nothing', group: 'Output' },
  'dry-run': { help: 'print changes as a patch, change nothing', group: 'Output' },
  sort: { help: 'also put keys in the order of the documentation', group: 'Output' },
} as const satisfies Flags

type FmtOptions = CommandOptions<typeof flags>

export const fmt = defineCommand({
  name: 'fmt',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'format files: indentation, spaces and blank lines',
  examples: [
    'routerfile fmt router.yml',
    'routerfile fmt . --check',
    'routerfile fmt router.yml --sort --dry-run',
  ],
  page: 'docs/versions.md',
  flags,
  run: async (options, streams) => {
    const mode = chooseMode(options)
    // `lint` has a setting of the same name (which checks to run), so the flag must not get into the settings.
    const { check: _, ...settings } = options
    const { files, outerFiles, refused } = await openSelectedFiles(
      openProjectFor(settings, streams),
      options,
      { streams, opensParts: true },
    )
    const formatSettings = { mode, sort: options.sort, streams }
    const results = files.map((file) => attempt(file.path, () => formatFile(file, formatSettings)))
    if (outerFiles.length > 0) {
      const editing = await import('../../embedded/edit-embedded.js')
      const format = (outer: OpenedOuterFile) => formatParts(outer, editing, formatSettings)
      results.push(...outerFiles.flatMap((outer) => attempt(outer.path, () => format(outer))))
    }
    const changedCount = results.filter((result) => result === 'changed').length
    const unchangedCount = results.filter((result) => result === 'unchanged').length
    if (mode === 'write' && [...files, ...outerFiles].some(({ isStandard }) => !isStandard))
      streams.err(formatSummary({ changedCount, unchangedCount }))
    const refusals = results.filter((result) => typeof result !== 'string')
    refused.push(...refusals.map(formatRefusedFile))
    if (refused.length > 0) throw createSelectionError(refused, refusals.some(isFailure))
    return (mode === 'check' || options.diff) && changedCount > 0 ? 1 : 0
  },
})

/** What is done with a file whose format differs: it is listed, printed as a patch, or written. */
type FmtMode = 'check' | 'patch' | 'write'

function chooseMode({ staged, check, diff, dryRun }: FmtOptions): FmtMode {
  if (staged) throw new UsageError('--staged cannot be used with fmt, which changes files on disk')
  if (check && dryRun) throw new UsageError('--check and --dry-run cannot be used together')
  if (check && diff) throw new UsageError('--check and --diff cannot be used together')
  return check ? 'check' : diff || dryRun ? 'patch' : 'write'
}

type FormatSettings = { mode: FmtMode; sort: boolean; streams: Streams }

function formatFile(
  file: OpenedFile,
  { mode, sort, streams }: FormatSettings,
): 'changed' | 'unchanged' | RefusedFile {
  const refusal = findRefusal(file)
  const text = refusal ? file.text : formatText(file.text, { target: file.options.target, sort })
  writeResult(file, text, mode, streams)
  return refusal ?? (text === file.text ? 'unchanged' : 'changed')
}

/** Formats the router files embedded in a file. Returns the result for the file, and reasons for refusals. */
function formatParts(
  outer: OpenedOuterFile,
  { applyEditedFiles, editEmbedded }: typeof Editing,
  { mode, sort, streams }: FormatSettings,
): ('changed' | 'unchanged' | RefusedFile)[] {
  const { parts, options } = outer
  const refusedFiles: RefusedFile[] = []
  const edits = parts.flatMap((part) => {
    const path = formatReportPath({ path: outer.path, part: part.name })
    const refusal = findRefusal({ path, text: part.text })
    if (refusal) {
      refusedFiles.push(refusal)
      return []
    }
    const formattedText = formatText(part.text, { target: options.target, sort })
    return formattedText === part.text
      ? []
      : [{ path, edit: editEmbedded(part, formattedText, outer.text) }]
  })
  const { text, appliedFiles } = applyEditedFiles(
    outer.text,
    parts,
    edits.flatMap(({ edit }) => edit ?? []),
  )
  const madeEdits = new Set<unknown>(appliedFiles)
  for (const { path, edit } of edits)
    if (!edit || !madeEdits.has(edit))
      refusedFiles.push({
        why: `${path}: the string cannot hold the formatted file; it was not changed`,
      })
  writeResult(outer, text, mode, streams)
  return [text === outer.text ? 'unchanged' : 'changed', ...refusedFiles]
}

const formatSummary = ({
  changedCount,
  unchangedCount,
}: {
  changedCount: number
  unchangedCount: number
}): string => `${formatCount(changedCount, 'file')} formatted, ${unchangedCount} unchanged\n`

function findRefusal(input: RouterInput): RefusedFile | undefined {
  const { path, text, isIncomplete } = input
  if (isIncomplete) return refuseIncomplete(input)
  const error = findSyntaxError(text)
  return error && { why: formatSyntaxError(path, error, ', and was not formatted') }
}

function writeResult(input: RouterInput, text: string, mode: FmtMode, streams: Streams): void {
  const path = escapeControls(input.path)
  const isChanged = text !== input.text
  if (mode !== 'check') writeBack(input, text, { printsPatch: mode === 'patch', streams })
  else if (isChanged) streams.out(`${path}\n`)
  if (mode === 'write' && isChanged && !input.isStandard) streams.err(`formatted ${path}\n`)
}
