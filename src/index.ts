export * from './core.js'
export { lintFile, loadFile } from './file.js'
export type { FileOptions } from './file.js'
export type { Check } from './world/host.js'
