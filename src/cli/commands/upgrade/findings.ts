import { createStartRange } from '../../../document/diagnostic.js'
import type { UpgradeKind } from '../../../config/upgrade/upgrade.js'
import { formatSentences } from '../../../schema/messages.js'
import type { FileReport } from '../../../project/reports.js'
import type { UpgradeReport } from './report.js'

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
