import { applyUpgradeFixes } from '../../../config/upgrade/apply-fixes.js'
import type { UpgradeChange, UpgradeOptions, UpgradeKind } from '../../../config/upgrade/upgrade.js'
import { compareReleases } from '../../../config/upgrade/upgrade.js'
import { toPathKey, createStartRange } from '../../../document/diagnostic.js'
import { applyEdited, editEmbedded } from '../../../embedded/edit-embedded.js'
import type { EmbeddedFile } from '../../../embedded/embedded-file.js'
import { createFixEncoder } from '../../../embedded/embedded.js'
import { loadEmbeddedFinder } from '../../../project/lint-embedded.js'
import { createLintHost } from '../../../project/machine.js'
import { replaceFileText } from '../../../project/replace-file.js'
import type { Streams } from '../../command.js'
import { printPatch } from '../../diff.js'
import type { OpenedOuter } from '../../open-selected.js'
import { placeParts } from '../../parts.js'
import { formatSentences } from '../../../schema/messages.js'
import type { FileReport } from '../../../project/reports.js'
import type { UpgradeReport } from './report.js'

/** What happens to the fixes of a file: they are reported, written, or printed as a patch. */
export type PartFixing = 'report' | 'write' | 'patch'

/** Compares two releases for each router file in the strings of a file; none are reported where a patch is printed. */
export async function upgradeParts(
  outer: OpenedOuter,
  options: UpgradeOptions,
  { fixing, fixes, streams }: { fixing: PartFixing; fixes: boolean; streams: Streams },
): Promise<UpgradeReport[]> {
  if (fixing === 'report') return reportParts(outer, options, { fixes, applied: new Map() })
  const { path, text } = outer
  const fixed = fixParts(outer, options)
  if (fixing === 'patch') {
    if (fixed.text !== text) printPatch(streams, path, text, fixed.text)
    return []
  }
  if (fixed.text !== text) replaceFileText(path, text, fixed.text)
  const find = await loadEmbeddedFinder()
  const now = fixed.text === text ? outer : { ...outer, text: fixed.text, parts: find(fixed.text) }
  return reportParts(now, options, { fixes: true, applied: fixed.applied })
}

/** The keys that fixes wrote, by the name of the part. */
type AppliedFixes = ReadonlyMap<string, ReadonlySet<string>>

/** The outer text with what safe fixes make of its router files. */
function fixParts(
  { text, parts }: OpenedOuter,
  options: UpgradeOptions,
): { text: string; applied: AppliedFixes } {
  const edited = parts.flatMap((part) => {
    const { text: inner, applied } = applyUpgradeFixes(part.text, options, createPartHost())
    const edit = inner === part.text ? undefined : editEmbedded(part, inner, text)
    return edit ? [{ ...edit, applied }] : []
  })
  const { text: after, made } = applyEdited(text, parts, edited)
  return { text: after, applied: new Map(made.map(({ file, applied }) => [file.name, applied])) }
}

/** Router files in strings are for another machine, so what they name is not expected on this one. */
const createPartHost = () => createLintHost([], [], Date.now())

function reportParts(
  outer: OpenedOuter,
  options: UpgradeOptions,
  { fixes, applied }: { fixes: boolean; applied: AppliedFixes },
): UpgradeReport[] {
  const encodeFix = createFixEncoder(outer.text)
  return placeParts(outer).map(({ part, shownText, toOuterRange }): UpgradeReport => {
    const host = createPartHost()
    const comparison = compareReleases(part.text, options, { host, fixes })
    const written = applied.get(part.name) ?? new Set()
    const changes = comparison.changes.filter(
      ({ kind, path }) => kind !== 'read' || !written.has(toPathKey(path)),
    )
    return {
      ...comparison,
      path: outer.path,
      part: part.name,
      text: shownText,
      fixed: written.size,
      changes: changes.map((change) => moveChange(change, part, { toOuterRange, encodeFix })),
    }
  })
}

/** A change with its places in the outer file; a fix that cannot be written there is left out. */
function moveChange(
  { fix, range, ...change }: UpgradeChange,
  part: EmbeddedFile,
  {
    toOuterRange,
    encodeFix,
  }: Pick<ReturnType<typeof placeParts>[number], 'toOuterRange'> & {
    encodeFix: ReturnType<typeof createFixEncoder>
  },
): UpgradeChange {
  const outerFix = fix && encodeFix(fix, part)
  return {
    ...change,
    ...(range && { range: toOuterRange(range) }),
    ...(outerFix && { fix: outerFix }),
  }
}

type FindingId = `upgrade-${UpgradeKind}`

/** What the ids of changes mean. */
export const upgradeSummaries: Readonly<Record<FindingId, string>> = {
  'upgrade-refused': 'The new release refuses the file.',
  'upgrade-accepted': 'Only the new release runs on the file.',
  'upgrade-ignored': 'The new release ignores a key.',
  'upgrade-read': 'The new release reads a key that the old one ignores.',
  'upgrade-value': 'The new release reads another value.',
  'upgrade-default': 'A default differs.',
  'upgrade-finding': 'Only one of the releases has a finding.',
  'upgrade-behavior': 'The router behaves differently.',
  'upgrade-unanswered': 'The releases cannot be compared.',
}

/** The changes of a file as findings, for formats that `lint` has, too; one that is not in the file is at its start. */
export const toUpgradeFindings = (
  { path, part, text, to, changes }: UpgradeReport,
  { omitsFixes }: { omitsFixes: boolean },
): FileReport => ({
  path,
  ...(part !== undefined && { part }),
  text,
  release: to.release,
  diagnostics: changes.map(
    ({ kind, severity, path: place, range, message, reason = '', advice, fix }) => ({
      rule: `upgrade-${kind}` satisfies FindingId,
      severity,
      message: formatSentences(message, reason, advice),
      path: place,
      range: range ?? createStartRange(),
      ...(fix && !omitsFixes && { fix }),
    }),
  ),
})
