import { replaceControls } from '../document/controls.js'
import type { LinkState, MeshEdge, MeshGraph, MeshNode } from './graph.js'

/**
 * The layouts of pictures, each named after its Graphviz engine, except `ring`, for which `neato` gets the position of
 * each box.
 */
type LayoutEngine = 'dot' | 'circo' | 'neato' | 'ring'

/** With more edges, `circo` takes minutes to arrange the boxes in a circle. */
const maxCircleEdges = 200

function chooseLayout({ nodes, edges }: MeshGraph): LayoutEngine {
  if (nodes.length > 3 && edges.length > 2 * nodes.length)
    return edges.length > maxCircleEdges ? 'ring' : 'circo'
  return nodes.length > 12 ? 'neato' : 'dot'
}

export function chooseEngine(graph: MeshGraph): Exclude<LayoutEngine, 'ring'> {
  const layout = chooseLayout(graph)
  return layout === 'ring' ? 'neato' : layout
}

/** Attributes that keep boxes apart, for each layout. */
const spacing: Readonly<Record<LayoutEngine, string>> = {
  circo: 'mindist=0.1, splines=line',
  dot: 'nodesep=0.3, ranksep=0.7',
  neato: 'overlap=prism, sep="+6", splines=true',
  ring: 'overlap=true, splines=line',
}

export function formatDot(graph: MeshGraph): string {
  const layout = chooseLayout(graph)
  const positions = layout === 'ring' ? computeRingPositions(graph.nodes) : []
  const lines = [
    'graph mesh {',
    `  graph [layout=${chooseEngine(graph)}, ${spacing[layout]}, label=${quote(graph.legend)}, labelloc=b, ${font}, fontsize=12, pad=0.3]`,
    `  node [shape=box, style="rounded,filled", fillcolor="#e8f0fe", color="#3b6fb6", ${font}, fontsize=13, margin="0.45,0.06", height=0.3]`,
    `  edge [color="#5f6b7a", ${font}, fontsize=11]`,
    ...graph.nodes.map((node, index) => formatNode(node, positions[index])),
    ...graph.edges.map(formatEdge),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Graphviz knows the widths of Arial's letters. Margins leave room for wider letters, in case another font replaces
 * Arial.
 */
const font = 'fontname="Arial,Helvetica,sans-serif"'

/** The maximum width of a letter, in inches. */
const letterWidth = 0.11

/** The height of a line, in inches. */
const lineHeight = 0.22

/** The space that the margins at the left and right of a box take together, in inches. */
const boxMargin = 1

/** The positions of boxes in a ring, in inches, with enough distance that even the largest boxes do not touch. */
function computeRingPositions(nodes: readonly MeshNode[]): string[] {
  const size = Math.max(
    ...nodes.flatMap(({ title, lines }) => [
      ...[title, ...lines].map(({ length }) => length * letterWidth + boxMargin),
      (lines.length + 1) * lineHeight,
    ]),
  )
  const radius = (nodes.length * size) / 6
  return nodes.map((_, index) => {
    const angle = (index / nodes.length) * 2 * Math.PI
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}!`
  })
}

function formatNode({ id, title, lines, isIdle }: MeshNode, position: string | undefined): string {
  const idleStyle = isIdle
    ? ', style="rounded,filled,dashed", fillcolor="#f3f3f3", color="#999999"'
    : ''
  return `  ${id} [label=${quote(title, ...lines)}, tooltip=${quote(title)}${idleStyle}${position === undefined ? '' : `, pos="${position}"`}]`
}

function formatEdge({ from, to, label, state }: MeshEdge): string {
  const attributes = [...(label === '' ? [] : [`label=${quote(label)}`]), ...styles[state]]
  return `  ${from} -- ${to}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''}`
}

const red = 'color="#c62828", fontcolor="#c62828"'

const styles: Readonly<Record<LinkState, readonly string[]>> = {
  certain: [],
  possible: ['style=dashed'],
  missing: ['style=dotted', red],
  unexpected: ['style=bold', red],
}

/** Formats lines as one quoted string. Graphviz reads backslashes in it as escapes, and ampersands as HTML entities. */
const quote = (...lines: readonly string[]): string =>
  `"${lines
    .map((line) =>
      replaceControls(line, () => ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('\\', '\\\\')
        .replaceAll('"', '\\"'),
    )
    .join('\\n')}"`
