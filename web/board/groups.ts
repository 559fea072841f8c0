import type { BoardFile, BoardFinding } from '../../src/cli/commands/ui/messages.js'
import { groupBy } from '../../src/document/group.js'
import { formatCount, formatSeverityCount } from '../../src/document/words.js'
import { createElement, renderSentence } from '../shared/dom.js'
import { severityNames, severitySigns } from '../shared/verdict-words.js'

/** How findings can be grouped. */
export const groupings = ['file', 'rule', 'severity'] as const
export type Grouping = (typeof groupings)[number]

const severityOrder = ['error', 'warning', 'info'] as const

/** Findings shown of each group at first; a click shows the rest. */
const maxFindings = 50

const countSeverities = (findings: readonly BoardFinding[]) =>
  severityOrder.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }))

/** Renders the number of findings of each severity. */
export const renderCounts = (findings: readonly BoardFinding[]): HTMLElement[] =>
  countSeverities(findings).map(({ severity, count }) =>
    createElement(
      'span',
      { class: `tally ${severity}` },
      createElement('span', { 'aria-hidden': 'true' }, `${severitySigns[severity]} `),
      formatSeverityCount(count, severity),
    ),
  )

type FindingEvents = {
  open: (path: string, line?: number) => void
  fix: (rule: string) => void
  /** Collapsed groups, by grouping and name. */
  closed: Set<string>
}

type PlacedFinding = BoardFinding & { path: string; name: string }

/** Renders the findings in groups, those with errors first. */
export function renderGroups(
  files: readonly BoardFile[],
  grouping: Grouping,
  events: FindingEvents,
): HTMLElement[] {
  const all = files.flatMap(({ path, name, findings }) =>
    findings.map((finding): PlacedFinding => ({ ...finding, path, name })),
  )
  const groups = groupBy(all, (finding) => (grouping === 'file' ? finding.name : finding[grouping]))
  return [...groups]
    .map(([key, findings]) => ({ key, findings, rank: rankGroup(findings) }))
    .sort((left, right) => right.rank - left.rank)
    .map(({ key, findings }) => renderGroup(key, findings, grouping, events))
}

/** Ranks groups by their worst severity, then by their number of findings. */
const rankGroup = (findings: readonly BoardFinding[]): number =>
  findings.length +
  1e6 * Math.max(...findings.map(({ severity }) => 2 - severityOrder.indexOf(severity)))

function renderGroup(
  key: string,
  findings: readonly PlacedFinding[],
  grouping: Grouping,
  { open, fix, closed }: FindingEvents,
): HTMLElement {
  const id = `${grouping} ${key}`
  const [first] = findings
  const fileCount = new Set(findings.map(({ path }) => path)).size
  const fixable = findings.filter((finding) => finding.fix).length
  const list = createElement('ul', { role: 'list' })
  const append = (from: number, to: number): void =>
    list.append(
      ...findings.slice(from, to).map((finding) => renderFinding(finding, grouping, open)),
    )
  append(0, maxFindings)
  const rest = findings.length - maxFindings
  const more = createElement(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: () => {
        append(maxFindings, Infinity)
        more.remove()
      },
    },
    `Show ${rest} more`,
  )
  const group = createElement(
    'details',
    {
      open: !closed.has(id),
      ontoggle: () => void (group.open ? closed.delete(id) : closed.add(id)),
    },
    createElement(
      'summary',
      {},
      createElement(
        'span',
        { class: 'group-name' },
        grouping === 'severity' && first ? nameGroup(first.severity) : key,
      ),
      createElement(
        'span',
        { class: 'words' },
        grouping === 'file'
          ? formatCount(findings.length, 'finding')
          : `${findings.length} in ${formatCount(fileCount, 'file')}`,
      ),
    ),
    grouping === 'rule' &&
      fixable > 0 &&
      createElement(
        'button',
        { type: 'button', class: 'group-fix', onclick: () => fix(key) },
        `Fix ${fixable}`,
      ),
    list,
    rest > 0 && more,
  )
  return group
}

const nameGroup = (severity: BoardFinding['severity']): string =>
  severity === 'info' ? severityNames.info : `${severityNames[severity]}s`

function renderFinding(
  { path, name, line, severity, rule, message, fix }: PlacedFinding,
  grouping: Grouping,
  open: (path: string, line?: number) => void,
): HTMLElement {
  const place = grouping === 'file' ? `Line ${line}` : `${name}, line ${line}`
  return createElement(
    'li',
    { class: `row ${severity}` },
    createElement(
      'span',
      { class: `sign ${severity}`, 'aria-hidden': 'true' },
      severitySigns[severity],
    ),
    createElement(
      'button',
      {
        type: 'button',
        class: 'link',
        'aria-label': `${severityNames[severity]}, ${name}, line ${line}, ${rule}`,
        onclick: () => open(path, line),
      },
      place,
    ),
    createElement('span', { class: 'text' }, ...renderSentence(message)),
    createElement('code', { class: 'rule' }, rule),
    fix !== undefined &&
      createElement(
        'span',
        { class: fix === 'safe' ? 'badge' : 'badge unsafe' },
        fix === 'safe' ? 'has a fix' : 'has an unsafe fix',
      ),
  )
}
