import { findParts } from '../../../mesh/predict.js'
import { formatLinkGroups, listLinkedPairs } from '../../../mesh/graph.js'
import type { MeshComparison, ActiveLink } from '../../../mesh/compare.js'
import type { MeshPrediction, MissingLink, RouterInMesh } from '../../../mesh/predict.js'
import { escapeControls, formatTable, wrapText } from '../../ui/text.js'
import { formatCount } from '../../../document/words.js'

export type TextStyle = {
  width: number
  /** Whether to write every name, however many there are. */
  isVerbose: boolean
}

type Row = readonly [name: string, text: string]

export function formatMeshText(
  mesh: MeshPrediction,
  comparison: MeshComparison | undefined,
  style: TextStyle,
): string {
  const rows = new Map(mesh.routers.map(({ name }) => [name, createRows(style)]))
  const total = collectLinks(mesh, rows)
  collectMissing(mesh, rows)
  const blocks = mesh.routers.map((router) =>
    formatRouter(router, rows.get(router.name)?.format() ?? [], style),
  )
  return [
    ...blocks,
    formatSummary(mesh, total, style) + (comparison ? formatComparison(comparison, style) : ''),
  ].join('\n')
}

/** The rows of a router: the routers that it links with, and those that it does not link with, by reason. */
type RouterRows = {
  addLink: (title: string, other: string) => void
  addMissing: (reason: string, other: string) => void
  format: () => Row[]
}

function createRows(style: TextStyle): RouterRows {
  const links = new Map<string, NameList>()
  const missing = new Map<string, NameList>()
  let otherCount = 0
  const add = (lists: Map<string, NameList>, title: string, name: string): void => {
    const list = lists.get(title) ?? { firstNames: [], count: 0 }
    lists.set(title, list)
    list.count += 1
    if (style.isVerbose || list.count <= maxNames) list.firstNames.push(name)
  }
  return {
    addLink: (title, other) => add(links, title, other),
    addMissing: (reason, other) => {
      if (style.isVerbose || missing.size < maxReasons || missing.has(reason))
        add(missing, reason, other)
      else otherCount += 1
    },
    format: () => [
      ...[...links].map(([title, names]): Row => [title, formatNames(names)]),
      ...[...missing].map(([reason, names]): Row => [
        'no link',
        `${formatNames(names)}: ${escapeControls(reason)}`,
      ]),
      ...(otherCount === 0
        ? []
        : [['no link', `${formatCount(otherCount, 'more router')} for other reasons`] as const]),
    ],
  }
}

/** The number of linked pairs, and reasons for doubtful links. */
type LinkTotal = { certain: number; possible: number; doubts: ReadonlySet<string> }

function collectLinks(
  { outlines }: MeshPrediction,
  rows: ReadonlyMap<string, RouterRows>,
): LinkTotal {
  const doubts = new Set<string>()
  for (const link of outlines) {
    const title = link.certain ? link.protocol : `${link.protocol}, possible`
    const [left, right] = link.between
    rows.get(left)?.addLink(title, right)
    rows.get(right)?.addLink(title, left)
    for (const doubt of link.doubts) doubts.add(doubt)
  }
  const total = { certain: 0, possible: 0, doubts }
  for (const { isPossible } of listLinkedPairs(outlines))
    total[isPossible ? 'possible' : 'certain'] += 1
  return total
}

function collectMissing(
  { routers, missing }: MeshPrediction,
  rows: ReadonlyMap<string, RouterRows>,
): void {
  // A reason that prevents all links of a router is printed once.
  const idleRouters = new Set(
    routers.flatMap(({ name, obstacle }) => (obstacle === undefined ? [] : name)),
  )
  for (const entries of groupByPair(missing)) {
    const [{ from, to }] = entries
    for (const [name, other] of [
      [from, to],
      [to, from],
    ] as const)
      if (!idleRouters.has(name)) rows.get(name)?.addMissing(formatReasons(name, entries), other)
  }
}

/** Groups the entries by pair of routers; entries of a pair are consecutive. */
function* groupByPair(
  missingLinks: Iterable<MissingLink>,
): Generator<readonly [MissingLink, ...MissingLink[]]> {
  let pair: [MissingLink, ...MissingLink[]] | undefined
  for (const entry of missingLinks) {
    if (
      pair &&
      [entry.from, entry.to].includes(pair[0].from) &&
      [entry.from, entry.to].includes(pair[0].to)
    )
      pair.push(entry)
    else {
      if (pair) yield pair
      pair = [entry]
    }
  }
  if (pair) yield pair
}

