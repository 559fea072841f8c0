import type { MeshEdge, MeshGraph, MeshNode } from './graph.js'

/** The engines of Graphviz that suit networks. */
export type LayoutEngine = 'dot' | 'circo' | 'neato'

/** Few links are drawn best in layers; where nearly every router is linked with every other one, in a circle. */
export function chooseEngine({ nodes, edges }: MeshGraph): LayoutEngine {
  if (nodes.length > 3 && edges.length > 2 * nodes.length) return 'circo'
  return nodes.length > 12 ? 'neato' : 'dot'
}

/** The picture in the language of Graphviz. */
export function formatDot(graph: MeshGraph): string {
  const lines = [
    'graph mesh {',
    `  graph [layout=${chooseEngine(graph)}, label=<${escape(graph.legend)}>, labelloc=b, ${font}, fontsize=12, overlap=prism, splines=true, sep="+6", mindist=0.1, nodesep=0.3, ranksep=0.7, pad=0.3]`,
    `  node [shape=box, style="rounded,filled", fillcolor="#e8f0fe", color="#3b6fb6", ${font}, fontsize=13, margin="0.2,0.06", height=0.3]`,
    `  edge [color="#5f6b7a", ${font}, fontsize=11]`,
    ...graph.nodes.map(formatNode),
    ...graph.edges.map(formatEdge),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

/** Graphviz knows the widths of Arial's letters; elsewhere, other fonts may replace it. */
const font = 'fontname="Arial,Helvetica,sans-serif"'

function formatNode({ id, title, lines, isIdle }: MeshNode): string {
  const heading = lines.length > 0 ? `<b>${escape(title)}</b>` : escape(title)
  const details = lines.map((line) => `<br/><font point-size="11">${escape(line)}</font>`)
  const idle = isIdle ? ', style="rounded,filled,dashed", fillcolor="#f3f3f3", color="#999999"' : ''
  return `  ${id} [label=<${heading}${details.join('')}>, tooltip=<${escape(title)}>${idle}]`
}

function formatEdge({ from, to, label, isPossible }: MeshEdge): string {
  const attributes = [
    ...(label === '' ? [] : [`label=<${escape(label)}>`]),
    ...(isPossible ? ['style=dashed'] : []),
  ]
  return `  ${from} -- ${to}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text for labels in angle brackets, which Graphviz reads as HTML. */
const escape = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
