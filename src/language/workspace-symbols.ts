import type { Span } from '../diagnostic.js'
import { mentionsOf } from './mentions.js'
import { partsOf } from './part.js'
import { kindOf, nameOf } from './symbols.js'
import type { View } from './view.js'
import type { Workspace } from './workspace.js'

export type WorkspaceSymbol = Span & {
  path: string
  name: string
  kind: 'router' | 'listener' | 'dialer' | 'group' | 'host'
  container?: string
}

/** Routers, their listeners and dialers, groups of links and hosts in all files, whose name has the letters of the query in their order. */
export function workspaceSymbols(query: string, workspace: Workspace): WorkspaceSymbol[] {
  return workspace
    .flatMap(({ path, view }) => [
      routerOf(path, view),
      ...partsIn(path, view),
      ...namesIn(path, view),
    ])
    .filter(({ name }) => matches(name.toLowerCase(), query.toLowerCase()))
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const routerOf = (path: string, { text }: View): WorkspaceSymbol => ({
  path,
  name: fileName(path),
  kind: 'router',
  start: 0,
  end: text.length,
})

const partsIn = (path: string, view: View): WorkspaceSymbol[] =>
  partsOf(view).flatMap((part): WorkspaceSymbol[] => {
    const kind = kindOf(part)
    return kind === 'listener' || kind === 'dialer'
      ? [
          {
            path,
            name: nameOf(view, part),
            kind,
            start: part.start,
            end: part.end,
            container: fileName(path),
          },
        ]
      : []
  })

/** Each group and host once for a file, where it is mentioned first. */
function namesIn(path: string, view: View): WorkspaceSymbol[] {
  const found = new Map<string, WorkspaceSymbol>()
  for (const { kind, name, start, end } of mentionsOf(view)) {
    if (kind !== 'anchor' && !found.has(`${kind} ${name}`))
      found.set(`${kind} ${name}`, { path, name, kind, start, end, container: fileName(path) })
  }
  return [...found.values()]
}

function matches(name: string, query: string): boolean {
  let at = -1
  return [...query.replaceAll(/\s/g, '')].every(
    (letter) => (at = name.indexOf(letter, at + 1)) >= 0,
  )
}
