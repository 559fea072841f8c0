import type { FileStatus } from './server-commands.js'

/** The language of router files. */
export const languageId = 'openziti-router'

/**
 * Languages of texts that may be router files, or hold some in their strings: those of Kubernetes, Docker Compose, Helm
 * and Ansible have names of their own in some editors. The server is silent on all other texts in them.
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

/** Schemes of files that a user edits: views of the past, of diffs and of this extension have others. */
const fileSchemes = ['file', 'untitled', 'vscode-vfs'] as const

type Folders = readonly { readonly uri: { readonly scheme: string } }[]

/** The schemes of files that a user edits in a workspace, whose folders may have their own. */
export const listSchemes = (folders: Folders = []): readonly string[] => [
  ...new Set([...fileSchemes, ...folders.map(({ uri }) => uri.scheme)]),
]

/** Names that people give to router files, and sometimes to other files. */
const hasRouterName = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.ya?ml$/.test(name) && /(?:^|\.)router\.ya?ml$|ziti-router/.test(name)
}

/** Whether a file gets the language of router files: it has such a name, and its content does not say otherwise. */
export const isNamedRouterFile = (path: string, { kind }: Pick<FileStatus, 'kind'>): boolean =>
  kind === 'router' && hasRouterName(path)

/** The language of effective configurations: YAML with long lines wrapped. Only this extension's views have it. */
export const effectiveLanguageId = 'openziti-router-effective'

/** The scheme of documents that only this extension writes: effective values, upgrades, explanations. */
export const viewScheme = 'routerfile-view'
