import type { Span } from '../document/diagnostic.js'
import type { Workspace } from './occurrences.js'
import { listOccurrences } from './occurrences.js'
import type { DocumentPart } from './parts.js'
import { formatPartValue, listParts } from './parts.js'
import { getSymbolKind, formatPartName } from './document-symbol.js'
import type { View } from './view.js'

/** A part of a router file, for search over all files. */
export type WorkspaceSymbol = Span & {
  /** Path of the file, exactly as in the `workspace` that the caller passed. */
  path: string
  /** The name that the search compares with the query. */
  name: string
  /** The kind of part that has the name. */
  kind: 'router' | 'listener' | 'dialer' | 'group' | 'host'
  /** Name of the file that contains it; absent for a router, which is the file itself. */
  container?: string
}

/**
 * Routers, their listeners and dialers, link groups and hosts in all files, whose names contain the letters of the
 * query in order.
 */
export function workspaceSymbols(query: string, workspace: Workspace): WorkspaceSymbol[] {
  return workspace
    .flatMap(({ path, view }) => [
      createRouterSymbol(path, view),
      ...createPartSymbols(path, view),
      ...createNameSymbols(path, view),
    ])
    .filter(({ name }) => matchesQuery(name.toLowerCase(), query.toLowerCase()))
}

const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const createRouterSymbol = (path: string, { text }: View): WorkspaceSymbol => ({
  path,
  name: getFileName(path),
  kind: 'router',
  start: 0,
  end: text.length,
})

const createPartSymbols = (path: string, view: View): WorkspaceSymbol[] =>
  listParts(view).flatMap((part): WorkspaceSymbol[] => {
    const kind = getSymbolKind(part)
    return kind === 'listener' || kind === 'dialer'
      ? [
          {
            path,
            name: formatSymbolName(view, part),
            kind,
            start: part.start,
            end: part.end,
            container: getFileName(path),
          },
        ]
      : []
  })

/** The name of a listener or dialer, with the address that it advertises, if any. */
function formatSymbolName(view: View, part: DocumentPart): string {
  const advertisePart =
    findChild(part, 'advertise') ?? findChild(findChild(part, 'options'), 'advertise')
  const name = formatPartName(view, part)
  const address = advertisePart ? formatPartValue(view, advertisePart) : ''
  return address === '' || name.includes(address) ? name : `${name} as ${address}`
}

const findChild = (part: DocumentPart | undefined, name: string): DocumentPart | undefined =>
  part?.parts.find(({ step }) => step === name)

/** A symbol for each group and host of a file, at its first occurrence. */
function createNameSymbols(path: string, view: View): WorkspaceSymbol[] {
  const symbols = new Map<string, WorkspaceSymbol>()
  for (const { kind, name, start, end } of listOccurrences(view)) {
    if ((kind === 'group' || kind === 'host') && !symbols.has(`${kind} ${name}`))
      symbols.set(`${kind} ${name}`, { path, name, kind, start, end, container: getFileName(path) })
  }
  return [...symbols.values()]
}

function matchesQuery(name: string, query: string): boolean {
  let index = -1
  return [...query.replaceAll(/\s/g, '')].every(
    (letter) => (index = name.indexOf(letter, index + 1)) >= 0,
  )
}
