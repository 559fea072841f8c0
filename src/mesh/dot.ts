import type { LinkState, MeshEdge, MeshGraph, MeshNode } from './graph.js'

/** The engines of Graphviz that suit networks. */
export type LayoutEngine = 'dot' | 'circo' | 'neato'

/** Few links are drawn best in layers; where nearly every router is linked with every other one, in a circle. */
export function chooseEngine({ nodes, edges }: MeshGraph): LayoutEngine {
  if (nodes.length > 3 && edges.length > 2 * nodes.length) return 'circo'
  return nodes.length > 12 ? 'neato' : 'dot'
}

/** Attributes that keep boxes apart, for each engine. */
const spacing: Readonly<Record<LayoutEngine, string>> = {
  circo: 'mindist=0.1, splines=line',
  dot: 'nodesep=0.3, ranksep=0.7',
  neato: 'overlap=prism, sep="+6", splines=true',
}

/** The picture in the language of Graphviz. */
export function formatDot(graph: MeshGraph): string {
  const engine = chooseEngine(graph)
  const lines = [
    'graph mesh {',
    `  graph [layout=${engine}, ${spacing[engine]}, label=${quote(graph.legend)}, labelloc=b, ${font}, fontsize=12, pad=0.3]`,
    `  node [shape=box, style="rounded,filled", fillcolor="#e8f0fe", color="#3b6fb6", ${font}, fontsize=13, margin="0.45,0.06", height=0.3]`,
    `  edge [color="#5f6b7a", ${font}, fontsize=11]`,
    ...graph.nodes.map(formatNode),
    ...graph.edges.map(formatEdge),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** Graphviz knows the widths of Arial's letters. Margins leave room for wider ones where another font replaces it. */
const font = 'fontname="Arial,Helvetica,sans-serif"'

function formatNode({ id, title, lines, isIdle }: MeshNode): string {
  const idle = isIdle ? ', style="rounded,filled,dashed", fillcolor="#f3f3f3", color="#999999"' : ''
  return `  ${id} [label=${quote(title, ...lines)}, tooltip=${quote(title)}${idle}]`
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

/** Lines as a string. Graphviz reads backslashes in it as escapes, and ampersands as those of HTML. */
const quote = (...lines: readonly string[]): string =>
  `"${lines
    .map((line) =>
      line
        .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('\\', '\\\\')
        .replaceAll('"', '\\"'),
    )
    .join('\\n')}"`
