export { fetchCas } from './fetch-cas.js'
export type { ConnectionOptions } from './fetch.js'
export { fetchWithCertificate, nodeFetch } from './fetch.js'
export type { Pin } from './fetch-cas.js'
