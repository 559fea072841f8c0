import type { Diagnostic } from '../document/diagnostic.js'
import { fixEmbedded } from '../embedded/fix-embedded.js'
import type { FixOptions, FixResult } from '../fix/fix.js'
import { fix } from '../fix/fix.js'
import { lint } from '../lint/lint.js'
import type { RouterInput } from '../project/inputs.js'
import { keepUsefulRepairs } from '../project/inputs.js'
import type { FileFixer } from '../project/lint-files.js'
import { replaceText } from '../project/replace-file.js'
import { isRouterFile } from '../recognition/recognize.js'
import { lintTemplate } from '../template/lint-template.js'
import type { Streams } from './command.js'
import { printPatch } from './diff.js'
import type { FlagValues } from './flags.js'
import { escapeControls } from './ui/text.js'

/** Fixes files one by one, and reports the result at the end. */
export type Fixer = FileFixer & {
  /** Whether to show the remaining findings. */
  isReporting: boolean
  /** Reports what was done, unless that is nothing but a refusal. Returns whether there are fixes that were not applied. */
  end: (run: { isRefused: boolean }) => boolean
}

const formatCount = (count: number, name: string): string =>
  `${count} ${name}${count === 1 ? '' : 's'}`

/** The rules whose findings were fixed, a line for each with its number of findings, the most frequent first. */
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

/** Reads --fix, --unsafe, --dry-run and --check. */
export function createFixer(flags: FlagValues, { out, err }: Streams): Fixer {
  const isDry = flags.has('dry-run')
  const isChecking = !isDry && flags.has('check-only')
  const isPiping = !isDry && !isChecking
  const formats = flags.values('format')
  // A patch and a report would be mixed on standard output.
  const isPatching = isDry && formats.every((format) => /=(?!-$)/.test(format))
  const changed: string[] = []
  const applied: Diagnostic[] = []
  return {
    fix: (input, options) => {
      const fixed = fixInput(input, { ...options, unsafe: flags.has('unsafe') })
      if (fixed.text === input.text) {
        if (input.isStandard && isPiping) out(input.text)
        return input
      }
      if (isPatching) printPatch({ out, err }, input.path, input.text, fixed.text)
      if (isDry) {
        changed.push(input.path)
        applied.push(...fixed.applied)
        // The report is about the file as it is.
        return input
      }
      if (!isChecking && input.isStandard) out(fixed.text)
      else if (!isChecking) replaceText(input.path, input.text, fixed.text)
      changed.push(input.path)
      applied.push(...fixed.applied)
      return { ...input, text: fixed.text }
    },
    // Passes unchanged input through, so that an editor that pipes a file does not lose it.
    pass: (text) => {
      if (isPiping) out(text)
    },
    isReporting: !isChecking && (isDry ? formats.length > 0 : !flags.rest.includes('-')),
    end: ({ isRefused }) => {
      if (isRefused && changed.length === 0) return false
      const files = formatCount(changed.length, 'file')
      const verb = isDry || isChecking ? 'would be fixed' : 'fixed'
      err(
        changed.length === 0
          ? 'nothing to fix\n'
          : `${formatCount(applied.length, 'finding')} ${verb} in ${files}\n${formatRules(applied)}`,
      )
      if (isChecking) out(changed.map((path) => `${escapeControls(path)}\n`).join(''))
      return isChecking && changed.length > 0
    },
  }
}
