import type { Path } from '../src/document/diagnostic.js'
import type { View } from '../src/language/index.js'
import { summarizeRouter } from '../src/lint/fleet/fleet.js'
import type { Router } from '../src/lint/fleet/rule.js'

/** Data of a router file that is not open. Its findings are computed again on request. */
export type RouterFileSummary = {
  /** Whether the file itself has findings, apart from the comparison with other files. */
  hasFindings: boolean
  /** Data for the comparison with other files. */
  summary: Router
  variables: readonly string[]
}

/** Returns the summary of a router file; findings of other files name this file by `path`. */
export type SummarizeRouterFile = (view: View, path: string) => RouterFileSummary

/**
 * Creates a function that summarizes router files. Summaries are deep copies, because a substring of a text keeps the
 * whole text in memory. They share equal paths and keys: most router files of a folder have the same.
 */
export function createRouterFileSummarizer(): SummarizeRouterFile {
  const sharePath = createSharer<Path>()
  const shareKeys = createSharer<Router['keys']>()
  const withSharedPath = <Item extends { path: Path }>(item: Item): Item => ({
    ...item,
    path: sharePath(item.path),
  })
  return (view, path) => {
    const { summary, variables } = structuredClone({
      summary: summarizeRouter(path, view),
      variables: listVariables(view.text),
    })
    const { advertised, dialed, listened, controllers, sockets, keys } = summary
    return {
      hasFindings: view.diagnostics().length > 0,
      summary: {
        ...summary,
        advertised: advertised.map(withSharedPath),
        dialed: dialed?.map(withSharedPath),
        listened: listened?.map(withSharedPath),
        controllers: controllers?.map(withSharedPath),
        sockets: sockets.map(withSharedPath),
        keys: shareKeys(keys),
      },
      variables,
    }
  }
}

/** Creates a function that returns the same object for equal parts. */
function createSharer<Part>(): (part: Part) => Part {
  const partsById = new Map<string, Part>()
  return (part) => {
    const id = JSON.stringify(part)
    const sharedPart = partsById.get(id) ?? part
    partsById.set(id, sharedPart)
    return sharedPart
  }
}

export const listVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)),
]
