import type { Diagnostic } from '../document/diagnostic.js'
import { fixEmbedded } from '../fix/fix-embedded.js'
import type { FixOptions, FixResult } from '../fix/fix.js'
import { fix } from '../fix/fix.js'
import { lint } from '../lint/lint.js'
import type { RouterInput } from '../project/inputs.js'
import { keepUsefulRepairs } from '../project/inputs.js'
import type { FileFixer } from '../project/lint-files.js'
import { isRouterFile } from '../recognition/recognize.js'
import { lintTemplate } from '../template/lint-template.js'
import { formatCount } from '../document/words.js'
import type { Streams } from './command.js'
import { writeBack } from './diff.js'
import { escapeControls } from './ui/text.js'

export type FixSettings = {
  /** What happens to fixed files: they are written, printed as patches, or listed. */
  mode: 'write' | 'patch' | 'list'
  /** Whether to apply fixes that change what the router does. */
  unsafe: boolean
  failsOnFixes?: boolean
}

export type Fixer = FileFixer & {
  /** Whether to show the remaining findings. */
  showsFindings: boolean
  /**
   * Prints a summary unless inputs were refused and no file has fixes. Returns whether the run fails because of fixes.
   */
  finish: (run: { isRefused: boolean }) => boolean
}

function formatRuleCounts(appliedDiagnostics: readonly Diagnostic[]): string {
  const counts = new Map<string, number>()
  for (const { rule } of appliedDiagnostics) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([rule, count]) => `  ${count} ${rule}\n`)
    .join('')
}

/** Fixes a router file, a template of one, or the router files embedded in another file. */
export function fixInput(
  {
    text,
    isOuter,
    isUnrecognized,
    template,
  }: Pick<RouterInput, 'text' | 'isOuter' | 'isUnrecognized' | 'template'>,
  options: FixOptions,
): Pick<FixResult, 'text' | 'applied'> {
  if (isOuter) return fixEmbedded(text, options, isRouterFile)
  const diagnose = (fixedText: string): Diagnostic[] => {
    if (template) return lintTemplate(fixedText, template, options).diagnostics
    const diagnostics = lint(fixedText, options)
    return isUnrecognized ? keepUsefulRepairs(fixedText, diagnostics) : diagnostics
  }
  return fix(text, { ...options, diagnose })
}

type FixerOptions = FixSettings & {
  formats: readonly string[]
  /** Whether `-` (standard input) is one of the arguments. */
  readsStdin: boolean
}

export function createFixer(
  { mode, unsafe, failsOnFixes = false, formats, readsStdin }: FixerOptions,
  { out, err }: Streams,
): Fixer {
  // Patches are printed only if no report goes to standard output, because patches and report would be mixed there.
  const printsPatches = mode === 'patch' && formats.every((format) => /=(?!-$)/.test(format))
  const changedPaths: string[] = []
  const appliedDiagnostics: Diagnostic[] = []
  return {
    fix: (input, options) => {
      const result = fixInput(input, { ...options, unsafe })
      if (mode === 'write' || printsPatches)
        writeBack(input, result.text, { printsPatch: printsPatches, streams: { out, err } })
      if (result.text !== input.text) {
        changedPaths.push(input.path)
        appliedDiagnostics.push(...result.applied)
      }
      // In mode `patch`, the report is about the unchanged file.
      return mode === 'patch' ? input : { ...input, text: result.text }
    },
    // Passes unchanged input through, so that an editor that pipes a file does not lose it.
    passThrough: (text) => {
      if (mode === 'write') out(text)
    },
    showsFindings: { write: !readsStdin, patch: formats.length > 0, list: false }[mode],
    finish: ({ isRefused }) => {
      if (isRefused && changedPaths.length === 0) return false
      err(formatSummary(changedPaths.length, appliedDiagnostics, mode))
      if (mode === 'list') out(changedPaths.map((path) => `${escapeControls(path)}\n`).join(''))
      return failsOnFixes && changedPaths.length > 0
    },
  }
}

function formatSummary(
  fileCount: number,
  appliedDiagnostics: readonly Diagnostic[],
  mode: FixSettings['mode'],
): string {
  if (fileCount === 0) return 'nothing to fix\n'
  const verb = mode === 'write' ? 'fixed' : 'would be fixed'
  return `${formatCount(appliedDiagnostics.length, 'finding')} ${verb} in ${formatCount(fileCount, 'file')}\n${formatRuleCounts(appliedDiagnostics)}`
}
