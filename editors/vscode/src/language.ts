/** The language of router files. */
export const languageId = 'openziti-router'

/** Languages of texts that may be router files. The server is silent on all other YAML. */
export const languageIds = [languageId, 'yaml'] as const

/** The scheme of documents that only this extension writes: effective values, upgrades, explanations. */
export const viewScheme = 'routerfile-view'
