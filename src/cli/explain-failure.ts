import type { Severity } from '../document/diagnostic.js'
import { formatList, formatSeverityCount } from '../document/words.js'
import type { ExceededLimit } from '../project/reports.js'
import type { SettingOrigin, Sourced } from '../project/settings.js'
import { formatOrigin } from '../project/settings.js'

type Counts = ReadonlyMap<Severity, number>

/** One sentence per exceeded limit that the user has set. Findings explain the exit code for default limits. */
export const explainFailure = (exceededLimits: readonly ExceededLimit[]): string[] =>
  exceededLimits
    .filter(({ limit: { origin } }) => origin !== 'default')
    .map((limit) => `${explainLimit(limit)}${explainHidden(limit)}`)

function explainLimit({ setting, limit, counts }: ExceededLimit): string {
  const isOne = countAll(counts) === 1
  const verb = setting === 'maxWarnings' ? 'exceed' : isOne ? 'is at or above' : 'are at or above'
  return `${formatCounts(counts)} ${verb}${isOne && setting === 'maxWarnings' ? 's' : ''} ${formatSetting(setting, limit)}`
}

function explainHidden({ counts, hidden, level }: ExceededLimit): string {
  if (hidden.size === 0) return ''
  const hidesAll = countAll(hidden) === countAll(counts)
  const subject = hidesAll
    ? ''
    : `${formatCounts(hidden)} ${countAll(hidden) === 1 ? 'is' : 'are'} `
  return `; ${subject}hidden by ${formatSetting('level', level)}`
}

const countAll = (counts: Counts): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

/** Formats counts as in the summary of findings: "1 error, 2 warnings, 3 info". */
const formatCounts = (counts: Counts): string =>
  formatList([...counts].map(([severity, count]) => formatSeverityCount(count, severity)))

/** A setting as the user wrote it: as a flag, a variable, or a key of a config file. */
function formatSetting(key: string, { value, origin }: Sourced<string | number>): string {
  if (typeof origin === 'object') return `\`${key}: ${value}\` in ${formatOrigin(origin)}`
  if (isSwitch(origin)) return origin
  return origin.startsWith('--') ? `${origin} ${value}` : `${origin}=${value}`
}

const isSwitch = (from: SettingOrigin): boolean => from === '--quiet' || from === 'ROUTERFILE_QUIET'
