import { loadPart } from './load-part.js'

/** The start of the threads of `lint`. */
loadPart('worker.cjs', { require, cacheName: 'lint', storesCode: true })
