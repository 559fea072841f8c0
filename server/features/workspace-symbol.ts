import { WorkspaceSymbolRequest } from '../protocol.js'
import { workspaceSymbols } from '../../src/language/index.js'
import { defineWorkspaceFeature } from '../feature.js'
import { openWorkspace } from '../workspace.js'
import { toLspSymbolKind } from './document-symbol.js'

export const workspaceSymbol = defineWorkspaceFeature({
  method: WorkspaceSymbolRequest.type,
  capability: { workspaceSymbolProvider: true },
  handle: async ({ params: { query }, session, token }) => {
    await session.changes.whenSettled(token)
    const { views, find } = openWorkspace(session)
    return workspaceSymbols(query, views).flatMap(({ path, name, kind, container, ...span }) => {
      const file = find(path)
      return file
        ? [
            {
              name,
              kind: toLspSymbolKind(kind),
              location: file.convert.location(file.uri, span),
              ...(container !== undefined && { containerName: container }),
            },
          ]
        : []
    })
  },
})
