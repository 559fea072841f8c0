import { findParts } from '../../../mesh/parts.js'
import { formatCount, formatGroups } from '../../../mesh/graph.js'
import type { MeshComparison, RealLink } from '../../../mesh/compare.js'
import type { Mesh, MissingLink, PredictedLink, RouterInMesh } from '../../../mesh/predict.js'
import { escapeControls, formatTable, wrapText } from '../../ui/text.js'

/** How to write the network. */
export type TextStyle = {
  width: number
  /** Whether to write every name, however many there are. */
  isVerbose: boolean
}

type Row = readonly [name: string, text: string]

/** Who links with whom, who does not and why, for people. */
export function formatText(
  mesh: Mesh,
  comparison: MeshComparison | undefined,
  style: TextStyle,
): string {
  const linksByRouter = groupByRouter(mesh.links, ({ between }) => between)
  const missingByRouter = groupByRouter(mesh.missing, ({ from, to }) => [from, to])
  const blocks = mesh.routers.map((router) => {
    const { name, obstacle } = router
    const rows = [
      ...listLinkRows(name, linksByRouter.get(name) ?? [], style),
      ...(obstacle === undefined
        ? listMissingRows(name, missingByRouter.get(name) ?? [], style)
        : []),
    ]
    return formatRouter(router, rows, style)
  })
  return [
    ...blocks,
    formatSummary(mesh, style) + (comparison ? formatComparison(comparison, style) : ''),
  ].join('\n')
}

/** The items that are about each router. */
function groupByRouter<Item>(
  items: readonly Item[],
  listNames: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items)
    for (const name of listNames(item)) {
      const known = groups.get(name)
      if (known) known.push(item)
      else groups.set(name, [item])
    }
  return groups
}

function formatRouter(
  router: RouterInMesh,
  rows: readonly Row[],
  { width }: Pick<TextStyle, 'width'>,
): string {
  const about = router.obstacle ?? formatGroups(router)
  const heading = wrapText(escapeControls(`${router.name} (${about})`), width).join('\n')
  return `${heading}\n${rows.length > 0 ? formatTable(rows, width) : ''}`
}

/** The linked routers, by protocol. */
function listLinkRows(name: string, links: readonly PredictedLink[], style: TextStyle): Row[] {
  const others = new Map<string, string[]>()
  for (const { between, protocol, certain } of links) {
    const title = certain ? protocol : `${protocol}, possible`
    const [left, right] = between
    others.set(title, [...(others.get(title) ?? []), left === name ? right : left])
  }
  return [...others].map(([title, names]) => [title, formatNames(names, style)])
}

/** The routers without a link, by reason. */
function listMissingRows(name: string, missing: readonly MissingLink[], style: TextStyle): Row[] {
  const byOther = groupByRouter(missing, ({ from, to }) => [from === name ? to : from])
  const others = new Map<string, string[]>()
  for (const [other, entries] of byOther) {
    const reason = formatReasons(name, entries)
    others.set(reason, [...(others.get(reason) ?? []), other])
  }
  return [...others].map(([reason, names]) => [
    'no link',
    `${formatNames(names, style)}: ${escapeControls(reason)}`,
  ])
}

/** Why two routers do not dial each other, from the point of view of one of them. */
function formatReasons(name: string, missing: readonly MissingLink[]): string {
  const places = new Map<string, Set<string>>()
  for (const entry of missing) {
    const [reason, place] = splitReason(name, entry)
    places.set(reason, new Set([...(places.get(reason) ?? []), ...(place ? [place] : [])]))
  }
  return [...places]
    .map(([reason, where]) => [reason, [...where].sort().join(' or ')].join(' ').trim())
    .sort()
    .join('; ')
}

/** A reason, and at which of both routers it is. */
function splitReason(
  name: string,
  { cause, from, to, why }: MissingLink,
): [reason: string, place?: 'here' | 'there'] {
  if (cause === 'no dialer') return ['no link dialer', from === name ? 'here' : 'there']
  if (cause === 'no listener') return ['no link listener', to === name ? 'here' : 'there']
  return [cause === 'address' ? why : cause === 'managed' ? 'the controller sets the links' : cause]
}

/** The most names in a list. */
const maxNames = 12

const formatNames = (names: readonly string[], { isVerbose }: TextStyle): string =>
  escapeControls(
    isVerbose || names.length <= maxNames
      ? names.join(', ')
      : `${names.slice(0, maxNames - 1).join(', ')} and ${names.length - maxNames + 1} more`,
  )

/** How many links there are, and whether they join all routers. */
function formatSummary(mesh: Mesh, style: TextStyle): string {
  const { routers, links } = mesh
  const total = (routers.length * (routers.length - 1)) / 2
  const certain = countPairs(links.filter((link) => link.certain))
  const possible = countPairs(links) - certain
  const doubts = [...new Set(links.flatMap((link) => link.doubts))].sort()
  const sentences = [
    `${formatCount(routers.length, 'router')}: ${certain} of ${formatCount(total, 'pair')} linked${possible > 0 ? `, ${possible} more possible` : ''}.`,
    ...describeParts(findParts(mesh), style),
    ...doubts.map((doubt) => `Possible only: ${doubt}.`),
  ]
  return `${sentences.flatMap((text) => wrapText(escapeControls(text), style.width)).join('\n')}\n`
}

/** The links that differ from those that are up, or that none does. */
function formatComparison({ missing, real, unexpected }: MeshComparison, style: TextStyle): string {
  const list = (title: string, links: readonly RealLink[]): Row[] =>
    links.map(({ between, protocol }) => [
      title,
      escapeControls(`${between.join(' - ')} (${protocol})`),
    ])
  const rows = [...list('missing', missing), ...list('unexpected', unexpected)]
  const heading = `${formatCount(real.length, 'link')} up: ${rows.length === 0 ? 'as predicted' : `${missing.length} missing, ${unexpected.length} unexpected`}.`
  return `\n${heading}\n${rows.length > 0 ? formatTable(rows, style.width) : ''}`
}

const countPairs = (links: readonly PredictedLink[]): number =>
  new Set(links.map(({ between }) => JSON.stringify(between))).size

/** Routers that cannot reach each other, each part that has several routers and those that are alone. */
function describeParts(parts: readonly (readonly string[])[], style: TextStyle): string[] {
  const joined = parts.filter((part) => part.length > 1)
  const alone = parts.filter((part) => part.length === 1).flat()
  return [
    ...(joined.length > 1
      ? [
          `The network falls into ${joined.length} parts: ${joined.map((part) => formatNames(part, style)).join(' | ')}.`,
        ]
      : []),
    ...(alone.length > 0 ? [`Without a certain link: ${formatNames(alone, style)}.`] : []),
  ]
}
