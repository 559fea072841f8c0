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

/** A finding of a router file, at a line that counts from 1. */
export type ShownFinding = { rule: string; severity: Severity; message: string; line: number }

/** A router of the picture. */
export type ShownRouter = {
  name: string
  /** The name of its file, if it is open. */
  file?: string
  /** Whether it has a file of its own, not a string of one. */
  canMove: boolean
  /** Why it makes no links at all. */
  obstacle?: string
  /** What it does in its groups, in a few words. */
  groups: string
  /** The groups that it dials or listens in. */
  memberOf: readonly string[]
  findings: readonly ShownFinding[]
  /** The line of its links, or else of the first key. */
  line: number
}

/** One way in which a router dials another one, and the line of the listener there. */
export type ShownDial = { from: string; to: string; address?: string; line?: number }

/** The links over one protocol that two routers make. */
export type ShownLink = {
  between: readonly [string, string]
  protocol: string
  certain: boolean
  state: LinkState
  doubts: readonly string[]
  dials: readonly ShownDial[]
  /** Findings about its dialers and listeners, with the router whose file has them. */
  findings: readonly (ShownFinding & { router: string })[]
}

/** What the page shows of a network. */
export type ShownMesh = {
  routers: readonly ShownRouter[]
  links: readonly ShownLink[]
  missing: readonly UnlinkedPair[]
  /** The routers that certain links join, part by part. */
  parts: readonly (readonly string[])[]
  /** Names of groups that are probably misspelled. */
  nearGroups: readonly NearGroups[]
  /** How many pairs are not listed, in the report of a large network. */
  unlisted?: OmittedCounts
  /** How many links are up, if the network was asked. */
  realCount?: number
  /** Why other files are not shown. */
  refused: readonly string[]
}

/** What the file of a router says beside its links. */
type RouterOfFile = Pick<ShownRouter, 'file' | 'canMove' | 'findings' | 'line'>

/** The facts about routers, pairs and parts, whether they are read from files or from a report. */
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

/** The part of a report about its first routers, because a browser cannot draw any number of them. */
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

/** A report with the result of rejecting some of its routers on the controller. */
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

export function showReport(report: MeshReport, refused: readonly string[]): ShownMesh {
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

/** A link by its routers and its protocol. */
const getKey = ({
  between,
  protocol,
}: {
  between: readonly [string, string]
  protocol: string
}): string => JSON.stringify([...between, protocol])
