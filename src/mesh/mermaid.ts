import type { MeshEdge, MeshGraph, MeshNode } from './graph.js'

/** The picture in the language of Mermaid, which GitHub and GitLab draw in Markdown. */
export function formatMermaid(graph: MeshGraph): string {
  const idle = graph.nodes.filter(({ isIdle }) => isIdle).map(({ id }) => id)
  const lines = [
    '---',
    `title: ${quote(graph.legend)}`,
    '---',
    'flowchart LR',
    ...graph.nodes.map(formatNode),
    ...graph.edges.map(formatEdge),
    ...(idle.length > 0
      ? [
          '  classDef idle stroke-dasharray: 4 4, fill: #f3f3f3, stroke: #999999',
          `  class ${idle.join(',')} idle`,
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const formatNode = ({ id, title, lines }: MeshNode): string =>
  `  ${id}["${[title, ...lines].map(escape).join('<br>')}"]`

function formatEdge({ from, to, label, isPossible }: MeshEdge): string {
  const line = isPossible ? '-.-' : '---'
  return `  ${from} ${line}${label === '' ? '' : `|"${escape(label)}"|`} ${to}`
}

/** Mermaid knows entities by their number after `#`. Everything that it or Markdown may obey becomes one. */
const escape = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} .,:;()/+-]/gu, (character) => `#${character.codePointAt(0) ?? 32};`)

const quote = (text: string): string => JSON.stringify(text)
