import type { RefusedFile, RouterInput } from '../../project/inputs.js'
import { attempt, isFailure, openSource, refuseBegun } from '../../project/inputs.js'
import { replaceText } from '../../project/replace-file.js'
import { findUnfulfilled } from '../../project/select-files.js'
import { findSyntaxError, formatText } from '../../versions/format.js'
import type { Command, Streams } from '../command.js'
import { printPatch } from '../diff.js'
import { UsageError } from '../errors.js'
import type { FlagValues } from '../flags.js'
import { commonFlags, createFlagValues } from '../flags.js'
import { configurationFlags, openProjectFor } from '../project-flags.js'
import {
  createRefusalError,
  formatRefusal,
  readSelection,
  reportUnfulfilled,
  selectionFlags,
} from '../selection-flags.js'
import { escapeControls } from '../ui/text.js'

export const fmt: Command = {
  name: 'fmt',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'format files: indentation, spaces and blank lines',
  examples: [
    'routerfile fmt router.yml',
    'routerfile fmt . --check',
    'routerfile fmt router.yml --sort --dry-run',
  ],
  page: 'docs/versions.md',
  flags: {
    ...commonFlags,
    ...selectionFlags,
    ...configurationFlags,
    check: { help: 'list files to format, exit 1, change nothing', group: 'Output' },
    'dry-run': { help: 'print changes as a patch, change nothing', group: 'Output' },
    sort: { help: 'also put keys in the order of the documentation', group: 'Output' },
  },
  run: async (flags, streams) => {
    if (flags.has('staged'))
      throw new UsageError('--staged cannot be used with fmt, which changes files on disk')
    if (flags.has('check') && flags.has('dry-run'))
      throw new UsageError('--check and --dry-run cannot be used together')
    const project = openProjectFor(withoutCheck(flags))
    const selected = await project.selectFiles(readSelection(flags))
    const opened = selected.sources.map((source) => {
      const read = openSource(source)
      return read && 'text' in read ? { ...read, options: source.options } : read
    })
    const files = opened.filter((item) => item !== undefined && 'text' in item)
    const refused = reportUnfulfilled(findUnfulfilled(selected, opened), {
      flags,
      streams,
      selected,
      hasRouter: files.length > 0,
      isRequired: await project.requiresFiles(),
    })
    const mode = flags.has('check') ? 'check' : flags.has('dry-run') ? 'patch' : 'write'
    let changed = 0
    let unchanged = 0
    const formatFile = (file: (typeof files)[number]): RefusedFile | undefined => {
      const refusal = findRefusal(file)
      const text = refusal
        ? file.text
        : formatText(file.text, { target: file.options.target, sort: flags.has('sort') })
      if (text !== file.text) changed += 1
      else if (!refusal) unchanged += 1
      writeResult(file, text, mode, streams)
      return refusal
    }
    const refusals = files
      .map((file) => attempt(file.path, () => formatFile(file)))
      .filter((refusal) => refusal !== undefined)
    if (mode === 'write' && files.some(({ isStandard }) => !isStandard))
      streams.err(formatSummary({ changed, unchanged }))
    refused.push(...refusals.map(formatRefusal))
    if (refused.length > 0) throw createRefusalError(refused, refusals.some(isFailure))
    return mode === 'check' && changed > 0 ? 1 : 0
  },
}

const formatSummary = ({ changed, unchanged }: { changed: number; unchanged: number }): string =>
  `${changed} ${changed === 1 ? 'file' : 'files'} formatted, ${unchanged} unchanged\n`

/** `--check` of other commands is a setting, which takes a value. */
const withoutCheck = ({ all, rest }: FlagValues): FlagValues =>
  createFlagValues(new Map([...all].filter(([name]) => name !== 'check')), rest)

/** Why a file is not formatted. */
function findRefusal(input: RouterInput): RefusedFile | undefined {
  const { path, text, isBegun } = input
  if (isBegun) return refuseBegun(input)
  const error = findSyntaxError(text)
  return (
    error && {
      why: `\`${path}\` has a syntax error in line ${error.line + 1}, column ${error.character + 1}, and was not formatted; \`routerfile lint\` shows it`,
    }
  )
}

/** Standard input always goes to standard output, so that an editor that pipes a file does not lose it. */
function writeResult(
  { path, text: before, isStandard }: RouterInput,
  text: string,
  mode: 'check' | 'patch' | 'write',
  { out, err }: Streams,
): void {
  if (mode === 'write' && isStandard) out(text)
  if (text === before) return
  if (mode === 'check') out(`${escapeControls(path)}\n`)
  else if (mode === 'patch') printPatch({ out, err }, path, before, text)
  else if (!isStandard) {
    replaceText(path, before, text)
    err(`formatted ${escapeControls(path)}\n`)
  }
}
