export * from './core.js'
export { lintFile, loadFile } from './project/file.js'
export type { FileOptions } from './project/file.js'
export type { Check } from './project/machine.js'
