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

export type Fixing = {
  /** What happens to fixed files: they are written, printed as patches, or listed. */
  mode: 'write' | 'patch' | 'list'
  /** Whether to apply fixes that change what the router does. */
  unsafe: boolean
  /** Whether fixes that are not applied fail the run. */
  failsOnFixes?: boolean
}

/** Fixes files one by one, and reports the result at the end. */
export type Fixer = FileFixer & {
  /** Whether to show the remaining findings. */
  isReporting: boolean
  /** Reports what was fixed, except after a refusal that fixed nothing. Returns whether some fixes were not applied. */
  end: (run: { isRefused: boolean }) => boolean
}

/** The fixed findings by rule, one line each with the number of findings, the most frequent first. */
function formatRules(applied: readonly Diagnostic[]): string {
  const counts = new Map<string, number>()
  for (const { rule } of applied) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([rule, count]) => `  ${count} ${rule}\n`)
    .join('')
}

/** Fixes a router file, a template of one, or the router files in the strings of another file. */
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
  const diagnose = (fixed: string): Diagnostic[] => {
    if (template) return lintTemplate(fixed, template, options).diagnostics
    const found = lint(fixed, options)
    return isUnrecognized ? keepUsefulRepairs(fixed, found) : found
  }
  return fix(text, { ...options, diagnose })
}

type FixerOptions = Fixing & {
  formats: readonly string[]
  /** Whether standard input is fixed. */
  readsInput: boolean
}

export function createFixer(
  { mode, unsafe, failsOnFixes = false, formats, readsInput }: FixerOptions,
  { out, err }: Streams,
): Fixer {
  // A patch and a report on standard output would be mixed.
  const isPatching = mode === 'patch' && formats.every((format) => /=(?!-$)/.test(format))
  const changed: string[] = []
  const applied: Diagnostic[] = []
  return {
    fix: (input, options) => {
      const fixed = fixInput(input, { ...options, unsafe })
      if (mode === 'write' || isPatching)
        writeBack(input, fixed.text, { isPatch: isPatching, streams: { out, err } })
      if (fixed.text !== input.text) {
        changed.push(input.path)
        applied.push(...fixed.applied)
      }
      // With a patch, the report is about the unchanged file.
      return mode === 'patch' ? input : { ...input, text: fixed.text }
    },
    // Passes unchanged input through, so that an editor that pipes a file does not lose it.
    pass: (text) => {
      if (mode === 'write') out(text)
    },
    isReporting: { write: !readsInput, patch: formats.length > 0, list: false }[mode],
    end: ({ isRefused }) => {
      if (isRefused && changed.length === 0) return false
      err(formatSummary(changed.length, applied, mode))
      if (mode === 'list') out(changed.map((path) => `${escapeControls(path)}\n`).join(''))
      return failsOnFixes && changed.length > 0
    },
  }
}

function formatSummary(
  files: number,
  applied: readonly Diagnostic[],
  mode: Fixing['mode'],
): string {
  if (files === 0) return 'nothing to fix\n'
  const verb = mode === 'write' ? 'fixed' : 'would be fixed'
  return `${formatCount(applied.length, 'finding')} ${verb} in ${formatCount(files, 'file')}\n${formatRules(applied)}`
}
