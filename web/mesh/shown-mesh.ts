import type { Severity } from '../../src/document/diagnostic.js'
import type { LinkState } from '../../src/mesh/graph.js'
import { formatLinkGroups } from '../../src/mesh/graph.js'
import type { OmittedCounts } from '../../src/mesh/limit.js'
import type { NearGroups } from '../../src/mesh/near-groups.js'
import { findNearGroups } from '../../src/mesh/near-groups.js'
import { findParts } from '../../src/mesh/predict.js'
import type { UnlinkedPair } from '../../src/mesh/summary.js'
import { listUnlinkedPairs } from '../../src/mesh/summary.js'
import type { MeshReport } from './report.js'

/** A finding in a router file; lines count from 1. */
export type ShownFinding = { rule: string; severity: Severity; message: string; line: number }

/** A router in the picture. */
export type ShownRouter = {
  name: string
  /** The name of its file, if that is open. */
  file?: string
  /** Whether its file can be edited; false if it is a string inside another file. */
  canMove: boolean
  /** Why the router makes no links at all. */
  obstacle?: string
  /** Short description of what it does in its groups. */
  groups: string
  /** Groups in which it dials or listens. */
  memberOf: readonly string[]
  findings: readonly ShownFinding[]
  /** The line of its `link` section, or else of the first key. */
  line: number
}

/** A dial from one router to another; `line` is that of the listener. */
export type ShownDial = { from: string; to: string; address?: string; line?: number }

/** The links between two routers over one protocol. */
export type ShownLink = {
  between: readonly [string, string]
  protocol: string
  certain: boolean
  state: LinkState
  doubts: readonly string[]
  dials: readonly ShownDial[]
  /** Findings about its dialers and listeners; `router` names the router whose file has them. */
  findings: readonly (ShownFinding & { router: string })[]
}

/** The network as the page shows it. */
export type ShownMesh = {
  routers: readonly ShownRouter[]
  links: readonly ShownLink[]
  missing: readonly UnlinkedPair[]
  /** Sets of routers that are connected by certain links. */
  parts: readonly (readonly string[])[]
  /** Group names that are probably misspelled. */
  nearGroups: readonly NearGroups[]
  /** Number of pairs that the report of a large network does not list. */
  unlisted?: OmittedCounts
  /** Number of active links, if the report is from `--live`. */
  realCount?: number
  /** Messages for files that are not shown. */
  refused: readonly string[]
}

/** Facts from a router's file other than its links. */
type RouterOfFile = Pick<ShownRouter, 'file' | 'canMove' | 'findings' | 'line'>

/** Converts routers, pairs and parts, whether they come from files or from a report. */
export function showMesh(
  mesh: Pick<MeshReport, 'routers' | 'links' | 'missing'>,
  findFile: (name: string) => RouterOfFile | undefined,
): Pick<ShownMesh, 'routers' | 'missing' | 'parts' | 'nearGroups'> {
  return {
    routers: mesh.routers.map((router): ShownRouter => {
      const file = findFile(router.name)
      return {
        name: router.name,
        ...(router.file !== undefined && { file: router.file }),
        canMove: false,
        ...(router.obstacle !== undefined && { obstacle: router.obstacle }),
        groups: formatLinkGroups(router),
        memberOf: [...new Set([...router.dials, ...router.listens])],
        findings: [],
        line: 1,
        ...file,
      }
    }),
    missing: listUnlinkedPairs(mesh.missing),
    parts: findParts(mesh),
    nearGroups: findNearGroups(mesh.routers),
  }
}

/** Limits a report to its first routers, because a browser cannot draw an unlimited number. */
export function limitReport(report: MeshReport, limit: number): MeshReport {
  const { routers, links, missing, large, live } = report
  if (routers.length <= limit) return report
  const kept = new Set(routers.slice(0, limit).map(({ name }) => name))
  const isKept = ({ between }: { between: readonly [string, string] }): boolean =>
    between.every((name) => kept.has(name))
  return {
    ...report,
    routers: routers.slice(0, limit),
    links: links.filter(isKept),
    missing: missing.filter(({ from, to }) => kept.has(from) && kept.has(to)),
    ...(large && {
      large: {
        parts: large.parts
          .map((part) => part.filter((name) => kept.has(name)))
          .filter((part) => part.length > 0),
        unlisted: { linkedPairs: 0, missingPairs: 0 },
      },
    }),
    ...(live && {
      live: {
        ...live,
        missing: live.missing.filter(isKept),
        unexpected: live.unexpected.filter(isKept),
      },
    }),
  }
}

/** Simulates that the controller rejects some routers. */
export function switchOff(report: MeshReport, disabled: readonly string[]): MeshReport {
  const off = new Set(disabled)
  if (off.size === 0) return report
  const isCut = ({ between }: { between: readonly string[] }): boolean =>
    between.some((name) => off.has(name))
  const { large, ...rest } = report
  const links = report.links.filter((link) => !isCut(link))
  return {
    ...rest,
    links,
    routers: report.routers.map((router) =>
      off.has(router.name) ? { ...router, obstacle: 'is disabled' } : router,
    ),
    missing: [
      ...report.missing,
      ...report.links.filter(isCut).map(({ between: [from, to] }) => ({
        from,
        to,
        why: `${off.has(from) ? from : to} is disabled`,
      })),
    ],
    ...(large && {
      large: { ...large, parts: findParts({ routers: report.routers, links }) },
    }),
  }
}

export function toShownMesh(report: MeshReport, refused: readonly string[]): ShownMesh {
  const lost = new Set((report.live?.missing ?? []).map(getKey))
  const predicted = report.links.map(({ between, protocol, certain, doubts }): ShownLink => ({
    between,
    protocol,
    certain,
    state: lost.has(getKey({ between, protocol })) ? 'missing' : certain ? 'certain' : 'possible',
    doubts,
    dials: report.dials.get(getKey({ between, protocol })) ?? [],
    findings: [],
  }))
  const unexpected = (report.live?.unexpected ?? []).map(({ between, protocol }): ShownLink => ({
    between,
    protocol,
    certain: true,
    state: 'unexpected',
    doubts: [],
    dials: [],
    findings: [],
  }))
  const { large } = report
  return {
    ...showMesh(report, () => undefined),
    ...large,
    links: [...predicted, ...unexpected],
    ...(report.live && { realCount: report.live.realCount }),
    refused,
  }
}

/** Returns the key of a link: its routers and protocol. */
const getKey = ({
  between,
  protocol,
}: {
  between: readonly [string, string]
  protocol: string
}): string => JSON.stringify([...between, protocol])
