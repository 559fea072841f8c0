import type { Diagnostic, Span } from '../document/diagnostic.js'
import { createJointRedactor } from '../document/secrets.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { maskBase64 } from '../embedded/embedded-file.js'
import type { MachineAnswers } from './machine-answers.js'
import type { LintedReport, LintNeeds, LintOutcome } from './reports.js'
import { listReports } from './reports.js'
import type { ConfiguredSource } from './select-files.js'

/** A report as the cache stores it: without the text and the path. */
export type CachedReport = Pick<
  LintedReport,
  'part' | 'diagnostics' | 'hasSecretFreeFixes' | 'router' | 'note'
> & {
  /** The span of the string that contains an embedded file; absent unless the string is in base64. */
  base64?: Span
  /** The diagnostics for findings of fleet rules, with a digest of these findings. */
  fleet?: { digest: string; diagnostics: readonly Diagnostic[] }
}

/**
 * The outcome for a file, as the cache stores it: with `report` for a router file, with `embedded` for a file that
 * contains router files in its strings, and with neither for other files.
 */
export type CachedResult = Pick<LintNeeds, 'isFleet' | 'wantsFixes'> & {
  /**
   * A digest of the text, the path, the options, the current directory, the values for a template, and how the file was
   * selected.
   */
  digest: string
  report?: CachedReport
  embedded?: readonly CachedReport[]
  answers?: MachineAnswers
}

/** Finds the router files embedded in a text. */
export type FindEmbedded = (text: string) => readonly EmbeddedFile[]

export const listCachedReports = ({ report, embedded }: CachedResult): readonly CachedReport[] =>
  report ? [report] : (embedded ?? [])

/**
 * The result to cache for an outcome; undefined for failures, for results that contain secrets, and for results that
 * depend on the exact time, so that a later run cannot tell whether they still hold.
 */
export function toCachedResult(
  digest: string,
  outcome: LintOutcome,
  { text = '', options }: ConfiguredSource,
  { isFleet, wantsFixes }: LintNeeds,
): CachedResult | undefined {
  const base = { digest, isFleet, wantsFixes }
  if (!outcome) return base
  if ('why' in outcome) return undefined
  const answers = 'answers' in outcome ? outcome.answers : undefined
  const isFreeOfSecrets = listReports(outcome).every(({ router, embedded }) => {
    // Diagnostics contain no secrets, because they are printed. Other values may: a file or a variable may contain a
    // secret in place of an address.
    const redact = createJointRedactor([{ text: embedded?.text ?? text, environment: options.env }])
    return !redact || everyString([router, answers?.found], (string) => redact(string) === string)
  })
  if (!isFreeOfSecrets) return undefined
  if ('embedded' in outcome && !('diagnostics' in outcome))
    return { ...base, embedded: outcome.embedded.map(toCachedReport) }
  return answers && { ...base, report: toCachedReport(outcome), answers }
}

/** Whether a condition is true for all strings in plain data, not counting names of properties. */
const everyString = (value: unknown, isAllowed: (string: string) => boolean): boolean =>
  typeof value === 'string'
    ? isAllowed(value)
    : typeof value !== 'object' ||
      value === null ||
      Object.values(value).every((item) => everyString(item, isAllowed))

const toCachedReport = ({
  part,
  diagnostics,
  hasSecretFreeFixes,
  router,
  note,
  embedded,
}: LintedReport): CachedReport => ({
  diagnostics,
  ...(part !== undefined && { part }),
  ...(hasSecretFreeFixes && { hasSecretFreeFixes }),
  ...(router && { router }),
  ...(note && { note }),
  ...(embedded?.isBase64 && { base64: embedded.span }),
})

export function toOutcome(
  { report, embedded }: CachedResult,
  source: ConfiguredSource,
  { needs, findEmbedded }: { needs: LintNeeds; findEmbedded: FindEmbedded | undefined },
): LintOutcome {
  const { text = '' } = source
  if (report) return toReport(report, { ...source, text }, needs)
  if (!embedded) return undefined
  const maskedSource = {
    ...source,
    text: maskBase64(
      text,
      embedded.flatMap(({ base64 }) => base64 ?? []),
    ),
  }
  return {
    embedded: embedded.map((cached, index) => ({
      ...toReport(cached, maskedSource, needs),
      findEmbedded: () => findEmbedded?.(text)[index],
    })),
  }
}

function toReport(
  { part, diagnostics, hasSecretFreeFixes, router, note }: CachedReport,
  { path, text, options }: ConfiguredSource & { text: string },
  { isFleet }: LintNeeds,
): LintedReport {
  const isCompared = isFleet && router !== undefined
  const needsText = diagnostics.length > 0 || isCompared
  return {
    path,
    text: needsText ? text : '',
    diagnostics,
    release: options.target,
    ...(part !== undefined && { part }),
    ...(hasSecretFreeFixes && { hasSecretFreeFixes }),
    ...(isCompared && { router }),
    ...(note && { note }),
  }
}
