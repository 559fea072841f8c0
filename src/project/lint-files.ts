import { dirname } from 'node:path'
import { mayEmbed } from '../embedded/may-embed.js'
import { summarizeRouter } from '../lint/fleet/fleet.js'
import type { LintHost, MeasureStep } from '../lint/host.js'
import { runUnmeasured } from '../lint/host.js'
import { inspect, visibleDiagnostics } from '../lint/lint.js'
import type { LintFileOptions } from './settings.js'
import type { RefusedFile, RouterInput } from './inputs.js'
import {
  attempt,
  createFailure,
  keepUsefulRepairs,
  readSource,
  recognizeSource,
  refuseIncomplete,
} from './inputs.js'
import { lintEmbedded } from './lint-embedded.js'
import { watchMachine } from './machine-answers.js'
import type { Check } from './machine.js'
import { createLintHost } from './machine.js'
import { needsKeys, computeFixes } from './reports.js'
import { lintTemplateInput } from './templates.js'
import type { LintedReport, LintNeeds, LintOutcome } from './reports.js'
import type { ConfiguredSource } from './select-files.js'

/** Fixes files before they are linted. */
export type FileFixer = {
  /** Returns the input to lint: the fixed one, or the unchanged one if the fixes are requested as a patch. */
  fix: (input: RouterInput, options: LintFileOptions) => RouterInput
  /** Receives the text of standard input if it is not fixed, because it is not recognized as a router file. */
  passThrough: (text: string) => void
}

type FileLinterOptions = LintNeeds & {
  time?: MeasureStep
  fixer?: FileFixer | undefined
}

/** Lints a source; returns a promise if code has to be loaded for it. */
export type FileLinter = (source: ConfiguredSource) => LintOutcome | Promise<LintOutcome>

export function createFileLinter({
  time = runUnmeasured,
  fixer,
  ...needs
}: FileLinterOptions): FileLinter {
  const getHost = createHostCache(time)
  const lintOpened = (
    source: ConfiguredSource,
    openedFile: RouterInput | RefusedFile | undefined,
  ): LintOutcome => {
    if (!openedFile && source.isStandard) fixer?.passThrough(source.text ?? '')
    if (!openedFile || !('text' in openedFile)) return openedFile
    if (fixer && openedFile.isIncomplete) {
      if (source.isStandard) fixer.passThrough(openedFile.text)
      return refuseIncomplete(openedFile)
    }
    const { options } = source
    const host = getHost(dirname(openedFile.path), options.checks)
    const input = fixer ? fixer.fix(openedFile, options) : openedFile
    const lintWith = (machine: LintHost): LintedReport =>
      input.template
        ? lintTemplateInput(input, input.template, { options, host: machine })
        : lintInput(input, machine, options, needs)
    return needs.isCached ? recordAnswers(host, lintWith) : lintWith(host)
  }
  const lintSource = (source: ConfiguredSource): LintOutcome | Promise<LintOutcome> => {
    const result = time('read', () => readSource(source))
    if (!result || !('text' in result)) return lintOpened(source, result)
    const openedFile = time('read', () =>
      recognizeSource(source, result.text, { acceptsTemplates: true }),
    )
    return mayHaveEmbedded(source, openedFile) && time('read', () => mayEmbed(result.text))
      ? lintEmbedded(source, result.text, {
          needs,
          time,
          fix: fixer && ((input) => fixer.fix(input, source.options)),
        }).then((outcome) => outcome ?? lintOpened(source, openedFile))
      : lintOpened(source, openedFile)
  }
  return (source) => {
    const outcome = attempt(source.path, () => lintSource(source))
    return outcome instanceof Promise
      ? outcome.catch((error: unknown) => createFailure(source.path, error))
      : outcome
  }
}

/** Whether the strings of a source may contain router files: only if it is not a router file itself. */
export const mayHaveEmbedded = (
  { kind }: Partial<Pick<ConfiguredSource, 'kind'>>,
  openedFile: RouterInput | RefusedFile | undefined,
): boolean => kind !== 'forced' && !(openedFile && 'text' in openedFile && !openedFile.isIncomplete)

/**
 * Lints a file and adds to the report which facts about the machine the findings depend on, so that the report can be
 * cached.
 */
function recordAnswers(host: LintHost, lint: (host: LintHost) => LintedReport): LintedReport {
  const { watchedHost, listAnswers } = watchMachine(host)
  const report = lint(watchedHost)
  const answers = listAnswers()
  return answers ? { ...report, answers } : report
}

/** Lints a router file. The report only contains the text of the file if parts of the text may have to be shown. */
function lintInput(
  { path, text, isIncomplete, isUnrecognized }: RouterInput,
  host: LintHost,
  options: LintFileOptions,
  needs: LintNeeds,
): LintedReport {
  const { isFleet, wantsFixes } = needs
  const omitsFixes = !wantsFixes || isIncomplete === true
  const run = inspect(text, options, {
    host,
    omitsFixes,
    omitsOrigins: true,
    callerComputesFixes: !omitsFixes && isUnrecognized !== true,
  })
  const visible = visibleDiagnostics(run, options)
  const diagnostics = omitsFixes
    ? visible
    : computeFixes(isUnrecognized ? keepUsefulRepairs(text, visible) : visible, {
        level: options.level,
        wantsFixes,
      })
  const router =
    isFleet && run.analysis
      ? summarizeRouter(path, run.analysis, { host, hasOneRelease: !needsKeys(needs) })
      : undefined
  return {
    path,
    text: diagnostics.length > 0 || router ? text : '',
    diagnostics,
    release: options.target,
    hasSecretFreeFixes: true,
    ...(router && { router }),
  }
}

/**
 * Creates a function that returns the host for a directory. Consecutive calls with the same directory and checks return
 * the same host, which caches what it reads.
 */
export function createHostCache(
  time: MeasureStep = runUnmeasured,
): (folder: string, checks: readonly Check[]) => LintHost {
  const now = Date.now()
  let lastEntry: { folder: string; checks: readonly Check[]; host: LintHost } | undefined
  return (folder, checks) => {
    if (lastEntry?.folder !== folder || lastEntry.checks !== checks)
      lastEntry = {
        folder,
        checks,
        host: {
          ...createLintHost(checks, [process.cwd(), folder], now),
          ...(time !== runUnmeasured && { measureStep: time }),
        },
      }
    return lastEntry.host
  }
}
