import { findLineStarts } from '../document/diagnostic.js'
import { once } from '../document/lazy.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { listBase64Spans, maskBase64, toOuterDiagnostics } from '../embedded/embedded-file.js'
import { summarizeRouter } from '../lint/fleet/fleet.js'
import type { LintHost, MeasureStep } from '../lint/host.js'
import { inspect, visibleDiagnostics } from '../lint/lint.js'
import { isRouterFile } from '../recognition/recognize.js'
import type { RouterInput } from './inputs.js'
import { createLintHost } from './machine.js'
import { formatReportPath, needsKeys, computeFixes } from './reports.js'
import type { EmbeddedReports, LintedReport, LintNeeds } from './reports.js'
import type { ConfiguredSource } from './select-files.js'

export async function loadEmbeddedFinder(): Promise<(text: string) => EmbeddedFile[]> {
  const { findEmbedded } = await import('../embedded/embedded.js')
  return (text) => findEmbedded(text, isRouterFile)
}

type EmbeddedOptions = {
  needs: LintNeeds
  time: MeasureStep
  /** Fixes the outer file before its embedded files are linted. */
  fix: ((input: RouterInput) => RouterInput) | undefined
}

/** Lints the router files embedded in another file; undefined if there are none. */
export async function lintEmbedded(
  { path, isStandard, options }: ConfiguredSource,
  text: string,
  { needs, time, fix }: EmbeddedOptions,
): Promise<EmbeddedReports | undefined> {
  const { createFixEncoder, findEmbedded } = await import('../embedded/embedded.js')
  const findFiles = (searchedText: string): EmbeddedFile[] =>
    time('read', () => findEmbedded(searchedText, isRouterFile))
  const foundFiles = findFiles(text)
  if (foundFiles.length === 0) return undefined
  const input: RouterInput = { path, text, isOuter: true, ...(isStandard && { isStandard }) }
  const { text: outerText } = fix ? fix(input) : input
  const files = outerText === text ? foundFiles : findFiles(outerText)

  const outer = { text: outerText, lineStarts: once(() => findLineStarts(outerText)) }
  const encodeFix = createFixEncoder(outerText)
  // All embedded files share this string, so that facts cached for it, such as its lines, are shared too.
  const shownText = maskBase64(outerText, listBase64Spans(files))
  // Embedded files are for another machine, so the files that they name are not expected on this machine.
  const host: LintHost = { ...createLintHost([], [], Date.now()), measureStep: time }
  const lintFile = (file: EmbeddedFile): LintedReport => {
    const part = file.name
    const run = inspect(file.text, options, { host })
    const diagnostics = computeFixes(
      toOuterDiagnostics(visibleDiagnostics(run, options), file, outer, encodeFix),
      { level: options.level, wantsFixes: needs.wantsFixes },
    )
    const router =
      needs.isFleet && run.analysis
        ? summarizeRouter(formatReportPath({ path, part }), run.analysis, {
            host,
            hasOneRelease: !needsKeys(needs),
          })
        : undefined
    return {
      path,
      part,
      text: diagnostics.length > 0 || router ? shownText : '',
      diagnostics,
      release: options.target,
      ...(router && { router }),
      ...((needs.isCached === true || router !== undefined) && { embedded: file }),
    }
  }
  return { embedded: files.map(lintFile) }
}
