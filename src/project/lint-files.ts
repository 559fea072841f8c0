import { dirname } from 'node:path'
import type { Diagnostic, Severity } from '../document/diagnostic.js'
import { withoutFix } from '../document/diagnostic.js'
import { summarizeRouter } from '../lint/fleet/fleet.js'
import type { Host, MeasureStep } from '../lint/host.js'
import { runUnmeasured } from '../lint/host.js'
import { inspect, visibleDiagnostics } from '../lint/lint.js'
import type { LintFileOptions } from './file-options.js'
import type { RouterInput } from './inputs.js'
import { openSource } from './inputs.js'
import type { Check } from './machine.js'
import { createMachineHost } from './machine.js'
import { isVisible } from './reports.js'
import { lintTemplateInput } from './templates.js'
import type { LintedReport, LintOutcome } from './reports.js'
import type { LintTarget } from './select-files.js'

/** Fixes files before they are linted. */
export type FileFixer = {
  /** The input after fixing, or as it would be. */
  fix: (input: RouterInput, options: LintFileOptions) => RouterInput
  /** Receives the text of standard input if it is not a router file. */
  pass: (text: string) => void
}

type FileLinterOptions = {
  /** Whether there are several files, which are compared with each other afterwards. */
  isFleet: boolean
  time?: MeasureStep
  fixer?: FileFixer | undefined
}

/** A function that lints a source with its options; with a fixer, after fixing. */
export function createFileLinter({
  isFleet,
  time = runUnmeasured,
  fixer,
}: FileLinterOptions): (source: LintTarget) => LintOutcome {
  const getHost = createHostCache(time)
  return (source) => {
    const read = time('read', () => openSource(source, { acceptsTemplates: true }))
    if (!read && source.isStandard) fixer?.pass(source.text ?? '')
    if (!read || !('text' in read)) return read
    const { options } = source
    const host = getHost(dirname(read.path), options.checks)
    const input = fixer ? fixer.fix(read, options) : read
    return input.template
      ? lintTemplateInput(input, input.template, { options, host })
      : lintInput(input, host, { options, isFleet })
  }
}

/** A report contains the text only if parts of it may have to be shown. */
function lintInput(
  { path, text }: RouterInput,
  host: Host,
  { options, isFleet }: { options: LintFileOptions; isFleet: boolean },
): LintedReport {
  const run = inspect(text, options, { host })
  const diagnostics = settleFixes(visibleDiagnostics(run, options), options.level)
  const router = isFleet && run.analysis ? summarizeRouter(path, run.analysis, host) : undefined
  return {
    path,
    text: diagnostics.length > 0 || router ? text : '',
    diagnostics,
    release: options.target,
    ...(router && { router }),
  }
}

/** Computes the fixes to be shown and drops the others: one that is still to be computed keeps its file in memory. */
const settleFixes = (diagnostics: readonly Diagnostic[], level: Severity): Diagnostic[] =>
  diagnostics.map((diagnostic) =>
    isVisible(diagnostic.severity, level) && diagnostic.fix ? diagnostic : withoutFix(diagnostic),
  )

/**
 * The host for the files of one directory. What it reads is cached while consecutive files are in the same directory.
 */
export function createHostCache(
  time: MeasureStep = runUnmeasured,
): (folder: string, checks: readonly Check[]) => Host {
  const now = Date.now()
  let last: { folder: string; checks: readonly Check[]; host: Host } | undefined
  return (folder, checks) => {
    if (last?.folder !== folder || last.checks !== checks)
      last = {
        folder,
        checks,
        host: { ...createMachineHost(checks, [process.cwd(), folder], now), time },
      }
    return last.host
  }
}
