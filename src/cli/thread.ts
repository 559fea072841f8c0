import { loadPart } from './load-part.js'

/** Entry point of the threads of `lint`. */
loadPart('worker.cjs', { require, cacheName: 'lint', storesCode: true })
