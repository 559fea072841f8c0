import { toSafeJson } from '../../ui/text.js'
import type { UpgradeFormat } from './report.js'
import { getVerdict, listNotes, verdicts } from './report.js'

/** One JSON document; lines and columns count from zero, as in the API. */
export const upgradeJson: UpgradeFormat = (reports) => {
  const files = reports
    .map((report) => ({ ...report, verdict: getVerdict(report) }))
    .map(({ path, part, verdict, from, to, changes, fixed }) => ({
      path,
      ...(part !== undefined && { part }),
      verdict,
      from,
      to,
      changes,
      fixed,
    }))
  const summary = Object.fromEntries(
    verdicts.map((verdict) => [verdict, files.filter((file) => file.verdict === verdict).length]),
  )
  return `${toSafeJson({ version: 1, notes: listNotes(reports), files, summary }, 2)}\n`
}
