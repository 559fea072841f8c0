import type { FileStatus } from './server-commands.js'

/** The language of router files. */
export const languageId = 'openziti-router'

/** Languages of texts that may be router files. The server is silent on all other YAML. */
export const languageIds = [languageId, 'yaml'] as const

/** Names that people give to router files, and sometimes to other files. */
const hasRouterName = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.ya?ml$/.test(name) && /(?:^|\.)router\.ya?ml$|ziti-router/.test(name)
}

/** Whether a file gets the language of router files: it has such a name, and its content does not say otherwise. */
export const isNamedRouterFile = (path: string, { kind }: Pick<FileStatus, 'kind'>): boolean =>
  kind === 'router' && hasRouterName(path)

/** The scheme of documents that only this extension writes: effective values, upgrades, explanations. */
export const viewScheme = 'routerfile-view'
