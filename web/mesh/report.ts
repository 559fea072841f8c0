import { isRecord, toRecord } from '../../src/document/record.js'
import type { OmittedCounts } from '../../src/mesh/limit.js'
import type { ActiveLink } from '../../src/mesh/compare.js'
import type { LinkOutline, MissingLink, RouterInMesh } from '../../src/mesh/predict.js'

/** The parts of a `routerfile mesh --format json` report that the page shows. */
export type MeshReport = {
  routers: readonly RouterInMesh[]
  links: readonly LinkOutline[]
  /** The dials of each link; the key is the JSON of its routers and protocol. */
  dials: ReadonlyMap<string, readonly { from: string; to: string; address?: string }[]>
  missing: readonly Pick<MissingLink, 'from' | 'to' | 'why'>[]
  /** In a large network: the parts that certain links connect, and the number of pairs that are not listed. */
  large?: { parts: readonly (readonly string[])[]; unlisted: OmittedCounts }
  /** With `--live`: the number of active links, and those that differ. */
  live?: { realCount: number; missing: readonly ActiveLink[]; unexpected: readonly ActiveLink[] }
}

/** Parses a report; undefined if the text is something else. Skips entries that `mesh` would not write. */
export function parseReport(text: string): MeshReport | undefined {
  return /^\s*\{/.test(text) ? toReport(parseJson(text)) : undefined
}

/** Converts a report of the command or the language server; undefined if the value is something else. */
export function toReport(data: unknown): MeshReport | undefined {
  const { routers, links, missing, live, parts, unlisted } = toRecord(data)
  if (!Array.isArray(routers) || !Array.isArray(links)) return undefined
  const known = routers.flatMap(readRouter)
  const names = new Set(known.map(({ name }) => name))
  const read = links
    .flatMap(readLink)
    .filter(({ between }) => between.every((name) => names.has(name)))
  return {
    routers: known,
    links: read,
    dials: new Map(
      read.map(({ between, protocol, dials }) => [JSON.stringify([...between, protocol]), dials]),
    ),
    missing: toList(missing).flatMap(readMissing),
    ...(isRecord(unlisted) && {
      large: {
        parts: toList(parts).map((part) => toTexts(part).filter((name) => names.has(name))),
        unlisted: {
          linkedPairs: toCount(unlisted['linkedPairs']),
          missingPairs: toCount(unlisted['missingPairs']),
        },
      },
    }),
    ...(isRecord(live) && {
      live: {
        realCount: toList(live['real']).length,
        missing: toList(live['missing']).flatMap(readActiveLink),
        unexpected: toList(live['unexpected']).flatMap(readActiveLink),
      },
    }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

const toTexts = (value: unknown): string[] =>
  toList(value).filter((item) => typeof item === 'string')

function readRouter(value: unknown): RouterInMesh[] {
  const { name, file, obstacle, dials, listens } = toRecord(value)
  if (typeof name !== 'string') return []
  return [
    {
      name,
      ...(typeof file === 'string' && { file }),
      ...(typeof obstacle === 'string' && { obstacle }),
      dials: toTexts(dials),
      listens: toTexts(listens),
    },
  ]
}

function readActiveLink(value: unknown): ActiveLink[] {
  const { between, protocol } = toRecord(value)
  const [left, right] = toTexts(between)
  if (left === undefined || right === undefined || typeof protocol !== 'string') return []
  return [{ between: [left, right], protocol }]
}

type ReadDial = { from: string; to: string; address?: string }

const readLink = (value: unknown): (LinkOutline & { dials: ReadDial[] })[] =>
  readActiveLink(value).map((link) => {
    const { certain, doubts, links } = toRecord(value)
    return {
      ...link,
      certain: certain === true,
      doubts: toTexts(doubts),
      dials: toList(links).flatMap((item) => toList(toRecord(item)['dials']).flatMap(readDial)),
    }
  })

function readDial(value: unknown): ReadDial[] {
  const { from, to, address } = toRecord(value)
  if (typeof from !== 'string' || typeof to !== 'string') return []
  return [{ from, to, ...(typeof address === 'string' && { address }) }]
}

function readMissing(value: unknown): MeshReport['missing'][number][] {
  const { from, to, why } = toRecord(value)
  return typeof from === 'string' && typeof to === 'string' && typeof why === 'string'
    ? [{ from, to, why }]
    : []
}
