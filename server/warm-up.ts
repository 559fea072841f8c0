import { yieldToClient } from './client.js'
import { toLspCompletions } from './features/completion.js'
import type { Session } from './session.js'

/** A small router file with the sections for which completion runs different code. */
export const exampleFile = `v: 3
identity:
  cert: pki/router.cert
  server_cert: pki/router.server.chain.cert
  key: pki/router.key
  ca: pki/router.cas
ctrl:
  endpoint: tls:ctrl.example.com:6262
link:
  dialers:
    - binding: transport
      options:
        outQueueSize: 4
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:10080
      advertise: tls:router.example.com:10080
csr:
  sans:
    dns:
      - router.example.com
    ip: [127.0.0.1]
listeners:
  - binding: edge
    address: tls:0.0.0.0:3022
    options:
      advertise: router.example.com:3022
      connectTimeout: 5s
  - binding: tunnel
    options:
      mode: host
edge: {}
forwarder:
  idleTxInterval: 60000
`

/** Lists the offsets at which the last word of each line starts and ends. */
export const listOffsets = (): number[] =>
  [...exampleFile.matchAll(/\S*$/gm)].map(({ index }) => index)

/** Milliseconds between two completions. */
const interval = 5

/** Number of completions at each offset. */
const repetitions = 5

/**
 * Requests completions at every line of a small file while the server is idle. V8 compiles code when it first runs, and
 * optimizes code that runs often: without this, the first answer takes ten times as long as later ones.
 */
export async function warmUp({
  client,
  routerFiles,
}: Pick<Session, 'client' | 'routerFiles'>): Promise<void> {
  const file = routerFiles.inspect({
    uri: 'untitled:router.yaml',
    languageId: 'yaml',
    text: () => exampleFile,
  })
  if (!file) return
  for (const offset of Array.from({ length: repetitions }, listOffsets).flat()) {
    await yieldToClient(interval)
    toLspCompletions(file, offset, { client, options: {} })
  }
}
