export { lint, load } from './load.js'
export type { LoadResult, Options } from './load.js'
