import type { LinkState, MeshEdge, MeshGraph, MeshNode } from './graph.js'

/** The picture in the language of Mermaid, which GitHub and GitLab draw in Markdown. */
export function formatMermaid(graph: MeshGraph): string {
  const idle = graph.nodes.filter(({ isIdle }) => isIdle).map(({ id }) => id)
  const parts = [
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
  return `${parts.join('\n')}\n`
}

const formatNode = ({ id, title, lines }: MeshNode): string =>
  `  ${id}["${[title, ...lines].map(escape).join('<br>')}"]`

const lineStyles: Readonly<Record<LinkState, string>> = {
  certain: '---',
  possible: '-.-',
  missing: '-.-',
  unexpected: '===',
}

function formatEdge({ from, to, label, state }: MeshEdge): string {
  const line = lineStyles[state]
  return `  ${from} ${line}${label === '' ? '' : `|"${escape(label)}"|`} ${to}`
}

/** Replaces all characters with a meaning in Mermaid or Markdown by Mermaid's entities, such as `#35;`. */
const escape = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} .,:;()/+-]/gu, (character) => `#${character.codePointAt(0) ?? 32};`)

const quote = (text: string): string => JSON.stringify(text)
