import type { FileStatus } from './server-commands.js'

/** The language of router files. */
export const languageId = 'openziti-router'

/**
 * Languages of texts that may be router files or contain them in their strings. Some editors have separate languages
 * for Kubernetes, Docker Compose, Helm and Ansible. The server reports nothing for other texts in these languages.
 */
export const languageIds = [
  languageId,
  'yaml',
  'dockercompose',
  'helm',
  'ansible',
  'json',
  'jsonc',
] as const

/** Schemes of files that a user edits. File history, diffs and the views of this extension have other schemes. */
const fileSchemes = ['file', 'untitled', 'vscode-vfs'] as const

type Folders = readonly { readonly uri: { readonly scheme: string } }[]

/** The schemes of files that a user edits, including those of the workspace folders. */
export const listSchemes = (folders: Folders = []): readonly string[] => [
  ...new Set([...fileSchemes, ...folders.map(({ uri }) => uri.scheme)]),
]

/** Whether a file has a common name of router files. Other programs use these names, too. */
const hasRouterName = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.ya?ml$/.test(name) && /(?:^|\.)router\.ya?ml$|ziti-router/.test(name)
}

/**
 * Whether a file gets the language of router files: it has a common name of router files, and the server recognizes its
 * content as a router file.
 */
export const isNamedRouterFile = (path: string, { kind }: Pick<FileStatus, 'kind'>): boolean =>
  kind === 'router' && hasRouterName(path)

/** The language of effective configurations: YAML with long lines wrapped. Only this extension's views have it. */
export const effectiveLanguageId = 'openziti-router-effective'

/** The scheme of documents that only this extension writes: effective values, upgrades, explanations. */
export const viewScheme = 'routerfile-view'
