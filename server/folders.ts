import type {
  InitializeParams,
  WorkspaceFolder,
  WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver'

/** The folders that are open in the editor, as URIs without a slash at the end. */
export type Folders = {
  all: () => readonly string[]
  /** The innermost folder that a URI lies in. */
  of: (uri: string) => string | undefined
  change: (event: WorkspaceFoldersChangeEvent) => void
}

export function foldersOf({
  workspaceFolders,
  rootUri,
}: Pick<InitializeParams, 'workspaceFolders'> & { rootUri?: string | null }): Folders {
  const bare = ({ uri }: Pick<WorkspaceFolder, 'uri'>): string => uri.replace(/\/+$/, '')
  const known = new Set((workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : [])).map(bare))
  return {
    all: () => [...known],
    of: (uri) =>
      [...known]
        .filter((folder) => uri.startsWith(`${folder}/`))
        .sort((left, right) => right.length - left.length)[0],
    change: ({ added, removed }) => {
      for (const folder of removed) known.delete(bare(folder))
      for (const folder of added) known.add(bare(folder))
    },
  }
}