function formatRouter(
  router: RouterInMesh,
  rows: readonly Row[],
  { width }: Pick<TextStyle, 'width'>,
): string {
  const description = router.obstacle ?? formatLinkGroups(router)
  const heading = wrapText(escapeControls(`${router.name} (${description})`), width).join('\n')
  return `${heading}\n${rows.length > 0 ? formatTable(rows, width) : ''}`
}

/** Why two routers do not dial each other, from the point of view of one of them. */
function formatReasons(name: string, missingLinks: readonly MissingLink[]): string {
  const places = new Map<string, Set<string>>()
  for (const entry of missingLinks) {
    const [reason, place] = splitReason(name, entry)
    const reasonPlaces = places.get(reason) ?? new Set()
    places.set(reason, reasonPlaces)
    if (place) reasonPlaces.add(place)
  }
  return [...places]
    .map(([reason, where]) => [reason, [...where].sort().join(' or ')].join(' ').trim())
    .sort()
    .join('; ')
}

/**
 * Returns the reason for a missing link. For a missing dialer or listener, also returns whether it is missing on the
 * router `name` (`here`) or on the other router (`there`).
 */
function splitReason(
  name: string,
  { cause, from, to, why }: MissingLink,
): [reason: string, place?: 'here' | 'there'] {
  if (cause === 'no dialer') return ['no link dialer', from === name ? 'here' : 'there']
  if (cause === 'no listener') return ['no link listener', to === name ? 'here' : 'there']
  return [cause === 'address' ? why : cause === 'managed' ? 'the controller sets the links' : cause]
}

const maxNames = 12

/** Maximum number of reasons per router. Reasons can quote addresses, so there can be one for every other router. */
const maxReasons = 50

/** Maximum number of rows about differences between the network and the prediction. */
const maxDifferences = 1000

type NameList = { firstNames: string[]; count: number }

const formatNames = ({ firstNames, count }: NameList): string =>
  escapeControls(
    firstNames.length === count
      ? firstNames.join(', ')
      : `${firstNames.slice(0, maxNames - 1).join(', ')} and ${count - maxNames + 1} more`,
  )

const toNameList = (names: readonly string[], { isVerbose }: TextStyle): NameList => ({
  firstNames: isVerbose ? [...names] : names.slice(0, maxNames),
  count: names.length,
})

function formatSummary(
  mesh: MeshPrediction,
  { certain, possible, doubts }: LinkTotal,
  style: TextStyle,
): string {
  const { routers } = mesh
  const pairCount = (routers.length * (routers.length - 1)) / 2
  const sentences = [
    `${formatCount(routers.length, 'router')}: ${certain} of ${formatCount(pairCount, 'pair')} linked${possible > 0 ? `, ${possible} more possible` : ''}.`,
    ...describeParts(findParts({ routers, links: mesh.outlines }), style),
    ...[...doubts].sort().map((doubt) => `Possible only: ${doubt}.`),
  ]
  return `${sentences.flatMap((text) => wrapText(escapeControls(text), style.width)).join('\n')}\n`
}

function formatComparison({ missing, real, unexpected }: MeshComparison, style: TextStyle): string {
  const toRows = (title: string, links: readonly ActiveLink[]): Row[] =>
    links.map(({ between, protocol }) => [
      title,
      escapeControls(`${between.join(' - ')} (${protocol})`),
    ])
  const rows = [...toRows('missing', missing), ...toRows('unexpected', unexpected)]
  const heading = `${formatCount(real.length, 'link')} up: ${rows.length === 0 ? 'as predicted' : `${missing.length} missing, ${unexpected.length} unexpected`}.`
  const shownRows = style.isVerbose ? rows : rows.slice(0, maxDifferences)
  const hiddenNote =
    shownRows.length < rows.length
      ? `And ${rows.length - shownRows.length} more; --verbose lists them.\n`
      : ''
  return `\n${heading}\n${rows.length > 0 ? formatTable(shownRows, style.width) : ''}${hiddenNote}`
}

/** Lists the connected parts of a divided network, and the routers without a certain link. */
function describeParts(parts: readonly (readonly string[])[], style: TextStyle): string[] {
  const connectedParts = parts.filter((part) => part.length > 1)
  const unlinkedRouters = parts.filter((part) => part.length === 1).flat()
  return [
    ...(connectedParts.length > 1
      ? [
          `The network falls into ${connectedParts.length} parts: ${connectedParts.map((part) => formatNames(toNameList(part, style))).join(' | ')}.`,
        ]
      : []),
    ...(unlinkedRouters.length > 0
      ? [`Without a certain link: ${formatNames(toNameList(unlinkedRouters, style))}.`]
      : []),
  ]
}
