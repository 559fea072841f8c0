import { formatCount, formatSeverityCount } from '../../../../src/document/words.js'
import type { RouterFile } from '../router-files.js'
import type { Mesh } from '../server-commands.js'
import type { RunningResult } from './running.js'
import { runningTexts } from './running.js'

/** A finding of a file; lines count from 0. */
export type TreeFinding = { severity: 'error' | 'warning' | 'info'; message: string; line: number }

/** A file that is or contains a router file, with its findings. */
export type TreeFile = {
  uri: string
  path: string
  kind: RouterFile['kind']
  isChecked: boolean
  findings: readonly TreeFinding[]
}

/** A row of the view. A row with a URI opens that file. */
export type TreeRow = {
  label: string
  description?: string
  tooltip?: string
  icon: 'router' | 'error' | 'warning' | 'info' | 'link' | 'no-link' | 'running' | 'drift'
  uri?: string
  line?: number
  /** Decides which menu entries the row has. */
  kind?: 'file' | 'running' | 'fileless'
  /** The name of a running router. */
  router?: string
  rows: readonly TreeRow[]
}

type TreeInput = {
  files: readonly TreeFile[]
  mesh: Mesh | undefined
  running: readonly RunningResult[] | undefined
}

/**
 * Lists a row for each router file with its findings, links and running configuration. Files with the worst findings
 * come first, and routers that run without a file come last.
 */
export function listRouters({ files, mesh, running }: TreeInput): TreeRow[] {
  const rows = files
    .map((file) => createRow(file, mesh, running))
    .sort(
      (left, right) =>
        rankIcon(left.icon) - rankIcon(right.icon) || left.label.localeCompare(right.label),
    )
  const fileless = (running ?? []).filter(({ file }) => file === undefined)
  return [...rows, ...fileless.map((result) => createRunningRow(result))]
}

function createRow(
  { uri, path, kind, isChecked, findings }: TreeFile,
  mesh: Mesh | undefined,
  running: readonly RunningResult[] | undefined,
): TreeRow {
  const router = mesh?.routers.find((item) => item.uri === uri)
  const result = running?.find(({ file }) => file !== undefined && isSamePath(file, path))
  const links = router && mesh ? listLinks(router.name, mesh) : []
  return {
    label: router?.name ?? path,
    // A narrow view cuts off the end, so what the user asked for is first.
    description: [
      ...(result ? [runningTexts[result.state]] : []),
      ...countFindings(findings),
      ...(router ? [countLinks(router.name, mesh)] : kindTexts[kind]),
      ...(isChecked ? [] : ['not checked while closed']),
    ].join(', '),
    tooltip: path,
    icon: findings[0] ? findWorst(findings) : 'router',
    uri,
    kind: 'file',
    rows: [
      ...findings.map(({ severity, message, line }): TreeRow => ({
        label: message,
        tooltip: message,
        icon: severity,
        uri,
        line,
        rows: [],
      })),
      ...(router?.obstacle === undefined
        ? []
        : [{ label: router.obstacle, icon: 'no-link' as const, rows: [] }]),
      ...links,
      ...(result ? [createRunningRow(result, uri)] : []),
    ],
  }
}

/** Descriptions of files that are not one complete router file. */
const kindTexts = {
  router: [],
  incomplete: ['incomplete'],
  parts: ['contains router files'],
  template: ['template'],
} as const satisfies Record<RouterFile['kind'], readonly string[]>

const order = ['error', 'warning', 'info'] as const

/** The rank of a row by its icon; rows without findings are last. */
const rankIcon = (icon: TreeRow['icon']): number => {
  const rank = order.findIndex((severity) => severity === icon)
  return rank < 0 ? order.length : rank
}

const findWorst = (findings: readonly TreeFinding[]): TreeFinding['severity'] =>
  order.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'info'

const countFindings = (findings: readonly TreeFinding[]): string[] =>
  order.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [formatSeverityCount(count, severity)]
  })

/** Counts the certain links of a router, and apart from them those that depend on more than the files. */
function countLinks(name: string, mesh: Mesh | undefined): string {
  const links = mesh?.links.filter(({ between }) => between.includes(name)) ?? []
  const certain = links.filter(({ certain }) => certain).length
  const possible = links.length - certain
  if (possible === 0) return certain === 0 ? 'no links' : formatCount(certain, 'link')
  return certain === 0
    ? formatCount(possible, 'possible link')
    : `${formatCount(certain, 'link')}, ${possible} possible`
}

/** Lists the links of a router, and the reasons why it has no links to other routers. */
function listLinks(name: string, { links, missing }: Mesh): TreeRow[] {
  const made = links.flatMap(({ between, protocol, certain }): TreeRow[] => {
    const other = between.find((router) => router !== name)
    if (!between.includes(name) || other === undefined) return []
    return [
      {
        label: `Link with ${other}`,
        description: [protocol, !certain && 'may come up'].filter(Boolean).join(', '),
        icon: 'link',
        rows: [],
      },
    ]
  })
  const absent = missing
    .filter(({ from }) => from === name)
    .map(({ to, why }): TreeRow => ({
      label: `No link with ${to}`,
      description: why,
      tooltip: why,
      icon: 'no-link',
      rows: [],
    }))
  return [...made, ...absent]
}

/** Creates a row for the configuration that a router runs, with the values that differ. */
function createRunningRow(
  { state, router, release, reason, differences }: RunningResult,
  uri?: string,
): TreeRow {
  const isSame = state === 'same' || state === 'text'
  return {
    label: router ?? 'Running network',
    description: [runningTexts[state], release && `release ${release}`, reason]
      .filter(Boolean)
      .join(', '),
    icon: isSame ? 'running' : 'drift',
    ...(uri !== undefined && { uri }),
    ...(router !== undefined && {
      router,
      kind: uri === undefined ? ('fileless' as const) : ('running' as const),
    }),
    rows: differences.map((label) => ({ label, tooltip: label, icon: 'drift' as const, rows: [] })),
  }
}

/** Whether a path printed by the command line is that of a file in the workspace. */
const isSamePath = (written: string, path: string): boolean => {
  const [left, right] = [written, path].map((item) => item.replaceAll('\\', '/'))
  return left === right || left?.endsWith(`/${right ?? ''}`) === true
}
